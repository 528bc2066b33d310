import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase64, fromHex, toBase58, toBase64, toBase64Url } from './encoding.js'

describe('base64', () => {
  test('both alphabets round-trip every byte sequence', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(fromBase64(toBase64(bytes))).toEqual(bytes)
        expect(fromBase64(toBase64Url(bytes))).toEqual(bytes)
      }),
    )
  })

  test('encodes a megabyte', () => {
    expect(toBase64(new Uint8Array(1 << 20))).toHaveLength(1398104)
  })

  test.each(['*', 'a', 'äöü', 'a=b='])('refuses %o', (text) => {
    expect(fromBase64(text)).toBeUndefined()
  })
})

describe('fromHex', () => {
  test('reads either case', () => {
    expect(fromHex('00fF')).toEqual(Uint8Array.of(0, 255))
  })

  test.each([['0'], ['0g'], [' 00'], [7], [undefined], ['00', 2]])('refuses %o', (...[text, length]) => {
    expect(fromHex(text, length as number | undefined)).toBeUndefined()
  })
})

describe('toBase58', () => {
  // Examples of the IETF draft draft-msporny-base58.
  test.each([
    ['', ''],
    ['0000287fb4cd', '11233QC4'],
    ['48656c6c6f20576f726c6421', '2NEpo7TZRRrLZSi2U'],
  ])('%s', (hex, text) => {
    expect(toBase58(fromHex(hex) ?? new Uint8Array())).toBe(text)
  })
})
