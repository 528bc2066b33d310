import { accountAddressPattern } from '../../protocol/caip.js'

/**
 * The grammar of ERC-4361 (ABNF) and of the RFCs it builds on, as patterns for one field each. Where the RFC allows
 * what no page needs (user names in a domain, leap seconds), we do not.
 */

const unreserved = "A-Za-z0-9\\-._~!$&'()*+,;="
const encoded = '%[0-9A-Fa-f]{2}'
const segment = `(?:[${unreserved}:@]|${encoded})`

const domain = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?$/i
const scheme = /^[a-z][a-z0-9+.-]{0,31}$/i
/** RFC 3986, without IPv6 literals: a port has only digits, and any other `:` must be before an `@`. */
const authority = `(?:(?:[${unreserved}:]|${encoded})*@)?(?:[${unreserved}]|${encoded})*(?::\\d*)?`
const uri = new RegExp(
  `^[A-Za-z][A-Za-z0-9+.\\-]*:(?://${authority}(?:/${segment}*)*|(?!//)/?(?:${segment}+(?:/${segment}*)*)?)` +
    `(?:\\?(?:[/?]|${segment})*)?(?:#(?:[/?]|${segment})*)?$`,
)
const statement = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/
const nonce = /^[A-Za-z0-9]{8,128}$/
const requestId = new RegExp(`^${segment}+$`)
const time =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

const base58 = '[1-9A-HJ-NP-Za-km-z]'
/** The format of each chain family's addresses, without their checksums. */
const addressPatterns: { readonly [namespace: string]: RegExp | undefined } = {
  eip155: /^0x[0-9a-fA-F]{40}$/,
  solana: new RegExp(`^${base58}{32,44}$`),
  bip122: new RegExp(`^(?:[13mn2]${base58}{25,34}|(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87})$`),
  polkadot: new RegExp(`^${base58}{46,49}$`),
}

/** Returns the format of a family's addresses; for an unknown family, what CAIP-10 allows. */
export function addressPatternOf(namespace: string): RegExp {
  return addressPatterns[namespace] ?? accountAddressPattern
}

/** Checks that a text is an RFC 3339 date and time of an existing day. */
export function isTime(text: string): boolean {
  // Stryker disable next-line ArrayDeclaration: only what a match has after its first item is read.
  const [, year, month, day] = time.exec(text) ?? []
  // `Date` rolls 30 February over, so the parsed day must equal the written one. An unparsable text has no year.
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return Number(year) > 0 && date.getUTCDate() === Number(day) && Number.isFinite(Date.parse(text))
}

export const isDomain = (text: string): boolean => domain.test(text)
export const isScheme = (text: string): boolean => scheme.test(text)
export const isUri = (text: string): boolean => text.length <= 2_048 && uri.test(text)
export const isStatement = (text: string): boolean => statement.test(text)
export const isNonce = (text: string): boolean => nonce.test(text)
export const isRequestId = (text: string): boolean => requestId.test(text)
