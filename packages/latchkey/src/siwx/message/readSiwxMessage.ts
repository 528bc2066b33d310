import { formatSiwxMessage } from './formatSiwxMessage.js'
import { problemOf } from './problemOf.js'
import { namespaceOfBlockchain, type SiwxMessage } from './SiwxMessage.js'

/** The maximum length of a parsed text, in characters. */
const textLimit = 8_192

/** The lines before the fields. Without a statement its line is left out: the two blank lines meet, or are one. */
const opening =
  /^(?:([^\s:/]+):\/\/)?(\S+) wants you to sign in with your ([-:A-Za-z0-9]{3,32}) account:\n(.*)\n\n(?:(?:(.+)\n)?\n)?(?=URI: )/
type Opening = [string, string | undefined, string, string, string, string | undefined]

/**
 * Parses a text by the grammar alone, for browsers, which recognise their own messages without a hash:
 * `parseSiwxMessage` checks the checksum of an eip155 address.
 *
 * Strict: the result prints as exactly the same bytes, so a text cannot contain anything that the message lacks. The
 * network is as the text writes it: `networkIdOf` knows the clusters that Solana wallets name.
 */
export function readSiwxMessage(text: string): SiwxMessage | undefined {
  if (text.length > textLimit) return undefined
  const match = opening.exec(text)
  if (match === null) return undefined
  const [lines, scheme, domain, blockchain, address, statement] = match as unknown as Opening
  const namespace = namespaceOfBlockchain(blockchain)
  const fields = text.slice(lines.length).split('\n')
  // Empty if absent: a message must have all required parts, and an empty line is never written.
  const take = (name: string) =>
    fields[0]?.startsWith(`${name}: `) ? String(fields.shift()).slice(name.length + 2) : ''
  const message: SiwxMessage = {
    ...optional('scheme', scheme),
    domain,
    address,
    ...optional('statement', statement),
    uri: take('URI'),
    // `problemOf` checks this, like all other parts.
    version: take('Version') as '1',
    chainId: `${namespace ?? ''}:${take('Chain ID')}`,
    nonce: take('Nonce'),
    issuedAt: take('Issued At'),
    ...optional('expirationTime', take('Expiration Time')),
    ...optional('notBefore', take('Not Before')),
    ...optional('requestId', take('Request ID')),
    ...(fields[0] === 'Resources:' ? { resources: fields.slice(1).map((line) => line.slice(2)) } : {}),
  }
  if (problemOf(message) !== undefined || formatSiwxMessage(message) !== text) return undefined
  return message
}

function optional<name extends keyof SiwxMessage>(name: name, value: string | undefined) {
  return value ? { [name]: value } : {}
}
