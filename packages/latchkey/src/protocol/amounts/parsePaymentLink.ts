import { accountAddressPattern, type CaipNetworkId, type Namespace } from '../caip.js'
import { parseCaipAddress } from '../parseCaipAddress.js'

/**
 * The payment that a QR code or a pasted text asks for. `recipient` is an address, or a name of its family still to be
 * resolved; `units` and `networkId` are absent if the text omits them; with `tokenAddress` the units are that token's.
 * A link that counts in whole tokens has an `amount` instead of `units`, because it does not say the token's decimals.
 */
export interface PaymentRequest {
  namespace: Namespace
  networkId?: CaipNetworkId | undefined
  recipient: string
  tokenAddress?: string | undefined
  units?: bigint | undefined
  /** Digits and a point, for `parseAmount`. */
  amount?: string | undefined
}

/**
 * The reasons why a text is not a valid payment request. `unsupported` is well-formed, but asks for more than a
 * payment.
 */
export type PaymentLinkFault = 'malformed' | 'checksum' | 'unsupported' | 'amount'

export type ParsedPaymentLink =
  | { status: 'ok'; request: PaymentRequest }
  | {
      status: 'refused'
      reason: PaymentLinkFault
      /** The function or parameter that is not understood, to show to the visitor. */
      detail?: string | undefined
    }

/** The longest payment link, in characters: a code that pays in several ways has long ones. */
export const linkLimit = 4096

/** The payment links of a chain family. */
export type PaymentLinks = {
  /** The links' URI scheme, in lower case and without the colon: `ethereum`. */
  readonly scheme: string
  /** Reads what comes after the scheme: printable ASCII, at most 4,096 characters. Never throws. */
  parse(rest: string): ParsedPaymentLink
  /** Returns the fault of an address that can be found from its characters alone. */
  faultOf(address: string): 'malformed' | 'checksum' | undefined
  /** Makes the content of a QR code for receiving at an address. */
  make(parameters: { readonly networkId: CaipNetworkId; readonly address: string }): string
}

/**
 * Parses a payment request from a QR code or a pasted text: a link of a family, a CAIP-10 account, or a bare address.
 *
 * - Rejects unknown functions and parameters, and repeated parameters, because the visitor must be shown everything
 *   that the link asks for. Never throws.
 *
 * @param links The family's: `await adapter.paymentLinks()`. Without them only addresses are read.
 * @example
 * ```ts
 * const links = await eip155().paymentLinks?.()
 * parsePaymentLink('ethereum:0xAb…@10?value=1.5e18', { namespace: 'eip155', links })
 * ```
 */
export function parsePaymentLink(
  text: string,
  { namespace, links }: { readonly namespace: Namespace; readonly links?: PaymentLinks | undefined },
): ParsedPaymentLink {
  const trimmed = text.trim()
  // Printable ASCII only: look-alike letters and direction marks can make an address look like another one.
  if (trimmed.length > linkLimit || !/^[\x21-\x7e]+$/.test(trimmed)) return refused('malformed')
  const plain = (of: Namespace, address: string, networkId?: CaipNetworkId) => {
    const fault = of === namespace && links !== undefined ? links.faultOf(address) : faultOfAny(address)
    return fault === undefined ? accepted({ namespace: of, networkId, recipient: address }) : refused(fault)
  }
  if (links !== undefined && isLinkOf(links, trimmed))
    return links.parse(trimmed.slice(links.scheme.length + 1))
  if (!trimmed.includes(':')) return plain(namespace, trimmed)
  const account = parseCaipAddress(trimmed)
  return account === undefined
    ? refused('malformed')
    : plain(account.namespace, account.address, account.networkId)
}

/** Checks whether a text has the scheme of a family's payment links, well-formed or not. */
export function isLinkOf({ scheme }: PaymentLinks, text: string): boolean {
  return text.trim().toLowerCase().startsWith(`${scheme}:`)
}

/** Checks an address of a family without an adapter. */
function faultOfAny(address: string): 'malformed' | undefined {
  return accountAddressPattern.test(address) ? undefined : 'malformed'
}

export function accepted(request: PaymentRequest): ParsedPaymentLink {
  return { status: 'ok', request }
}

export function refused(reason: PaymentLinkFault, detail = ''): ParsedPaymentLink {
  // Anything but a plain name could imitate a text of the kit.
  return /^\w{1,32}$/.test(detail) ? { status: 'refused', reason, detail } : { status: 'refused', reason }
}
