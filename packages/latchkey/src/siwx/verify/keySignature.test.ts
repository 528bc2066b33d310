import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { addressOfSigner, isHigh, isSignedByKey, keySignatureOf, signerOf } from './keySignature.js'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const text = 'Sign in.'
const signature = await account.signMessage({ message: text })
const bytes = hexToBytes(signature.slice(2))
const compact = bytes.slice(0, 64)
const recovery = (bytes[64] ?? 0) - 27
const withLast = (last: number) => concatBytes(compact, Uint8Array.of(last))

describe('isSignedByKey', () => {
  test("accepts the account's own signature, in upper and lower case", () => {
    expect(isSignedByKey(text, account.address, signature)).toBe(true)
    expect(
      isSignedByKey(text, account.address.toLowerCase(), signature.toUpperCase().replace('0X', '0x')),
    ).toBe(true)
  })

  test.each([
    ['of another text', `${text} `, account.address, signature],
    ['of another account', text, `0x${'00'.repeat(20)}`, signature],
    ['with something before it', text, account.address, `x${signature}`],
    ['with a byte more', text, account.address, `${signature}00`],
    ['with letters after it', text, account.address, `${signature}zz`],
    ['of 64 bytes', text, account.address, signature.slice(0, -2)],
    ['that is no hex', text, account.address, `0x${'z'.repeat(130)}`],
    ['with a recovery that there is not', text, account.address, `${signature.slice(0, -2)}1d`],
  ])('not one %s', (_, of, address, given) => {
    expect(isSignedByKey(of, address, given)).toBe(false)
  })

  test('refuses the variant with the higher s, which recovers the same key', () => {
    const s = secp256k1.Point.CURVE().n - BigInt(`0x${signature.slice(66, 130)}`)
    const high = `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${recovery === 0 ? '1c' : '1b'}`
    const key = keySignatureOf(hexToBytes(high.slice(2)))
    expect(key && signerOf(text, key)).toBe(account.address.toLowerCase())
    expect(isSignedByKey(text, account.address, high)).toBe(false)
  })
})

describe('keySignatureOf', () => {
  test.each([
    [0, 0],
    [1, 1],
    [27, 0],
    [28, 1],
  ])('65 bytes that end with %i recover the point %i', (last, point) => {
    expect(keySignatureOf(withLast(last))).toEqual({ compact, recovery: point, isStrict: true })
  })

  test('64 bytes contain the point in the first bit of s (ERC-2098), and are not the canonical form', () => {
    const short = compact.slice()
    short[32] = (short[32] ?? 0) | (recovery << 7)
    expect(keySignatureOf(short)).toEqual({ compact, recovery, isStrict: false })
    const other = compact.slice()
    other[32] = (other[32] ?? 0) | ((1 - recovery) << 7)
    expect(keySignatureOf(other)).toEqual({ compact, recovery: 1 - recovery, isStrict: false })
  })

  test.each([2, 26, 29, 255])('65 bytes that end with %i are none', (last) => {
    expect(keySignatureOf(withLast(last))).toBeUndefined()
  })

  test.each([0, 63, 66])('%i bytes are none', (length) => {
    expect(keySignatureOf(new Uint8Array(length))).toBeUndefined()
  })
})

test('s is high if it is above half of the order', () => {
  const half = secp256k1.Point.CURVE().n / 2n
  const withS = (s: bigint) => hexToBytes(`${'00'.repeat(32)}${s.toString(16).padStart(64, '0')}`)
  expect(isHigh(withS(half))).toBe(false)
  expect(isHigh(withS(half + 1n))).toBe(true)
})

test("zeros are nobody's signature", () => {
  expect(addressOfSigner(new Uint8Array(32), { compact: new Uint8Array(64), recovery: 0 })).toBeUndefined()
})
