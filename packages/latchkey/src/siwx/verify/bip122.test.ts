import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import {
  Address,
  NETWORK,
  OutScript,
  p2pkh,
  p2sh,
  p2tr,
  p2wpkh,
  RawWitness,
  SigHash,
  TEST_NETWORK,
  Transaction,
} from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { bitcoin, other, outcome, regtest, type Sign, secret, testnet } from './outcomeOf.js'

describe('bip122', () => {
  const publicKey = secp256k1.getPublicKey(secret)
  const xOnly = publicKey.slice(1)

  /** BIP-322 "simple", signed by the library's own transactions. */
  const signSimple =
    (
      script: Uint8Array,
      key = secret,
      tapInternalKey?: Uint8Array,
      sighashType?: number,
      redeemScript?: Uint8Array,
    ): Sign =>
    (text) => {
      const tag = sha256(utf8ToBytes('BIP0322-signed-message'))
      const digest = sha256(concatBytes(tag, tag, utf8ToBytes(text)))
      const toSpend = new Transaction({
        version: 0,
        allowUnknownOutputs: true,
        allowUnknownInputs: true,
        disableScriptCheck: true,
      })
      toSpend.addOutput({ script, amount: 0n })
      toSpend.addInput({
        txid: '00'.repeat(32),
        index: 0xffffffff,
        sequence: 0,
        finalScriptSig: concatBytes(Uint8Array.of(0, 32), digest),
      })
      const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
      toSign.addInput({
        txid: toSpend.id,
        index: 0,
        sequence: 0,
        witnessUtxo: { script, amount: 0n },
        ...(tapInternalKey === undefined ? {} : { tapInternalKey }),
        ...(sighashType === undefined ? {} : { sighashType }),
        ...(redeemScript === undefined ? {} : { redeemScript }),
      })
      toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
      toSign.sign(key, sighashType === undefined ? undefined : [sighashType])
      toSign.finalize()
      return base64.encode(RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? []))
    }

  const signOld =
    (header: number, key = secret): Sign =>
    (text) => {
      const message = utf8ToBytes(text)
      const size = message.length < 253 ? [message.length] : [253, message.length & 255, message.length >> 8]
      const hash = sha256(
        sha256(concatBytes(utf8ToBytes('\u0018Bitcoin Signed Message:\n'), Uint8Array.from(size), message)),
      )
      const bytes = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
      return base64.encode(concatBytes(Uint8Array.of(header + (bytes[0] ?? 0)), bytes.subarray(1)))
    }

  const withItems = (
    signature: string,
    change: (items: readonly Uint8Array[]) => readonly Uint8Array[],
  ): string => base64.encode(RawWitness.encode([...change(RawWitness.decode(base64.decode(signature)))]))

  const wpkh = p2wpkh(publicKey)
  const tr = p2tr(xOnly)
  const pkh = p2pkh(publicKey)
  const sh = p2sh(p2wpkh(publicKey))
  const signNested = (key = secret): Sign =>
    signSimple(
      p2sh(p2wpkh(secp256k1.getPublicKey(key))).script,
      key,
      undefined,
      undefined,
      p2wpkh(secp256k1.getPublicKey(key)).script,
    )
  const address = (payment: { readonly address?: string | undefined }) => String(payment.address)

  test.each<[string, string, Sign]>([
    ['BIP-322 of P2WPKH', address(wpkh), signSimple(wpkh.script)],
    ['BIP-322 of P2TR', address(tr), signSimple(tr.script, secret, xOnly)],
    ['BIP-322 of P2SH-P2WPKH', address(sh), signNested()],
    ['the older form of P2PKH', address(pkh), signOld(31)],
    ['the older form of P2SH-P2WPKH', address(sh), signOld(35)],
    ['the older form of P2WPKH', address(wpkh), signOld(39)],
    ['the older form of P2SH-P2WPKH with a P2PKH header', address(sh), signOld(31)],
    ['the older form of P2WPKH with a P2PKH header', address(wpkh), signOld(31)],
    [
      'the older form of an uncompressed key',
      address(p2pkh(secp256k1.getPublicKey(secret, false))),
      signOld(27),
    ],
  ])('%s', async (_, who, sign) => {
    expect(await outcome(bitcoin, who, sign)).toBe(`${bitcoin}:${who}`)
  })

  test('the older form with each of the possible points', async () => {
    for (const [header, payment] of [
      [27, p2pkh(secp256k1.getPublicKey(secret, false))],
      [31, pkh],
      [35, sh],
      [39, wpkh],
    ] as const) {
      const seen = new Set<number>()
      while (seen.size < 2) {
        const sign: Sign = (text) => {
          const signature = signOld(header)(text)
          seen.add(base64.decode(signature)[0] ?? 0)
          return signature
        }
        expect(await outcome(bitcoin, address(payment), sign)).toBe(`${bitcoin}:${address(payment)}`)
      }
      expect([...seen].sort()).toEqual([header, header + 1])
    }
  })

  test('the older form: a header beyond the last one is invalid', async () => {
    let first = 0
    const sign: Sign = (text) => {
      const signature = signOld(43)(text)
      first = base64.decode(signature)[0] ?? 0
      return signature
    }
    while (first !== 43) expect(await outcome(bitcoin, address(wpkh), sign)).toBe('SIGNATURE_INVALID')
  })

  test('refused: the key of another account that differs in one byte', async () => {
    const hash = pkh.hash.slice()
    hash[19] = (hash[19] ?? 0) ^ 1
    expect(await outcome(bitcoin, Address(NETWORK).encode({ type: 'pkh', hash }), signOld(31))).toBe(
      'SIGNATURE_INVALID',
    )
  })

  test('the older form of texts around the length that needs more bytes', async () => {
    const { verifyBip122 } = await import('./verifyBip122.js')
    for (const length of [0, 252, 253, 254, 255, 256, 4_000]) {
      const text = 'x'.repeat(length)
      const who = { address: address(pkh), chainId: bitcoin }
      expect(await verifyBip122(text, who, signOld(31)(text))).toBe(true)
    }
  })

  test('BIP-322 of P2TR: a named kind must be the one that covers everything', async () => {
    const withKind = (kind: number) => signSimple(tr.script, secret, xOnly, kind)
    expect(await outcome(bitcoin, address(tr), withKind(SigHash.ALL))).toBe(`${bitcoin}:${address(tr)}`)
    expect(await outcome(bitcoin, address(tr), withKind(SigHash.NONE))).toBe('SIGNATURE_INVALID')
    const zeroNamed: Sign = (text) => {
      const [signature = publicKey] = RawWitness.decode(
        base64.decode(signSimple(tr.script, secret, xOnly)(text)),
      )
      return base64.encode(RawWitness.encode([concatBytes(signature, Uint8Array.of(0))]))
    }
    expect(await outcome(bitcoin, address(tr), zeroNamed)).toBe('SIGNATURE_INVALID')
  })

  test('an address of a test network, on that network only', async () => {
    const who = address(p2wpkh(publicKey, TEST_NETWORK))
    expect(await outcome(testnet, who, signSimple(wpkh.script))).toBe(`${testnet}:${who}`)
    expect(await outcome(bitcoin, who, signSimple(wpkh.script))).toBe('ADDRESS_INVALID')
  })

  test('an address of regtest signs in on regtest alone', async () => {
    const who = address(p2wpkh(publicKey, { ...TEST_NETWORK, bech32: 'bcrt' }))
    expect(await outcome(regtest, who, signSimple(wpkh.script))).toBe(`${regtest}:${who}`)
    expect(await outcome(testnet, who, signSimple(wpkh.script))).toBe('ADDRESS_INVALID')
    const ofTestnet = address(p2wpkh(publicKey, TEST_NETWORK))
    expect(await outcome(regtest, ofTestnet, signSimple(wpkh.script))).toBe('ADDRESS_INVALID')
  })

  test('the published vectors of BIP-322', async () => {
    const { verifyBip122 } = await import('./verifyBip122.js')
    const who = { address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', chainId: bitcoin }
    const empty =
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
    const hello =
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
    expect(await verifyBip122('', who, empty)).toBe(true)
    expect(await verifyBip122('Hello World', who, hello)).toBe(true)
    expect(await verifyBip122('Hello World', who, empty)).toBe(false)
  })

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
    ['an empty witness', address(wpkh), () => base64.encode(Uint8Array.of(0, 0))],
    ['hex', address(wpkh), () => `0x${'ab'.repeat(70)}`],
    ['nothing', address(wpkh), () => ''],
  ])('refused: %s', async (_, who, sign) => {
    expect(await outcome(bitcoin, who, sign)).toMatch(/^SIGNATURE_/)
  })

  test('refused: an address whose checksum is wrong', async () => {
    const broken = address(wpkh).replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))
    expect(await outcome(bitcoin, broken, () => 'AAAA')).toBe('ADDRESS_INVALID')
  })

  test('the OutScript and the address name the same recipient', () => {
    expect(OutScript.encode({ type: 'wpkh', hash: wpkh.hash })).toEqual(wpkh.script)
  })
})
