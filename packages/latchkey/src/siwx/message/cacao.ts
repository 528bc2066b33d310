/**
 * CACAO (CAIP-74): a signed message as an object, as wallets answer `wc_sessionAuthenticate` and as services hand it
 * on.
 */
import { namespaceOf, toCaipAddress } from '../../protocol/caip.js'
import { isRecord } from '../../protocol/checks.js'
import { parseCaipAddress } from '../../protocol/parseCaipAddress.js'
import { formatSiwxMessage } from './formatSiwxMessage.js'
import type { SiwxMessage } from './SiwxMessage.js'

export type Cacao = {
  /** `eip4361` for eip155, else `caip122`. */
  readonly h: { readonly t: string }
  readonly p: {
    readonly domain: string
    /** `did:pkh:` and the account as CAIP-10. */
    readonly iss: string
    /** The message's URI. */
    readonly aud: string
    readonly version: string
    readonly nonce: string
    readonly iat: string
    readonly nbf?: string | undefined
    readonly exp?: string | undefined
    readonly statement?: string | undefined
    readonly requestId?: string | undefined
    readonly resources?: readonly string[] | undefined
  }
  readonly s: {
    /** The kind of signature: `eip191` by a key, `eip1271` by a contract. */
    readonly t: string
    readonly s: string
  }
}

const issuer = 'did:pkh:'
const headers = ['eip4361', 'caip122', 'solana-caip122', 'bip122-caip122', 'polkadot-caip122']

/**
 * Converts a signed message to a CACAO.
 *
 * @param type The kind of signature: `eip191`, `eip1271`, `solana:signMessage`, …
 * @throws `TypeError` for an invalid message, and for one with a scheme, for which a CACAO has no field.
 */
export function toCacao(message: SiwxMessage, signature: string, type: string): Cacao {
  formatSiwxMessage(message)
  if (message.scheme !== undefined) throw new TypeError('A CACAO has no place for `scheme`')
  const { domain, uri, version, nonce, issuedAt, chainId, address } = message
  return {
    h: { t: namespaceOf(chainId) === 'eip155' ? 'eip4361' : 'caip122' },
    p: {
      domain,
      iss: issuer + toCaipAddress(chainId, address),
      aud: uri,
      version,
      nonce,
      iat: issuedAt,
      ...present('nbf', message.notBefore),
      ...present('exp', message.expirationTime),
      ...present('statement', message.statement),
      ...present('requestId', message.requestId),
      ...present('resources', message.resources),
    },
    s: { t: type, s: signature },
  }
}

/**
 * Reads an untrusted CACAO into the signed text and its signature, the input of `verifySiwx`. Returns `undefined` if
 * the value is not a CACAO, or if its parts do not form a valid message. Verifies nothing.
 *
 * @example
 * ```ts
 * const signed = readCacao(body)
 * if (signed !== undefined) await verifySiwx({ ...signed, expected })
 * ```
 */
export function readCacao(
  value: unknown,
): { readonly message: string; readonly signature: string } | undefined {
  if (!isRecord(value) || !isRecord(value.h) || !isRecord(value.p) || !isRecord(value.s)) return undefined
  const { p } = value
  const signature = value.s.s
  const account = typeof p.iss === 'string' ? parseCaipAddress(p.iss.slice(issuer.length)) : undefined
  if (typeof p.iss !== 'string' || !p.iss.startsWith(issuer) || account === undefined) return undefined
  if (!headers.includes(String(value.h.t)) || typeof signature !== 'string') return undefined
  const message = {
    domain: p.domain,
    address: account.address,
    uri: p.aud,
    // Older objects have a number here.
    version: String(p.version),
    chainId: account.networkId,
    nonce: p.nonce,
    issuedAt: p.iat,
    ...present('expirationTime', p.exp ?? undefined),
    ...present('notBefore', p.nbf ?? undefined),
    ...present('statement', p.statement ?? undefined),
    ...present('requestId', p.requestId ?? undefined),
    ...present('resources', p.resources ?? undefined),
  }
  if (!isMessage(message)) return undefined
  try {
    return { message: formatSiwxMessage(message), signature }
  } catch {
    // The grammar does not allow one of the parts.
    return undefined
  }
}

/** Checks that every part is a text, and the resources are texts; the grammar checks their content. */
function isMessage(fields: { readonly [name: string]: unknown }): fields is SiwxMessage {
  // Stryker disable next-line ArrayDeclaration: a list of texts, whatever they say.
  const { resources = [], ...texts } = fields
  const areTexts = (values: readonly unknown[]) => values.every((value) => typeof value === 'string')
  return areTexts(Object.values(texts)) && Array.isArray(resources) && areTexts(resources)
}

function present<name extends string, value>(name: name, value: value | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { readonly [key in name]?: value }
}
