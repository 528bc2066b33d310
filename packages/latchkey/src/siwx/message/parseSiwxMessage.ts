import { hasChecksum } from '../../protocol/hasChecksum.js'
import { readSiwxMessage } from './readSiwxMessage.js'
import type { SiwxMessage } from './SiwxMessage.js'

/**
 * Reads the text that was signed; `undefined` for any other. Strict: what is read prints as exactly the same bytes, so
 * nothing can stand in a text that is not in the message, and an eip155 address has its checksum (EIP-55). Whatever is
 * read here, `siwe`, viem and ox read too.
 *
 * @see ERC-4361 "ABNF Message Format", CAIP-122
 */
export function parseSiwxMessage(text: string): SiwxMessage | undefined {
  const message = readSiwxMessage(text)
  if (message?.chainId.startsWith('eip155:') && !hasChecksum(message.address)) return undefined
  return message
}
