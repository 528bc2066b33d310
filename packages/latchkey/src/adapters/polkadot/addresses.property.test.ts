import { AccountId, getSs58AddressInfo } from '@polkadot-api/substrate-bindings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mutatedText } from '../../testing/mutatedText.js'
import { toAddress } from './toAddress.js'

/** `npm run long` tries a million. */
const runs = Number(process.env.LONG_RUNS ?? 3_000)
const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl: +/=é'
/** One account on networks with prefixes of one and of two bytes. */
const known = [0, 2, 42, 63, 64, 1284, 16_383].map((prefix) =>
  AccountId(prefix).dec(new Uint8Array(32).fill(7)),
)

/** Whether the family's own library takes a text for an address. */
const isReadByLibrary = (text: string) => getSs58AddressInfo(text).isValid

test('an address of each length of prefix is read as itself', () => {
  for (const text of known) expect(toAddress(text)).toBe(text)
})

test('a mutated address is never accepted if the library refuses it', () => {
  let refused = 0
  fc.assert(
    fc.property(mutatedText(known, letters), (text) => {
      if (toAddress(text) === undefined) refused++
      else expect(isReadByLibrary(text)).toBe(true)
    }),
    { numRuns: runs },
  )
  expect(refused).toBeGreaterThan(runs / 2)
}, 3_600_000)
