import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
import { p2pkh } from '@scure/btc-signer'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import { privateKeyToAccount } from 'viem/accounts'
import type { CaipNetworkId } from '../../protocol/caip.js'

/** An account of a chain family, for tests. */
export type Signer = {
  readonly chainId: CaipNetworkId
  readonly address: string
  sign(text: string): string | Promise<string>
}

const secret = new Uint8Array(32).fill(7)

/** One account of each family. Those of bip122 and polkadot sign as their wallets usually do, which needs the peers. */
export const signers: readonly Signer[] = [ethereum(), solana(), bitcoin(), polkadot()]

function ethereum(): Signer {
  const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  return {
    chainId: 'eip155:1',
    address: account.address,
    sign: (message) => account.signMessage({ message }),
  }
}

function solana(): Signer {
  return {
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    address: base58.encode(ed25519.getPublicKey(secret)),
    sign: (text) => base58.encode(ed25519.sign(utf8ToBytes(text), secret)),
  }
}

function bitcoin(): Signer {
  return {
    chainId: 'bip122:000000000019d6689c085ae165831e93',
    address: String(p2pkh(secp256k1.getPublicKey(secret)).address),
    sign(text) {
      const message = utf8ToBytes(text)
      const size = message.length < 253 ? [message.length] : [253, message.length & 255, message.length >> 8]
      const signed = concatBytes(
        utf8ToBytes('\u0018Bitcoin Signed Message:\n'),
        Uint8Array.from(size),
        message,
      )
      const bytes = secp256k1.sign(sha256(sha256(signed)), secret, { prehash: false, format: 'recovered' })
      return base64.encode(concatBytes(Uint8Array.of(31 + (bytes[0] ?? 0)), bytes.subarray(1)))
    },
  }
}

function polkadot(): Signer {
  const key = secretFromSeed(secret)
  const body = concatBytes(Uint8Array.of(0), getPublicKey(key))
  const checksum = blake2b(concatBytes(utf8ToBytes('SS58PRE'), body)).subarray(0, 2)
  return {
    chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    address: base58.encode(concatBytes(body, checksum)),
    sign: (text) => `0x${bytesToHex(sign(key, utf8ToBytes(`<Bytes>${text}</Bytes>`)))}`,
  }
}
