import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { hasChecksum } from '../../protocol/hasChecksum.js'
import type { ChainClient } from './contractSignature.js'
import { hashOfText, keySignatureOf, signerOf } from './keySignature.js'
import { SiwxError } from './SiwxError.js'

export declare namespace verifyEip155 {
  type Parameters = {
    readonly text: string
    /** In the letters of its checksum (EIP-55). */
    readonly address: string
    /** Hexadecimal, of 8,192 bytes at most. */
    readonly signature: string
    /** The chain that the message names: `eip155:1`. */
    readonly chainId: string
    /** Reads the chain for accounts that are contracts; several must agree by majority. */
    readonly clients: readonly ChainClient[]
  }
}

/**
 * Checks whether an eip155 account signed a text: a key (ERC-191, low s only), else a contract, deployed (ERC-1271) or
 * not yet (ERC-6492, ERC-8010), by a call to the chain. Only the clients' own nodes are called, whatever a contract
 * answers.
 *
 * @throws {SiwxError} `ADDRESS_INVALID` or `SIGNATURE_MALFORMED` for malformed input, `CHAIN_UNREACHABLE` if too few of
 *   the clients answered within 5 s.
 */
export async function verifyEip155({
  text,
  address,
  signature,
  chainId,
  clients,
}: verifyEip155.Parameters): Promise<boolean> {
  if (!hasChecksum(address)) throw new SiwxError('ADDRESS_INVALID')
  if (!/^0x(?:[0-9a-f]{2}){1,8192}$/i.test(signature)) throw new SiwxError('SIGNATURE_MALFORMED')
  const key = keySignatureOf(hexToBytes(signature.slice(2)))
  // Decided here: an account with code would accept the other forms of a key's signature (high s, 64 bytes) below.
  if (key !== undefined && signerOf(text, key) === address.toLowerCase()) return key.isStrict
  if (clients.length === 0) return false
  // Servers that verify no contract accounts need no viem.
  const { isContractSignature } = await import('./contractSignature.js')
  const question = {
    hash: `0x${bytesToHex(hashOfText(text))}`,
    address: address as `0x${string}`,
    signature: signature as `0x${string}`,
    chainId: BigInt(chainId.slice('eip155:'.length)),
  } as const
  const answers = await Promise.all(clients.map((client) => isContractSignature(client, question)))
  const needed = Math.floor(clients.length / 2) + 1
  const count = (answer: boolean | undefined) => answers.filter((one) => one === answer).length
  if (count(true) >= needed) return true
  if (count(false) >= needed) return false
  throw new SiwxError('CHAIN_UNREACHABLE')
}
