import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { other, outcome, type Sign, secret, solana } from './outcomeOf.js'

describe('solana', () => {
  const address = base58.encode(ed25519.getPublicKey(secret))
  const signature = (bytes: Uint8Array, key = secret) => base58.encode(ed25519.sign(bytes, key))
  const domain = concatBytes(Uint8Array.of(0xff), utf8ToBytes('solana offchain'), Uint8Array.of(0))
  const lengthOf = (text: string) => Uint8Array.of(text.length & 0xff, text.length >> 8)

  test.each<[string, Sign]>([
    ['the text', (text) => signature(utf8ToBytes(text))],
    [
      'its off-chain envelope',
      (text) => signature(concatBytes(domain, Uint8Array.of(1), lengthOf(text), utf8ToBytes(text))),
    ],
    [
      'its envelope with application domain and signer',
      (text) =>
        signature(
          concatBytes(
            domain,
            new Uint8Array(32),
            Uint8Array.of(1, 1),
            ed25519.getPublicKey(secret),
            lengthOf(text),
            utf8ToBytes(text),
          ),
        ),
    ],
  ])('%s', async (_, sign) => {
    expect(await outcome(solana, address, sign)).toBe(`${solana}:${address}`)
  })

  test('a text of a wallet that names the cluster is one of that chain', async () => {
    const sign: Sign = (text) => signature(utf8ToBytes(text))
    expect(await outcome('solana:mainnet', address, sign)).toBe(`${solana}:${address}`)
    expect(await outcome('solana:devnet', address, sign)).toBe('CHAIN_NOT_ALLOWED')
  })

  const groupOrder = 2n ** 252n + 27742317777372353535851937790883648493n
  test.each<[string, Sign, string]>([
    ['another key', (text) => signature(utf8ToBytes(text), other), 'SIGNATURE_INVALID'],
    ['another text', (text) => signature(utf8ToBytes(`${text} `)), 'SIGNATURE_INVALID'],
    [
      's above the group order',
      (text) => {
        const bytes = ed25519.sign(utf8ToBytes(text), secret)
        const s = BigInt(`0x${bytesToHex(bytes.slice(32).reverse())}`) + groupOrder
        const high = Uint8Array.from({ length: 32 }, (_, index) => Number((s >> BigInt(8 * index)) & 0xffn))
        return base58.encode(concatBytes(bytes.subarray(0, 32), high))
      },
      'SIGNATURE_INVALID',
    ],
    [
      '63 bytes',
      (text) => base58.encode(ed25519.sign(utf8ToBytes(text), secret).subarray(1)),
      'SIGNATURE_MALFORMED',
    ],
    ['hex', (text) => `0x${bytesToHex(ed25519.sign(utf8ToBytes(text), secret))}`, 'SIGNATURE_MALFORMED'],
    ['nothing', () => '', 'SIGNATURE_MALFORMED'],
  ])('refused: %s', async (_, sign, reason) => {
    expect(await outcome(solana, address, sign)).toBe(reason)
  })

  test('refused: a key of small order, for which one signature fits every text', async () => {
    const identity = Uint8Array.from({ length: 32 }, (_, index) => (index === 0 ? 1 : 0))
    const forged = base58.encode(concatBytes(identity, new Uint8Array(32)))
    expect(await outcome(solana, base58.encode(identity), () => forged)).not.toContain('solana:')
  })

  test('refused: an address of 31 bytes', async () => {
    expect(await outcome(solana, base58.encode(new Uint8Array(31).fill(5)), () => 'x')).not.toContain(
      'solana:',
    )
  })
})
