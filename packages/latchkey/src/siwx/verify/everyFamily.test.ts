import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
import { p2pkh } from '@scure/btc-signer'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { formatSiwxMessage } from '../message/formatSiwxMessage.js'
import { parseSiwxMessage } from '../message/parseSiwxMessage.js'
import type { SiwxMessage } from '../message/SiwxMessage.js'
import { liking, variants } from '../testing.js'
import { SiwxError } from './SiwxError.js'
import { verifySiwx } from './verifySiwx.js'

// Every form of message, signed by each chain family: read, verified, and refused once one character of it is another.

type Signer = {
  readonly chainId: CaipNetworkId
  readonly address: string
  sign(text: string): string | Promise<string>
}

const secret = new Uint8Array(32).fill(7)

const signers: readonly Signer[] = [ethereum(), solana(), bitcoin(), polkadot()]

// Only pages sign in: their schemes are two.
const messages = variants.filter(
  ({ chainId, scheme = 'https' }) => chainId === undefined && /^https?$/.test(scheme),
)

test('there are 45 forms of message', () => {
  expect(messages.length).toBeGreaterThanOrEqual(45)
})

describe.each(signers.map((signer) => [signer.chainId, signer] as const))('%s', (chainId, signer) => {
  test.each(messages)('%j', async (variant) => {
    const message = { ...base(signer), ...variant }
    const text = formatSiwxMessage(message)
    expect(parseSiwxMessage(text)).toEqual(message)
    const signature = await signer.sign(text)
    const { account } = await verifySiwx({ message: text, signature, expected: liking(message) })
    expect(account).toBe(`${chainId}:${signer.address}`)

    const position = text.indexOf('Nonce: ') + 'Nonce: '.length
    const changed = `${text.slice(0, position)}${text[position] === 'x' ? 'y' : 'x'}${text.slice(position + 1)}`
    const refusal = await verifySiwx({ message: changed, signature, expected: liking(message) }).catch(
      (error: unknown) => error,
    )
    expect(refusal).toBeInstanceOf(SiwxError)
    expect(refusal).toMatchObject({ reason: 'SIGNATURE_INVALID' })
  })
})

function base({ chainId, address }: Signer): SiwxMessage {
  return {
    domain: 'app.example',
    address,
    uri: 'https://app.example/login',
    version: '1',
    chainId,
    nonce: '32891756abcd',
    issuedAt: '2026-11-21T10:00:00.000Z',
  }
}

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
  const body = concatBytes(Uint8Array.of(0), ed25519.getPublicKey(secret))
  const checksum = blake2b(concatBytes(utf8ToBytes('SS58PRE'), body)).subarray(0, 2)
  return {
    chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    address: base58.encode(concatBytes(body, checksum)),
    sign: (text) => `0x${bytesToHex(ed25519.sign(utf8ToBytes(`<Bytes>${text}</Bytes>`), secret))}`,
  }
}
