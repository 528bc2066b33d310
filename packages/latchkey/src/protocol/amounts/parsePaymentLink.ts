import { type CaipNetworkId, type Namespace, parseCaipAddress, toNetworkId } from '../caip.js'
import { hasChecksum } from '../hasChecksum.js'
import { maxUnits } from './parseAmount.js'

/**
 * What a code or a pasted text asks to pay. `recipient` is an address, or for eip155 an ENS name still to be resolved;
 * `units` and `networkId` are absent when the text leaves them open; with `tokenAddress` the units are that token's.
 */
export interface PaymentRequest {
  namespace: Namespace
  networkId?: CaipNetworkId | undefined
  recipient: string
  tokenAddress?: string | undefined
  units?: bigint | undefined
}

/** Why a text asks for nothing that can be paid. `unsupported` is well-formed, but more than a payment. */
export type PaymentLinkFault = 'malformed' | 'checksum' | 'unsupported' | 'amount'

export type ParsedPaymentLink =
  | { status: 'ok'; request: PaymentRequest }
  | { status: 'refused'; reason: PaymentLinkFault }

/**
 * Reads what `receiveLink` writes, and what other wallets write in its place: an EIP-681 link (`ethereum:`, also with
 * `pay-`; a coin, or the `transfer` of a token), `bitcoin:` with an address, a CAIP-10 account, or a bare address of
 * the given namespace.
 *
 * - Numbers such as `2.5e18` are read by bigint; what leaves a part of a base unit is refused as `amount`.
 * - Mixed-case eip155 addresses must carry a right EIP-55 checksum.
 * - Unknown functions and parameters, and parameters given twice, are refused: what is shown to the visitor must be
 *   all that the link asks for. Gas parameters are read and left out: the wallet knows better. Never throws.
 *
 * @example parsePaymentLink('ethereum:0xAb…@10?value=1.5e18')
 */
export function parsePaymentLink(
  text: string,
  { namespace = 'eip155' }: { namespace?: Namespace | undefined } = {},
): ParsedPaymentLink {
  const trimmed = text.trim()
  // Printable ASCII only: look-alike letters and direction marks make an address seem another one.
  if (!/^[\x21-\x7e]{1,1024}$/.test(trimmed)) return refused('malformed')
  if (/^ethereum:/i.test(trimmed)) return parseEthereum(trimmed.slice('ethereum:'.length))
  if (/^bitcoin:/i.test(trimmed)) return plain('bip122', trimmed.slice('bitcoin:'.length))
  if (!trimmed.includes(':')) return plain(namespace, trimmed)
  const account = parseCaipAddress(trimmed)
  return account === undefined
    ? refused('malformed')
    : plain(account.namespace, account.address, account.networkId)
}

function parseEthereum(rest: string): ParsedPaymentLink {
  const match = /^(?:pay-)?([^@/?#%]+)(?:@([^/?#]+))?(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(rest)
  const [, target = '', chain, functionName, query = ''] = match ?? []
  const targetFault = faultOf('eip155', target)
  if (targetFault !== undefined && !isName(target)) return refused(targetFault)
  const networkId = chain === undefined || !/^\d+$/.test(chain) ? undefined : toNetworkId(chain, 'eip155')
  if (chain !== undefined && networkId === undefined) return refused('malformed')
  const parameters = parseQuery(query)
  if (parameters === undefined) return refused('malformed')
  if (functionName !== undefined && functionName !== 'transfer') return refused('unsupported')
  const isToken = functionName === 'transfer'
  const known = [...gasKeys, ...(isToken ? ['address', 'uint256'] : ['value'])]
  if ([...parameters.keys()].some((key) => !known.includes(key))) return refused('unsupported')
  // A name could be moved to another contract between the preview and the transfer.
  if (isToken && targetFault !== undefined) return refused('unsupported')

  const amount = parameters.get(isToken ? 'uint256' : 'value')
  const units = amount === undefined ? undefined : parseUnits(amount)
  if (amount !== undefined && units === undefined) return refused('amount')
  const recipient = isToken ? (parameters.get('address') ?? '') : target
  const fault = faultOf('eip155', recipient)
  if (fault !== undefined && !isName(recipient)) return refused(fault)
  return accepted({
    namespace: 'eip155',
    networkId,
    recipient,
    units,
    tokenAddress: isToken ? target : undefined,
  })
}

const gasKeys = ['gas', 'gasLimit', 'gasPrice']

/** The parameters of a query; `undefined` when one is empty, encoded or given twice. */
function parseQuery(query: string): Map<string, string> | undefined {
  const parameters = new Map<string, string>()
  for (const part of query === '' ? [] : query.split('&')) {
    const [, key, value] = /^([a-zA-Z0-9]+)=([-+.a-zA-Z0-9]+)$/.exec(part) ?? []
    if (key === undefined || value === undefined || parameters.has(key)) return undefined
    parameters.set(key, value)
  }
  return parameters
}

/** A number of EIP-681 as whole base units; `undefined` when it is signed, has a rest, or is beyond a uint256. */
function parseUnits(text: string): bigint | undefined {
  const [, whole, fraction = '', exponent = '0'] =
    /^(\d{1,78})(?:\.(\d{1,78}))?(?:e\+?(\d{1,2}))?$/i.exec(text) ?? []
  const decimals = fraction.replace(/0+$/, '')
  // Two digits of exponent at most: a power of 1e9 would take the page's memory before it is found too large.
  if (whole === undefined || decimals.length > Number(exponent)) return undefined
  const units = BigInt(whole + decimals.padEnd(Number(exponent), '0'))
  return units > maxUnits ? undefined : units
}

function plain(namespace: Namespace, address: string, networkId?: CaipNetworkId): ParsedPaymentLink {
  const fault = faultOf(namespace, address)
  return fault === undefined ? accepted({ namespace, networkId, recipient: address }) : refused(fault)
}

/** What is wrong with an address of a namespace, as far as its letters say. */
function faultOf(namespace: Namespace, address: string): 'malformed' | 'checksum' | undefined {
  if (!addressPatterns[namespace].test(address)) return 'malformed'
  return namespace === 'eip155' && !isChecksummed(address) ? 'checksum' : undefined
}

const addressPatterns = {
  eip155: /^0x[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  polkadot: /^[1-9A-HJ-NP-Za-km-z]{46,50}$/,
  bip122:
    /^([123mn][1-9A-HJ-NP-Za-km-z]{25,34}|(bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|(BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{8,87})$/,
} satisfies Record<Namespace, RegExp>

/** Whether an address is written in one case, or in the mixed case of EIP-55. */
function isChecksummed(address: string): boolean {
  const digits = address.slice(2)
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || hasChecksum(address)
}

function isName(text: string): boolean {
  return text.length <= 255 && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.[a-z]{2,}$/.test(text)
}

function accepted(request: PaymentRequest): ParsedPaymentLink {
  return { status: 'ok', request }
}

function refused(reason: PaymentLinkFault): ParsedPaymentLink {
  return { status: 'refused', reason }
}
