import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
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
import { secretFromSeed, sign as signSr25519, getPublicKey as srPublicKey } from '@scure/sr25519'
import { describe, expect, test } from 'vitest'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { formatSiwxMessage } from '../message/formatSiwxMessage.js'
import { expectations, messageOf, testStore } from '../testing.js'
import { verifySiwx } from './verifySiwx.js'

const solana: CaipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoin: CaipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
const testnet: CaipNetworkId = 'bip122:000000000933ea01ad0ee984209779ba'
const polkadot: CaipNetworkId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const secret = new Uint8Array(32).fill(7)
const other = new Uint8Array(32).fill(9)

type Sign = (text: string) => string

async function outcome(chainId: CaipNetworkId, address: string, sign: Sign): Promise<string> {
  const store = testStore()
  const text = formatSiwxMessage(messageOf({ address, chainId }, store))
  return verifySiwx({
    message: text,
    signature: sign(text),
    expected: expectations(store, { chainIds: [solana, bitcoin, testnet, polkadot] }),
  }).then(
    ({ account }) => account,
    (error: { readonly reason?: string }) => error.reason ?? String(error),
  )
}

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

describe('bip122', () => {
  const publicKey = secp256k1.getPublicKey(secret)
  const xOnly = publicKey.slice(1)

  /** BIP-322 "simple", signed by the library's own transactions. */
  const signSimple =
    (script: Uint8Array, key = secret, tapInternalKey?: Uint8Array, sighashType?: number): Sign =>
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
  const address = (payment: { readonly address?: string | undefined }) => String(payment.address)

  test.each<[string, string, Sign]>([
    ['BIP-322 of P2WPKH', address(wpkh), signSimple(wpkh.script)],
    ['BIP-322 of P2TR', address(tr), signSimple(tr.script, secret, xOnly)],
    ['the older form of P2PKH', address(pkh), signOld(31)],
    ['the older form of P2SH-P2WPKH', address(sh), signOld(35)],
    ['the older form of P2WPKH', address(wpkh), signOld(39)],
    [
      'the older form of an uncompressed key',
      address(p2pkh(secp256k1.getPublicKey(secret, false))),
      signOld(27),
    ],
  ])('%s', async (_, who, sign) => {
    expect(await outcome(bitcoin, who, sign)).toBe(`${bitcoin}:${who}`)
  })

  test('the older form, whichever of its points a signature is of', async () => {
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

  test('the older form: the header after the last is none', async () => {
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

  test('the older form of texts around the length that is written in more bytes', async () => {
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
    ['a P2PKH header for a P2WPKH address', address(wpkh), signOld(31)],
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

  test('OutScript and the address agree on what is paid to', () => {
    expect(OutScript.encode({ type: 'wpkh', hash: wpkh.hash })).toEqual(wpkh.script)
  })
})

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
    [
      'sr25519, an address of another network',
      ss58(accounts.sr25519, [42]),
      (text) => hex(signSr25519(sr, wrapped(text))),
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

  test('refused: an address whose checksum is wrong', async () => {
    const bytes = base58.decode(ss58(accounts.ed25519))
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    expect(await outcome(polkadot, base58.encode(bytes), () => `0x${'ab'.repeat(64)}`)).toBe(
      'ADDRESS_INVALID',
    )
  })
})
