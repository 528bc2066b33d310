import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
import { p2pkh, p2sh, p2tr, p2wpkh, p2wsh } from '@scure/btc-signer'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { verifyBip122 } from './verifyBip122.js'
import { verifyEip155 } from './verifyEip155.js'
import { verifyPolkadot } from './verifyPolkadot.js'
import { verifySolana } from './verifySolana.js'

// Each family on its own, without the grammar of messages that stands before it.

const text = 'Sign in.'
const secret = new Uint8Array(32).fill(7)
const invalid = expect.objectContaining({ reason: 'ADDRESS_INVALID' })
const malformed = expect.objectContaining({ reason: 'SIGNATURE_MALFORMED' })

describe('eip155', () => {
  const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const verify = (signature: string, address: string = account.address) =>
    verifyEip155({ text, address, signature, chainId: 'eip155:1', clients: [] })

  test('an address without its checksum is invalid', async () => {
    const signature = await account.signMessage({ message: text })
    expect(await verify(signature)).toBe(true)
    await expect(verify(signature, account.address.toLowerCase())).rejects.toEqual(invalid)
  })

  test.each(['x0x00', '0x0', '0x', '0x00x', `0x${'00'.repeat(8_193)}`])(
    '%.10s is no signature',
    async (one) => {
      await expect(verify(one)).rejects.toEqual(malformed)
    },
  )

  test('8,192 bytes may be one', async () => {
    expect(await verify(`0x${'00'.repeat(8_192)}`)).toBe(false)
  })
})

describe('solana', () => {
  test.each(['', '0OIl', base58.encode(new Uint8Array(31)), base58.encode(new Uint8Array(33))])(
    '%j is no address',
    (address) => {
      expect(() => verifySolana(text, address, base58.encode(new Uint8Array(64)))).toThrow(invalid)
    },
  )
})

describe('polkadot', () => {
  const checksumOf = (body: Uint8Array) => blake2b(concatBytes(utf8ToBytes('SS58PRE'), body)).subarray(0, 2)
  const addressOf = (prefix: readonly number[], id: Uint8Array, between: readonly number[] = []) => {
    const body = concatBytes(Uint8Array.from(prefix), id)
    return base58.encode(concatBytes(body, Uint8Array.from(between), checksumOf(body)))
  }
  const hex = (...parts: readonly Uint8Array[]) => `0x${bytesToHex(concatBytes(...parts))}`
  const ed = ed25519.getPublicKey(secret)
  const good = hex(ed25519.sign(utf8ToBytes(text), secret))
  const ecdsaAccount = blake2b(secp256k1.getPublicKey(secret), { dkLen: 32 })
  /** A text whose signature recovers the point, and that signature with the point at its end. */
  const ecdsaOf = (point: number) => {
    for (let index = 0; ; index++) {
      const hash = blake2b(utf8ToBytes(`${text}${index}`), { dkLen: 32 })
      const bytes = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' })
      if (bytes[0] === point)
        return { text: `${text}${index}`, bytes: concatBytes(bytes.slice(1), bytes.slice(0, 1)) }
    }
  }

  test.each([
    ['0', [0]],
    ['63', [63]],
    ['64, in two bytes', [80, 0]],
    ['16,383, in two bytes', [127, 255]],
  ])('the address of network %s is read', async (_, prefix) => {
    expect(await verifyPolkadot(text, addressOf(prefix, ed), good)).toBe(true)
  })

  test.each([
    ['nothing', ''],
    ['what is not base58', '0OIl'],
    ['an address with a byte before its checksum', addressOf([0], ed, [0])],
    ['a small network in two bytes', addressOf([64, 0], ed)],
    ['a first byte that no network has', addressOf([128, 1], ed)],
    ['a reserved network', addressOf([46], ed)],
    ['an account of 31 bytes', addressOf([0], ed.subarray(1))],
  ])('%s is not an address', async (_, address) => {
    await expect(verifyPolkadot(text, address, good)).rejects.toEqual(invalid)
  })

  test.each([`x${good}`, `${good}x`, `${good}000000`])('%.6s… is no signature', async (one) => {
    await expect(verifyPolkadot(text, addressOf([0], ed), one)).rejects.toEqual(malformed)
  })

  test('an ecdsa signature must be complete, of a known kind, and have the lower s', async () => {
    const address = addressOf([0], ecdsaAccount)
    const { text: of, bytes } = ecdsaOf(0)
    const cut = bytes.subarray(0, 64)
    expect(await verifyPolkadot(of, address, hex(bytes))).toBe(true)
    expect(await verifyPolkadot(of, address, hex(Uint8Array.of(2), cut))).toBe(false)
    expect(await verifyPolkadot(of, address, hex(Uint8Array.of(3), cut))).toBe(false)
    const s = secp256k1.Point.CURVE().n - BigInt(hex(bytes.subarray(32, 64)))
    const high = `${hex(bytes.subarray(0, 32))}${s.toString(16).padStart(64, '0')}01`
    expect(await verifyPolkadot(of, address, high)).toBe(false)
  })

  test('a key of small order signs nothing, though one signature would fit every text', async () => {
    const identity = Uint8Array.from({ length: 32 }, (_, index) => (index === 0 ? 1 : 0))
    const forged = hex(Uint8Array.of(0), identity, new Uint8Array(32))
    expect(await verifyPolkadot(text, addressOf([0], identity), forged)).toBe(false)
  })
})

describe('bip122', () => {
  const chainId = 'bip122:000000000019d6689c085ae165831e93'
  const key = secp256k1.getPublicKey(secret)
  const wpkh = String(p2wpkh(key).address)
  const verify = (address: string, bytes: Uint8Array) =>
    verifyBip122(text, { address, chainId }, base64.encode(bytes))

  test("a script's account is not a key's account", async () => {
    const address = String(
      p2wsh({ type: 'pk', script: concatBytes(Uint8Array.of(33), key, Uint8Array.of(0xac)) } as never)
        .address,
    )
    await expect(verify(address, new Uint8Array(64))).rejects.toEqual(invalid)
  })

  test('an account of P2SH signs in the older form only', async () => {
    expect(await verify(String(p2sh(p2wpkh(key)).address), Uint8Array.of(1, 1, 0))).toBe(false)
  })

  test.each([
    ['1 byte', new Uint8Array(1)],
    ['4,097 bytes', concatBytes(Uint8Array.of(1, 0xfd, 0xfd, 0x0f), new Uint8Array(4_093))],
    ['65 bytes that begin with 26', concatBytes(Uint8Array.of(26), new Uint8Array(64))],
  ])('%s are not a signature', async (_, bytes) => {
    await expect(verify(wpkh, bytes)).rejects.toEqual(malformed)
  })

  test("an invalid address or signature keeps the library's error as its cause", async () => {
    const cause = expect.any(Error)
    await expect(verify('bc1q', new Uint8Array(64))).rejects.toMatchObject({ cause })
    await expect(verifyBip122(text, { address: wpkh, chainId }, '###')).rejects.toMatchObject({ cause })
  })

  test('numbers that are no signature of any key sign nothing', async () => {
    const pkh = String(p2pkh(key).address)
    expect(await verify(pkh, concatBytes(Uint8Array.of(31), new Uint8Array(64)))).toBe(false)
    expect(await verify(wpkh, Uint8Array.of(1, 1, 1))).toBe(false)
    expect(await verify(String(p2tr(key.slice(1)).address), Uint8Array.of(1, 2, 5, 5))).toBe(false)
  })

  test('2 to 4,096 bytes may be one', async () => {
    expect(await verify(wpkh, Uint8Array.of(1, 0))).toBe(false)
    const longest = concatBytes(Uint8Array.of(1, 0xfd, 0xfc, 0x0f), new Uint8Array(4_092))
    expect(await verify(wpkh, longest)).toBe(false)
  })
})
