import { parseNetworkId } from '../../protocol/caip.js'
import {
  addressPatternOf,
  isDomain,
  isNonce,
  isRequestId,
  isScheme,
  isStatement,
  isTime,
  isUri,
} from './grammar.js'
import type { SiwxMessage } from './SiwxMessage.js'

const resourceLimit = 64

/** A chain id that every program reads as the same number: a larger one would be rounded to its neighbour's. */
function isEip155Reference(reference: string): boolean {
  return /^[1-9]\d{0,15}$/.test(reference) && Number.isSafeInteger(Number(reference))
}

/** The first thing that keeps a message from being one, as a sentence; `undefined` where there is nothing. */
export function problemOf(message: SiwxMessage): string | undefined {
  const { scheme, statement, expirationTime, notBefore, requestId, resources } = message
  const network = parseNetworkId(message.chainId)
  if (network === undefined) return '`chainId` is not a CAIP-2 id'
  if (network.namespace === 'eip155' && !isEip155Reference(network.reference))
    return '`chainId` has no chain of eip155'
  if (!isGood(isScheme, scheme)) return '`scheme` is not a scheme'
  if (!isDomain(message.domain)) return '`domain` is not a host with an optional port'
  if (!addressPatternOf(network.namespace).test(message.address))
    return `\`address\` is not one of ${network.namespace}`
  if (!isGood(isStatement, statement)) {
    return "`statement` must be one line of ASCII letters, digits and -._~:/?#[]@!$&'()*+,;="
  }
  if (!isUri(message.uri)) return '`uri` is not a URI'
  if (message.version !== '1') return '`version` is not 1'
  if (!isNonce(message.nonce)) return '`nonce` must be 8 to 128 letters and digits'
  if (!isTime(message.issuedAt)) return '`issuedAt` is not an RFC 3339 time'
  if (!isGood(isTime, expirationTime)) return '`expirationTime` is not an RFC 3339 time'
  if (!isGood(isTime, notBefore)) return '`notBefore` is not an RFC 3339 time'
  if (!isGood(isRequestId, requestId)) return '`requestId` has a character that may not be in it'
  if (resources !== undefined && resources.length > resourceLimit) return '`resources` are too many'
  if (resources?.every(isUri) === false) return '`resources` has one that is not a URI'
  return undefined
}

/** Checks an optional part: absent or valid. */
function isGood(isOne: (text: string) => boolean, text: string | undefined): boolean {
  return text === undefined || isOne(text)
}
