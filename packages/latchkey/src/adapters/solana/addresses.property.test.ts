import { base58 } from '@scure/base'
import { address } from '@solana/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mutatedText } from '../../testing/mutatedText.js'
import { toAddress } from './toAddress.js'

/** `npm run long` tries a million. */
const runs = Number(process.env.LONG_RUNS ?? 3_000)
const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl: +/=é'
const known = [
  '11111111111111111111111111111111',
  'So11111111111111111111111111111111111111112',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
]

/** Whether the family's own library takes a text for an address. */
function isReadByLibrary(text: string): boolean {
  try {
    return address(text) === text
  } catch {
    return false
  }
}

test('each key of 32 bytes has one address, which is read as itself', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
      const text = base58.encode(key)
      expect(toAddress(text)).toBe(text)
    }),
  )
})

test('a mutated address is read as the library reads it, and has 32 bytes', () => {
  let refused = 0
  fc.assert(
    fc.property(mutatedText(known, letters), (text) => {
      const read = toAddress(text)
      expect(read !== undefined).toBe(isReadByLibrary(text))
      if (read === undefined) refused++
      else expect(base58.decode(read)).toHaveLength(32)
    }),
    { numRuns: runs },
  )
  expect(refused).toBeGreaterThan(runs / 10)
}, 3_600_000)
