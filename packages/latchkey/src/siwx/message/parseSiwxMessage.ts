import { hasChecksum } from '../../protocol/hasChecksum.js'
import { networkIdOf } from './networkIdOf.js'
import { readSiwxMessage } from './readSiwxMessage.js'
import type { SiwxMessage } from './SiwxMessage.js'

/**
 * Parses a signed text; `undefined` if it is not a valid message. Strict: the result prints as exactly the same bytes,
 * so a text cannot contain anything that the message lacks, and an eip155 address must have its checksum (EIP-55). Only the
 * name of a Solana cluster (`Chain ID: mainnet`) is read as the cluster's CAIP-2 id.
 * `siwe`, viem and ox can read every text that this function accepts.
 *
 * @see ERC-4361 "ABNF Message Format", CAIP-122
 */
export function parseSiwxMessage(text: string): SiwxMessage | undefined {
  const message = readSiwxMessage(text)
  if (message?.chainId.startsWith('eip155:') && !hasChecksum(message.address)) return undefined
  return message && { ...message, chainId: networkIdOf(message) }
}
