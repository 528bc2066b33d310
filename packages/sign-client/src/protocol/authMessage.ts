/**
 * The sign-in message, its request, and its signed answer (CAIP-122, its Ethereum form ERC-4361, and CAIP-74 for the
 * object called CACAO).
 */
import { parseAccount, toChainId } from './caip.js'
import { type Fields, isRecord, readText, readTexts } from './read.js'
import { withRecapStatement } from './recap.js'

/** An app's request for a signed message. */
export type AuthPayload = {
  /** CAIP-2 ids of eip155; the wallet may sign for any of them. */
  readonly chains: readonly string[]
  readonly domain: string
  /** The requesting page (ERC-4361 `URI`). */
  readonly aud: string
  readonly version: string
  readonly nonce: string
  /** RFC 3339, like `exp` and `nbf`. */
  readonly iat: string
  readonly exp?: string | undefined
  readonly nbf?: string | undefined
  readonly statement?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** A signed message: its parts and its signature. */
export type Cacao = {
  readonly h: { readonly t: string }
  readonly p: Omit<AuthPayload, 'chains'> & {
    /** `did:pkh:eip155:1:0x…` */
    readonly iss: string
  }
  readonly s: {
    /** `eip191` by a key, `eip1271` by a contract. */
    readonly t: string
    readonly s: string
  }
}

const textLimit = 8192
const resourceLimit = 64

/**
 * Formats the text to sign, with lines joined by `\n`.
 *
 * @param payload The request, or the payload of a signed answer.
 * @param iss The account, as CAIP-10 or `did:pkh:` with CAIP-10.
 */
export function formatAuthMessage(payload: Omit<AuthPayload, 'chains'>, iss: string): string {
  const [, reference, address] = iss.replace(/^did:pkh:/, '').split(':')
  const { domain, aud, version, nonce, iat, exp, nbf, requestId, resources } = payload
  const lines = [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    // An empty statement adds no line: official clients write and verify it that way.
    withRecapStatement(payload.statement, resources) || undefined,
    '',
    `URI: ${aud}`,
    `Version: ${version}`,
    `Chain ID: ${reference}`,
    `Nonce: ${nonce}`,
    `Issued At: ${iat}`,
    exp ? `Expiration Time: ${exp}` : undefined,
    nbf ? `Not Before: ${nbf}` : undefined,
    requestId ? `Request ID: ${requestId}` : undefined,
    resources && ['Resources:', ...resources.map((resource) => `- ${resource}`)].join('\n'),
  ]
  return lines.filter((line) => line !== undefined).join('\n')
}

/** Parses the account of a `did:pkh:`; `undefined` if it is not an eip155 account. */
export function accountOfIss(
  iss: string,
): { readonly chainId: string; readonly address: string } | undefined {
  const account = iss.startsWith('did:pkh:') ? parseAccount(iss.slice('did:pkh:'.length)) : undefined
  return account?.chainId.startsWith('eip155:') && /^0x[0-9a-fA-F]{40}$/.test(account.address)
    ? account
    : undefined
}

/** Reads an app's request; `undefined` if a part is missing or no chain supports this kind of signature. */
export function readAuthPayload(value: unknown): AuthPayload | undefined {
  if (!isRecord(value)) return undefined
  const common = readCommon(value)
  const chains = readTexts(
    value.chains,
    resourceLimit,
    (chain) => toChainId(chain)?.startsWith('eip155:') === true,
  )
  if (common === undefined || chains === undefined || chains.length === 0) return undefined
  return { chains: chains.map((chain) => toChainId(chain) ?? chain), ...common }
}

/** Reads a signed message. Does not verify the signature. */
export function readCacao(value: unknown): Cacao | undefined {
  if (!isRecord(value) || !isRecord(value.h) || !isRecord(value.p) || !isRecord(value.s)) return undefined
  const common = readCommon(value.p)
  const [h, iss, t, s] = [value.h.t, value.p.iss, value.s.t, value.s.s].map((text) =>
    readText(text, textLimit * 2),
  )
  if (common === undefined || h === undefined || iss === undefined || accountOfIss(iss) === undefined)
    return undefined
  if (
    t === undefined ||
    !/^eip(191|1271|6492)$/.test(t) ||
    s === undefined ||
    !/^0x([0-9a-f]{2})+$/i.test(s)
  ) {
    return undefined
  }
  return { h: { t: h }, p: { ...common, iss }, s: { t, s } }
}

function readCommon(fields: Fields): Omit<AuthPayload, 'chains'> | undefined {
  const [domain, aud, nonce, iat] = [fields.domain, fields.aud, fields.nonce, fields.iat].map(readLine)
  if (!domain || !aud || !nonce || !iat) return undefined
  const resources = readTexts(fields.resources, resourceLimit, (text) => isLine(text))
  if (fields.resources !== undefined && fields.resources !== null && resources === undefined) return undefined
  return {
    domain,
    aud,
    version: readLine(fields.version) ?? '1',
    nonce,
    iat,
    exp: readLine(fields.exp),
    nbf: readLine(fields.nbf),
    statement: readLine(fields.statement),
    requestId: readLine(fields.requestId),
    resources,
  }
}

/** Reads one line of the message. A line break inside it could forge the following lines. */
function readLine(value: unknown): string | undefined {
  const text = readText(value, textLimit)
  return text !== undefined && isLine(text) ? text : undefined
}

function isLine(text: string): boolean {
  return text.length <= textLimit && !/[\r\n]/.test(text)
}
