import { type CaipNetworkId, namespaceOf } from 'latchkey/protocol'
import { parseSiwxMessage, recapOf, type SiwxMessage } from 'latchkey/site'
import { isSameHex } from '../../accounts/hex.js'
import type { Row, Warning } from '../ConsentRequest.js'
import { field, group, row, text, warn } from '../Draft.js'

export declare namespace checkSignIn {
  type Parameters = {
    readonly text: string
    readonly origin: string
    readonly account: string
    readonly chainId: CaipNetworkId
    /** Epoch milliseconds. */
    readonly now: number
  }
  type Result = {
    /** Whether it is a valid sign-in text; else it only looks like one. */
    readonly isValid: boolean
    readonly rows: readonly Row[]
    readonly warnings: readonly Warning[]
  }
}

/** What a sign-in text of any family has in its first line; also with changed blanks and letters. */
const likeness = /wants\s+you\s+to\s+sign\s+in\s+with\s+your|sign[\s-]*in\s+with\s+(?:ethereum|solana)/i

/** How far from now a text may have been issued. */
const tolerance = 15 * 60_000

/**
 * Checks a sign-in text (ERC-4361, CAIP-122) against the page that asks; `undefined` for a text that is none.
 *
 * The domain and its port must be those of the page's origin, with `https` unless the text names another scheme.
 * Otherwise the text cannot be approved: another site would be signed in to.
 */
export function checkSignIn(parameters: checkSignIn.Parameters): checkSignIn.Result | undefined {
  const message = parseSiwxMessage(parameters.text)
  if (message === undefined) {
    if (!likeness.test(parameters.text)) return undefined
    return { isValid: false, rows: [], warnings: malformedWarnings(parameters) }
  }
  return {
    isValid: true,
    rows: rowsOf(message, parameters.chainId),
    warnings: [
      ...siteWarnings(message, parameters.origin),
      ...accountWarnings(message, parameters),
      ...timeWarnings(message, parameters.now),
      ...grantWarnings(message),
    ],
  }
}

/** Some sites read texts that the standard does not allow: one for another site stays one for another site. */
function malformedWarnings({ text, origin }: checkSignIn.Parameters): readonly Warning[] {
  const malformed = warn('danger', 'signInMalformed')
  const [, named] = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+)\s+wants\s/i.exec(text) ?? []
  if (named === undefined) return [malformed]
  const page = urlOf(origin)
  const isOwn = page !== undefined && page.host === urlOf(`${page.protocol}//${named}`)?.host
  if (isOwn) return [malformed]
  return [malformed, warn('block', 'signInOtherSite', { domain: named, origin: page?.host ?? origin })]
}

function siteWarnings({ domain, scheme, uri }: SiwxMessage, origin: string): readonly Warning[] {
  const page = urlOf(origin)
  const site = urlOf(`${scheme ?? 'https'}://${domain}`)
  const slots = { domain, origin: page?.host ?? origin }
  if (page === undefined || site === undefined) return [warn('block', 'signInOtherSite', slots)]
  const isSame = page.protocol === site.protocol && page.host === site.host
  const isLocal = isThisMachine(page) && page.hostname === site.hostname
  const link = urlOf(uri)
  const isLinkOwn = link !== undefined && link.hostname === site.hostname
  return [
    ...(isSame
      ? []
      : isLocal
        ? // Pages of this machine have no certificate, and change their ports.
          page.host === site.host
          ? []
          : [warn('caution', 'signInLocalSite', slots)]
        : [warn('block', 'signInOtherSite', slots)]),
    ...(isLinkOwn ? [] : [warn('caution', 'signInOtherLink', { uri, domain })]),
  ]
}

function accountWarnings(
  { address, chainId }: SiwxMessage,
  { account, chainId: active }: checkSignIn.Parameters,
): readonly Warning[] {
  const isOwn = account.startsWith('0x') ? isSameHex(address, account) : address === account
  return [
    ...(isOwn && namespaceOf(chainId) === namespaceOf(active)
      ? []
      : [warn('block', 'signInOtherAccount', { address })]),
    ...(chainId === active ? [] : [warn('caution', 'signInOtherChain', { chainId })]),
  ]
}

function timeWarnings({ issuedAt, expirationTime, notBefore }: SiwxMessage, now: number) {
  const isPast = expirationTime !== undefined && Date.parse(expirationTime) <= now
  const isLater = notBefore !== undefined && Date.parse(notBefore) > now + tolerance
  const isOld = Math.abs(Date.parse(issuedAt) - now) > tolerance
  return [
    ...(isPast ? [warn('caution', 'signInExpired')] : []),
    ...(isLater ? [warn('caution', 'signInNotYet')] : []),
    ...(isOld && !isPast ? [warn('caution', 'signInOld')] : []),
  ]
}

/** A ReCap whose words and whose permissions disagree must not be signed (ERC-5573). */
function grantWarnings(message: SiwxMessage): readonly Warning[] {
  if (!message.resources?.some((one) => one.startsWith('urn:recap:'))) return []
  return [
    recapOf(message) === undefined ? warn('block', 'signInGrantsUnclear') : warn('danger', 'signInGrants'),
  ]
}

/** The network stands here only if it is another than that of the request, which every request shows. */
function rowsOf(message: SiwxMessage, active: CaipNetworkId): readonly Row[] {
  const { domain, scheme, address, statement, uri, version, chainId, nonce, issuedAt } = message
  const { expirationTime, notBefore, requestId, resources } = message
  const time = (at: string) => ({ type: 'time', at: Math.floor(Date.parse(at) / 1_000) }) as const
  return [
    row('domain', text(scheme === undefined ? domain : `${scheme}://${domain}`)),
    row('account', { type: 'address', address }),
    ...(statement === undefined ? [] : [row('purpose', text(statement))]),
    row('link', text(uri)),
    ...(chainId === active ? [] : [row('chain', text(chainId))]),
    row('issuedAt', time(issuedAt)),
    ...(expirationTime === undefined ? [] : [row('deadline', time(expirationTime))]),
    ...(notBefore === undefined ? [] : [row('notBefore', time(notBefore))]),
    row('nonce', text(nonce)),
    row('version', text(version)),
    ...(requestId === undefined ? [] : [row('requestId', text(requestId))]),
    ...(resources === undefined
      ? []
      : [
          group(
            'resources',
            resources.map((one, index) => field(String(index + 1), text(one))),
          ),
        ]),
  ]
}

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    // Not the address of a page.
    return undefined
  }
}

function isThisMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^(127\.|\[::1\]$)/.test(hostname)
}
