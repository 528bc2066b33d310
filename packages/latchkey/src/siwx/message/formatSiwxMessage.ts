import { namespaceOf } from '../../protocol/caip.js'
import { problemOf } from './problemOf.js'
import { blockchainNameOf, isBlankLeftOut, type SiwxMessage } from './SiwxMessage.js'

/**
 * Writes a message as the text that is signed. An eip155 address is written as given, and must have its checksum
 * (EIP-55) to be accepted: wallets' own answers may lack it, the kit's addresses have it.
 *
 * @throws `TypeError` naming the field that the grammar does not allow: what cannot be read back is never signed.
 * @see ERC-4361 "ABNF Message Format", CAIP-122
 *
 * @example
 * ```ts
 * const text = formatSiwxMessage({
 *   domain: 'app.example',
 *   address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
 *   uri: 'https://app.example',
 *   version: '1',
 *   chainId: 'eip155:1',
 *   nonce: await fetch('/nonce').then((response) => response.text()),
 *   issuedAt: new Date().toISOString(),
 * })
 * ```
 */
export function formatSiwxMessage(message: SiwxMessage): string {
  const problem = problemOf(message)
  if (problem !== undefined) throw new TypeError(problem)
  const { scheme, domain, address, statement, chainId, resources } = message
  const namespace = namespaceOf(chainId)
  const origin = scheme === undefined ? domain : `${scheme}://${domain}`
  const lines = [
    `${origin} wants you to sign in with your ${blockchainNameOf(namespace)} account:`,
    address,
    '',
    ...(statement === undefined ? [] : [statement]),
    ...(statement === undefined && isBlankLeftOut(namespace) ? [] : ['']),
    `URI: ${message.uri}`,
    `Version: ${message.version}`,
    `Chain ID: ${chainId.slice(namespace.length + 1)}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${message.issuedAt}`,
  ]
  if (message.expirationTime !== undefined) lines.push(`Expiration Time: ${message.expirationTime}`)
  if (message.notBefore !== undefined) lines.push(`Not Before: ${message.notBefore}`)
  if (message.requestId !== undefined) lines.push(`Request ID: ${message.requestId}`)
  if (resources !== undefined) lines.push('Resources:', ...resources.map((resource) => `- ${resource}`))
  return lines.join('\n')
}
