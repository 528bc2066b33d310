import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import { HARDENED_OFFSET, HDKey } from '@scure/bip32'
import { asBytes, type Bytes, utf8, wipe } from './bytes.js'
import { seedOf } from './seed.js'

/** The accounts of a wallet, in the formats of their chain families. */
export type Addresses = { readonly eip155: string; readonly solana: string }

/** The private keys of a wallet. */
export type AccountKeys = {
  /** A secp256k1 scalar. */
  readonly eip155: Bytes
  /** An Ed25519 seed. */
  readonly solana: Bytes
  readonly addresses: Addresses
}

/**
 * Derives a wallet's accounts from its 16 bytes of entropy: `m/44'/60'/0'/0/0` (BIP-32) and `m/44'/501'/0'/0'` (SLIP-10), as other wallets do
 * from the same 12 words. The caller wipes the keys.
 */
export async function deriveAccounts(entropy: Uint8Array): Promise<AccountKeys> {
  const seed = await seedOf(entropy)
  try {
    const eip155 = deriveEip155(seed)
    const solana = deriveSolana(seed)
    const addresses = { eip155: eip155AddressOf(eip155), solana: base58.encode(ed25519.getPublicKey(solana)) }
    return { eip155, solana, addresses }
  } finally {
    wipe(seed)
  }
}

function deriveEip155(seed: Uint8Array): Bytes {
  const path = [44 + HARDENED_OFFSET, 60 + HARDENED_OFFSET, HARDENED_OFFSET, 0, 0]
  let node = HDKey.fromMasterSeed(seed)
  for (const index of path) {
    const child = node.deriveChild(index)
    node.wipePrivateData()
    node = child
  }
  const { privateKey } = node
  node.wipePrivateData()
  // A node below a master seed has a private key: there is no path without one.
  return asBytes(privateKey ?? new Uint8Array(32))
}

/** SLIP-10 for Ed25519: each step is an HMAC, and all indexes are hardened. */
function deriveSolana(seed: Uint8Array): Bytes {
  let node = hmac(sha512, utf8('ed25519 seed'), seed)
  for (const index of [44, 501, 0, 0]) {
    const data = new Uint8Array(37)
    data.set(node.subarray(0, 32), 1)
    new DataView(data.buffer).setUint32(33, index + HARDENED_OFFSET)
    const child = hmac(sha512, node.subarray(32), data)
    wipe(node, data)
    node = child
  }
  const key = node.slice(0, 32)
  wipe(node)
  return asBytes(key)
}

/** The address of a secp256k1 key, with the checksum of EIP-55. */
function eip155AddressOf(privateKey: Uint8Array): string {
  const point = secp256k1.getPublicKey(privateKey, false)
  const digits = toHex(keccak_256(point.subarray(1)).subarray(12))
  const checksum = toHex(keccak_256(utf8(digits)))
  const letters = [...digits].map((digit, index) =>
    Number.parseInt(checksum[index] ?? '', 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${letters.join('')}`
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
