import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase64, fromHex, toBase64 } from '../encoding.js'
import { vectors } from '../testing/vectors.js'
import { openEnvelope, readEnvelope, sealEnvelope } from './envelope.js'
import { randomKey } from './keys.js'

const { symKey, plaintext: text, publicKeyA } = vectors
const iv = fromHex(vectors.iv) ?? new Uint8Array()

function open(base64: string, key: string = symKey) {
  const envelope = readEnvelope(base64)
  return envelope === undefined ? undefined : openEnvelope(envelope, key)
}

describe('sealEnvelope', () => {
  test('type 0 of the test vectors', () => {
    expect(sealEnvelope({ symKey, text, iv })).toBe(vectors.envelope0)
  })

  test('type 1 of the test vectors', () => {
    expect(sealEnvelope({ symKey, text, iv, senderPublicKey: publicKeyA })).toBe(vectors.envelope1FromA)
  })

  test('a key of another length seals and opens nothing', () => {
    const short = symKey.slice(2)
    expect(() => sealEnvelope({ symKey: short, text })).toThrow(new TypeError('a key is 32 bytes in hex'))
    expect(open(vectors.envelope0, short)).toBeUndefined()
  })

  test('every envelope is different', () => {
    expect(sealEnvelope({ symKey, text })).not.toBe(sealEnvelope({ symKey, text }))
  })
})

describe('openEnvelope', () => {
  test.each([vectors.envelope0, vectors.envelope0Url, vectors.envelope1FromA])('%s', (base64) => {
    expect(open(base64)).toBe(text)
  })

  test("type 1 contains its sender's key", () => {
    expect(readEnvelope(vectors.envelope1FromA)?.senderPublicKey).toBe(publicKeyA)
    expect(readEnvelope(vectors.envelope0)?.senderPublicKey).toBeUndefined()
  })

  test('returns any text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (any) => {
        expect(open(sealEnvelope({ symKey, text: any }))).toBe(any)
      }),
    )
  })

  test('another key opens nothing', () => {
    expect(open(vectors.envelope0, randomKey())).toBeUndefined()
  })

  test('detects a flipped bit anywhere', () => {
    const bytes = fromBase64(vectors.envelope0) ?? new Uint8Array()
    for (let bit = 8; bit < bytes.length * 8; bit++) {
      const bent = bytes.slice()
      bent[bit >> 3] = (bent[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(open(toBase64(bent))).toBeUndefined()
    }
  })

  test.each(['', 'AA==', vectors.envelope2, 'no base64!', vectors.envelope0.slice(0, 32)])(
    '%o is no envelope',
    (base64) => {
      expect(readEnvelope(base64)).toBeUndefined()
    },
  )

  test('random bytes open to nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(open(toBase64(bytes))).toBeUndefined()
      }),
    )
  })
})
