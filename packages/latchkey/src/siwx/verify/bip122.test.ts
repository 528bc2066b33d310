import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import {
  Address,
  NETWORK,
  OutScript,
  p2pkh,
  p2wpkh,
  RawWitness,
  SigHash,
  TEST_NETWORK,
} from '@scure/btc-signer'
import { expect, test } from 'vitest'
import {
  address,
  pkh,
  publicKey,
  sh,
  signNested,
  signOld,
  signSimple,
  tr,
  wpkh,
  xOnly,
} from './bip122Signers.js'
import { bitcoin, outcome, regtest, type Sign, secret, testnet } from './outcomeOf.js'

test.each<[string, string, Sign]>([
  ['BIP-322 of P2WPKH', address(wpkh), signSimple(wpkh.script)],
  ['BIP-322 of P2TR', address(tr), signSimple(tr.script, secret, xOnly)],
  ['BIP-322 of P2SH-P2WPKH', address(sh), signNested()],
  ['the older form of P2PKH', address(pkh), signOld(31)],
  ['the older form of P2SH-P2WPKH', address(sh), signOld(35)],
  ['the older form of P2WPKH', address(wpkh), signOld(39)],
  ['the older form of P2SH-P2WPKH with a P2PKH header', address(sh), signOld(31)],
  ['the older form of P2WPKH with a P2PKH header', address(wpkh), signOld(31)],
  ['the older form of P2TR with a P2PKH header', address(tr), signOld(31)],
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
  for (const length of [0, 252, 253, 254, 255, 256, 4_000, 65_535, 65_536, 70_000]) {
    const text = 'x'.repeat(length)
    const who = { address: address(pkh), chainId: bitcoin }
    expect(await verifyBip122(text, who, signOld(31)(text))).toBe(true)
  }
})

test('bytes are verified as a text is', async () => {
  const { verifyBip122 } = await import('./verifyBip122.js')
  for (const [payment, sign] of [
    [pkh, signOld(31)],
    [wpkh, signSimple(wpkh.script)],
  ] as const) {
    const who = { address: address(payment), chainId: bitcoin }
    expect(await verifyBip122(utf8ToBytes('Grüße'), who, sign('Grüße'))).toBe(true)
    expect(await verifyBip122(utf8ToBytes('Grüsse'), who, sign('Grüße'))).toBe(false)
  }
})

test('the older form: the first P2SH header is not one of P2PKH', async () => {
  let first = 0
  const sign: Sign = (text) => {
    const signature = signOld(35)(text)
    first = base64.decode(signature)[0] ?? 0
    return signature
  }
  while (first !== 35) expect(await outcome(bitcoin, address(pkh), sign)).toBe('SIGNATURE_INVALID')
})

test('the older form has 65 bytes, and what begins like it otherwise is neither form', async () => {
  const sign: Sign = (text) => base64.encode(concatBytes(base64.decode(signOld(31)(text)), Uint8Array.of(0)))
  expect(await outcome(bitcoin, address(pkh), sign)).toBe('SIGNATURE_MALFORMED')
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

test('refused: an address whose checksum is wrong', async () => {
  const broken = address(wpkh).replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))
  expect(await outcome(bitcoin, broken, () => 'AAAA')).toBe('ADDRESS_INVALID')
})

test('the OutScript and the address name the same recipient', () => {
  expect(OutScript.encode({ type: 'wpkh', hash: wpkh.hash })).toEqual(wpkh.script)
})
