import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
import { secretFromSeed, sign as signSr25519, getPublicKey as srPublicKey } from '@scure/sr25519'
import { describe, expect, test } from 'vitest'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { other, outcome, polkadot, type Sign, secret } from './outcomeOf.js'
import { verifyPolkadot } from './verifyPolkadot.js'

describe('polkadot', () => {
  const ss58 = (id: Uint8Array, prefix: readonly number[] = [0]) => {
    const body = concatBytes(Uint8Array.from(prefix), id)
    return base58.encode(concatBytes(body, blake2b(concatBytes(utf8ToBytes('SS58PRE'), body)).subarray(0, 2)))
  }
  const sr = secretFromSeed(secret)
  const hex = (...parts: readonly Uint8Array[]) => `0x${bytesToHex(concatBytes(...parts))}`
  const wrapped = (text: string) => utf8ToBytes(`<Bytes>${text}</Bytes>`)
  const ecdsa = (bytes: Uint8Array) => {
    const signature = secp256k1.sign(blake2b(bytes, { dkLen: 32 }), secret, {
      prehash: false,
      format: 'recovered',
    })
    return concatBytes(signature.subarray(1), signature.subarray(0, 1))
  }
  const accounts = {
    sr25519: srPublicKey(sr),
    ed25519: ed25519.getPublicKey(secret),
    ecdsa: blake2b(secp256k1.getPublicKey(secret), { dkLen: 32 }),
  }

  test.each<[string, string, Sign]>([
    ['sr25519', ss58(accounts.sr25519), (text) => hex(signSr25519(sr, utf8ToBytes(text)))],
    ['sr25519, wrapped', ss58(accounts.sr25519), (text) => hex(signSr25519(sr, wrapped(text)))],
    [
      'sr25519 with its kind',
      ss58(accounts.sr25519),
      (text) => hex(Uint8Array.of(1), signSr25519(sr, wrapped(text))),
    ],
    ['ed25519', ss58(accounts.ed25519), (text) => hex(ed25519.sign(utf8ToBytes(text), secret))],
    [
      'ed25519, wrapped, with its kind',
      ss58(accounts.ed25519),
      (text) => hex(Uint8Array.of(0), ed25519.sign(wrapped(text), secret)),
    ],
    ['ecdsa', ss58(accounts.ecdsa), (text) => hex(ecdsa(utf8ToBytes(text)))],
    [
      'ecdsa, wrapped, with its kind',
      ss58(accounts.ecdsa),
      (text) => hex(Uint8Array.of(2), ecdsa(wrapped(text))),
    ],
  ])('%s', async (_, who, sign) => {
    expect(await outcome(polkadot, who, sign)).toBe(`${polkadot}:${who}`)
  })

  test.each<[string, string, Sign, string]>([
    [
      'another key',
      ss58(accounts.ed25519),
      (text) => hex(ed25519.sign(utf8ToBytes(text), other)),
      'SIGNATURE_INVALID',
    ],
    [
      'another wrapping',
      ss58(accounts.ed25519),
      (text) => hex(ed25519.sign(utf8ToBytes(`<bytes>${text}</bytes>`), secret)),
      'SIGNATURE_INVALID',
    ],
    [
      'another kind named',
      ss58(accounts.ed25519),
      (text) => hex(Uint8Array.of(1), ed25519.sign(utf8ToBytes(text), secret)),
      'SIGNATURE_INVALID',
    ],
    [
      'a kind there is not',
      ss58(accounts.ed25519),
      (text) => hex(Uint8Array.of(3), ed25519.sign(utf8ToBytes(text), secret)),
      'SIGNATURE_INVALID',
    ],
    ['63 bytes', ss58(accounts.ed25519), () => `0x${'ab'.repeat(63)}`, 'SIGNATURE_MALFORMED'],
    [
      'base64',
      ss58(accounts.ed25519),
      (text) => base64.encode(ed25519.sign(utf8ToBytes(text), secret)),
      'SIGNATURE_MALFORMED',
    ],
  ])('refused: %s', async (_, who, sign, reason) => {
    expect(await outcome(polkadot, who, sign)).toBe(reason)
  })

  test.each([
    ['of another network', [2]],
    ['with the generic prefix', [42]],
    ['with its prefix in two bytes', [64, 0]],
  ])('refused: an address %s, though the same key signed', async (_, prefix) => {
    const sign: Sign = (text) => hex(ed25519.sign(utf8ToBytes(text), secret))
    expect(await outcome(polkadot, ss58(accounts.ed25519, prefix), sign)).toBe('ADDRESS_INVALID')
  })

  describe('an address', () => {
    const signature = hex(ed25519.sign(utf8ToBytes('text'), secret))
    const isSigned = (prefix: readonly number[], chainId?: CaipNetworkId) =>
      verifyPolkadot('text', ss58(accounts.ed25519, prefix), signature, chainId)

    test.each<[string, number]>([
      ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 0],
      ['polkadot:68d56f15f85d3136970ec16946040bc1', 0],
      ['polkadot:b0a8d493285c2df73290dfb7e61f870f', 2],
      ['polkadot:48239ef607d7928874027a43a6768920', 2],
    ])('of %s has the prefix %i', async (chainId, prefix) => {
      expect(await isSigned([prefix], chainId as CaipNetworkId)).toBe(true)
      for (const other of [0, 2, 42].filter((one) => one !== prefix))
        await expect(isSigned([other], chainId as CaipNetworkId)).rejects.toMatchObject({
          reason: 'ADDRESS_INVALID',
        })
    })

    test.each<[number, readonly number[]]>([
      [42, [42]],
      [45, [45]],
      [48, [48]],
      [63, [63]],
      [64, [80, 0]],
      [256, [64, 1]],
      [16_383, [127, 255]],
    ])('of a network with the prefix %i may sign where no network is named', async (_, prefix) => {
      expect(await isSigned(prefix)).toBe(true)
      expect(await isSigned(prefix, 'polkadot:00000000000000000000000000000000')).toBe(true)
    })

    test.each<[string, readonly number[]]>([
      ['the prefix 46, which no network has', [46]],
      ['the prefix 47, which no network has', [47]],
      ['the prefix 63 in two bytes', [79, 192]],
      ['the prefix 0 in two bytes', [64, 0]],
      ['a first byte beyond all prefixes', [128, 0]],
    ])('refused: with %s', async (_, prefix) => {
      await expect(isSigned(prefix)).rejects.toMatchObject({ reason: 'ADDRESS_INVALID' })
    })
  })

  test('bytes are verified as a text is', async () => {
    const signature = hex(ed25519.sign(utf8ToBytes('Grüße'), secret))
    expect(await verifyPolkadot(utf8ToBytes('Grüße'), ss58(accounts.ed25519), signature)).toBe(true)
    expect(await verifyPolkadot(utf8ToBytes('Grüsse'), ss58(accounts.ed25519), signature)).toBe(false)
  })

  test('refused: a byte behind a good signature of ecdsa', async () => {
    const bytes = ecdsa(utf8ToBytes('text'))
    expect(await verifyPolkadot('text', ss58(accounts.ecdsa), hex(bytes))).toBe(true)
    expect(await verifyPolkadot('text', ss58(accounts.ecdsa), hex(bytes, Uint8Array.of(0)))).toBe(false)
  })

  test('refused: an address whose checksum is wrong', async () => {
    const bytes = base58.decode(ss58(accounts.ed25519))
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    expect(await outcome(polkadot, base58.encode(bytes), () => `0x${'ab'.repeat(64)}`)).toBe(
      'ADDRESS_INVALID',
    )
  })
})
