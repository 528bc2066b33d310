import { describe, expect, test, vi } from 'vitest'
import { fromHex, toHex } from '../encoding.js'
import { vectors } from '../testing/vectors.js'
import type { CurveSet } from './CurveSet.js'
import {
  createKeyPair,
  createSigner,
  deriveSymKey,
  fingerprintOf,
  isTopic,
  randomKey,
  topicOf,
} from './keys.js'
import { nativeCurves } from './nativeCurves.js'
import { nobleCurves } from './nobleCurves.js'

const { privateKeyA, publicKeyA, privateKeyB, publicKeyB, symKey, topic, responseTopicA } = vectors
const bytes = (hex: string) => fromHex(hex) ?? new Uint8Array()

/** The points of small order, RFC 7748 section 6.1 and https://cr.yp.to/ecdh.html#validate. */
const lowOrderPoints = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]

describe.each<[string, CurveSet]>([
  ['nativeCurves', nativeCurves],
  ['nobleCurves', nobleCurves],
])('%s', (_, curves) => {
  test('both sides agree on the key of the test vectors', async () => {
    expect(await curves.agree(bytes(privateKeyA), bytes(publicKeyB))).toEqual(bytes(symKey))
    expect(await curves.agree(bytes(privateKeyB), bytes(publicKeyA))).toEqual(bytes(symKey))
  })

  test('fresh key pairs agree with each other and with the other implementation', async () => {
    const other = curves === nativeCurves ? nobleCurves : nativeCurves
    const [a, b] = [await curves.createKeyPair(), await other.createKeyPair()]
    expect(await curves.agree(a.privateKey, b.publicKey)).toEqual(
      await other.agree(b.privateKey, a.publicKey),
    )
    expect(await curves.createKeyPair()).not.toEqual(a)
  })

  test.each(lowOrderPoints)('refuses a key that makes the shared secret zero: %s', async (publicKey) => {
    expect(await curves.agree(bytes(privateKeyA), bytes(publicKey))).toBeUndefined()
  })

  test('RFC 8032 section 7.1, test 2', async () => {
    const seed = bytes('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb')
    const signer = await curves.createSigner(seed)
    expect(signer.publicKey).toEqual(
      bytes('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'),
    )
    expect(await signer.sign(Uint8Array.of(0x72))).toEqual(
      bytes(
        '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
      ),
    )
  })
})

describe('deriveSymKey', () => {
  test('the key of the test vectors', async () => {
    expect(await deriveSymKey(privateKeyA, publicKeyB)).toBe(symKey)
  })

  test('two fresh key pairs agree', async () => {
    const [a, b] = [await createKeyPair(), await createKeyPair()]
    expect(await deriveSymKey(a.privateKey, b.publicKey)).toBe(await deriveSymKey(b.privateKey, a.publicKey))
  })

  test.each([undefined, 7, '', 'zz', publicKeyB.slice(2), `${publicKeyB}00`, lowOrderPoints[0]])(
    'refuses %o',
    async (publicKey) => {
      expect(await deriveSymKey(privateKeyA, publicKey)).toBeUndefined()
    },
  )

  test.each(['', 'zz', privateKeyA.slice(2), `${privateKeyA}00`])(
    'refuses %o of its own',
    async (privateKey) => {
      expect(await deriveSymKey(privateKey, publicKeyB)).toBeUndefined()
    },
  )

  test('falls back on noble if the platform lacks the curves', async () => {
    const subtle = vi.spyOn(globalThis.crypto, 'subtle', 'get').mockReturnValue(undefined as never)
    try {
      expect(await deriveSymKey(privateKeyA, publicKeyB)).toBe(symKey)
      expect((await createKeyPair()).publicKey).toMatch(/^[0-9a-f]{64}$/)
      expect(subtle).toHaveBeenCalled()
    } finally {
      subtle.mockRestore()
    }
  })
})

describe('topicOf', () => {
  test('hashes the bytes, not the text', () => {
    expect(topicOf(symKey)).toBe(topic)
    expect(topicOf(publicKeyA)).toBe(responseTopicA)
  })
})

test('a signer is made from a seed in hex', async () => {
  const signer = await createSigner('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb')
  expect(toHex(signer.publicKey)).toBe('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c')
  await expect(createSigner('4ccd')).rejects.toThrow()
})

test('a fingerprint is the same for every base64 spelling of a message, and for no other message', () => {
  const fingerprint = fingerprintOf('+/+/AA==')
  expect(fingerprint).toMatch(/^[0-9a-f]{32}$/)
  expect(fingerprintOf('-_-_AA')).toBe(fingerprint)
  expect(fingerprintOf('+/+/AQ==')).not.toBe(fingerprint)
  expect(fingerprintOf('not base64!')).not.toBe(fingerprintOf('nor is this!'))
})

test('a topic is 64 digits of hex in lower case', () => {
  const key = randomKey()
  expect(isTopic(key)).toBe(true)
  expect(randomKey()).not.toBe(key)
  for (const value of [
    key.slice(1),
    `${key}0`,
    `${key}\n`,
    ` ${key}`,
    'g'.repeat(64),
    'A'.repeat(64),
    [key],
    7,
  ]) {
    expect(isTopic(value)).toBe(false)
  }
})
