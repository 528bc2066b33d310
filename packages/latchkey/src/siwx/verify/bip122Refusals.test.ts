import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { Address, NETWORK, p2wpkh, RawWitness, SigHash } from '@scure/btc-signer'
import { expect, test } from 'vitest'
import {
  address,
  notKey,
  pkh,
  publicKey,
  sh,
  signNested,
  signOld,
  signSimple,
  tr,
  transactions,
  withItems,
  wpkh,
  xOnly,
} from './bip122Signers.js'
import { bitcoin, other, outcome, type Sign, secret } from './outcomeOf.js'

test.each<[string, string, Sign]>([
  ['another key', address(wpkh), signSimple(p2wpkh(secp256k1.getPublicKey(other)).script, other)],
  ['another key, older form', address(pkh), signOld(31, other)],
  ['a P2WPKH header for a P2PKH address', address(pkh), signOld(39)],
  ['another key with a P2PKH header', address(sh), signOld(31, other)],
  ['an uncompressed key for a P2SH address', address(sh), signOld(27)],
  ['a P2SH header for a P2WPKH address', address(wpkh), signOld(35)],
  ['another key, nested', address(sh), signNested(other)],
  ['a header beyond the last', address(wpkh), signOld(43)],
  [
    'the older form with the high s of the two',
    address(pkh),
    (text) => {
      const bytes = base64.decode(signOld(31)(text))
      const high = secp256k1.Point.CURVE().n - BigInt(`0x${bytesToHex(bytes.subarray(33))}`)
      const s = Uint8Array.from({ length: 32 }, (_, index) =>
        Number((high >> BigInt(8 * (31 - index))) & 0xffn),
      )
      return base64.encode(
        concatBytes(Uint8Array.of((bytes[0] ?? 0) === 31 ? 32 : 31), bytes.subarray(1, 33), s),
      )
    },
  ],
  [
    'the older form of zeros',
    address(pkh),
    () => base64.encode(concatBytes(Uint8Array.of(31), new Uint8Array(64))),
  ],
  ['a signature for P2TR of the same key', address(wpkh), signSimple(tr.script, secret, xOnly)],
  [
    'a witness with a third item',
    address(wpkh),
    () => base64.encode(RawWitness.encode([publicKey, publicKey, publicKey])),
  ],
  [
    'a third item after a good signature',
    address(wpkh),
    (text) => withItems(signSimple(wpkh.script)(text), (items) => [...items, publicKey]),
  ],
  [
    'a second item after a good signature for P2TR',
    address(tr),
    (text) => withItems(signSimple(tr.script, secret, xOnly)(text), (items) => [...items, publicKey]),
  ],
  [
    'the key of a witness uncompressed',
    address(wpkh),
    (text) =>
      withItems(signSimple(wpkh.script)(text), ([one = publicKey]) => [
        one,
        secp256k1.getPublicKey(secret, false),
      ]),
  ],
  ['a kind that covers no output', address(wpkh), signSimple(wpkh.script, secret, undefined, SigHash.NONE)],
  [
    'another kind named than was signed',
    address(wpkh),
    (text) =>
      withItems(signSimple(wpkh.script)(text), ([one = publicKey, key = publicKey]) => [
        concatBytes(one.subarray(0, -1), Uint8Array.of(2)),
        key,
      ]),
  ],
  [
    'a witness with the high s of the two',
    address(wpkh),
    (text) =>
      withItems(signSimple(wpkh.script)(text), ([one = publicKey, key = publicKey]) => {
        const { r, s } = secp256k1.Signature.fromBytes(one.subarray(0, -1), 'der')
        const high = new secp256k1.Signature(r, secp256k1.Point.CURVE().n - s)
        return [concatBytes(high.toBytes('der'), Uint8Array.of(1)), key]
      }),
  ],
  [
    'a witness whose signature is not in DER',
    address(wpkh),
    () => base64.encode(RawWitness.encode([Uint8Array.of(5, 1), publicKey])),
  ],
  [
    'a witness with the hash of what is no key',
    Address(NETWORK).encode({ type: 'wpkh', hash: ripemd160(sha256(notKey)) }),
    (text) => withItems(signSimple(wpkh.script)(text), ([one = publicKey]) => [one, notKey]),
  ],
  [
    'a witness of a good signature for P2PKH, which has none',
    address(pkh),
    (text) => {
      const { toSign } = transactions(text, pkh.script)
      const hash = toSign.preimageWitnessV0(0, pkh.script, SigHash.ALL, 0n)
      const signature = secp256k1.sign(hash, secret, { prehash: false, format: 'der' })
      return base64.encode(RawWitness.encode([concatBytes(signature, Uint8Array.of(1)), publicKey]))
    },
  ],
  ['an empty witness', address(wpkh), () => base64.encode(Uint8Array.of(0, 0))],
  ['hex', address(wpkh), () => `0x${'ab'.repeat(70)}`],
  ['nothing', address(wpkh), () => ''],
])('refused: %s', async (_, who, sign) => {
  expect(await outcome(bitcoin, who, sign)).toMatch(/^SIGNATURE_/)
})
