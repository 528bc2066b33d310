import type { CaipNetworkId, Namespace } from '../../protocol/caip.js'
import { formatSiwxMessage } from './formatSiwxMessage.js'
import { problemOf } from './problemOf.js'
import { blockchainNames, type SiwxMessage } from './SiwxMessage.js'

/** The longest text that is looked at, in characters. */
const textLimit = 8_192

const opening = new RegExp(
  `^(?:([^\\s:/]+)://)?(\\S+) wants you to sign in with your (${Object.values(blockchainNames).join('|')}) account:$`,
)

/**
 * Reads a text by the grammar alone, for browsers, which need no hash to know their own messages again: the checksum of
 * an eip155 address is left to `parseSiwxMessage`.
 *
 * Strict: what is read prints as exactly the same bytes, so nothing can stand in a text that is not in the message.
 */
export function readSiwxMessage(text: string): SiwxMessage | undefined {
  if (text.length > textLimit) return undefined
  const lines = text.split('\n')
  const [first = '', address = ''] = lines
  const [, scheme, domain, blockchain] = opening.exec(first) ?? []
  const namespace = (Object.keys(blockchainNames) as Namespace[]).find(
    (name) => blockchainNames[name] === blockchain,
  )
  if (domain === undefined || namespace === undefined) return undefined
  // Without a statement its line is left out, and the two blank lines meet.
  const isStated = lines[3] !== ''
  const fields = lines.slice(isStated ? 5 : 4)
  const take = (name: string) =>
    fields[0]?.startsWith(`${name}: `) ? fields.shift()?.slice(name.length + 2) : undefined
  const uri = take('URI')
  const version = take('Version')
  const reference = take('Chain ID')
  const nonce = take('Nonce')
  const issuedAt = take('Issued At')
  if (!uri || version !== '1' || !reference || !nonce || !issuedAt) return undefined
  const message: SiwxMessage = {
    ...optional('scheme', scheme),
    domain,
    address,
    ...optional('statement', isStated ? lines[3] : undefined),
    uri,
    version,
    chainId: `${namespace}:${reference}` as CaipNetworkId,
    nonce,
    issuedAt,
    ...optional('expirationTime', take('Expiration Time')),
    ...optional('notBefore', take('Not Before')),
    ...optional('requestId', take('Request ID')),
    ...(fields[0] === 'Resources:' ? { resources: fields.slice(1).map((line) => line.slice(2)) } : {}),
  }
  if (problemOf(message) !== undefined || formatSiwxMessage(message) !== text) return undefined
  return message
}

function optional<name extends keyof SiwxMessage>(name: name, value: string | undefined) {
  return value === undefined ? {} : { [name]: value }
}
