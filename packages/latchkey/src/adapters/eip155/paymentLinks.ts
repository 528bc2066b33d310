import { parseQuery, parseUnits } from '../../protocol/amounts/linkQuery.js'
import {
  accepted,
  type ParsedPaymentLink,
  type PaymentLinks,
  refused,
} from '../../protocol/amounts/parsePaymentLink.js'
import { parseNetworkId, toNetworkId } from '../../protocol/caip.js'
import { hasChecksum } from '../../protocol/hasChecksum.js'

/**
 * Reads the payment links of EVM chains (EIP-681): `ethereum:`, also with `pay-`, for a coin or a token's `transfer`.
 * The recipient may be an ENS name.
 *
 * - Reads numbers such as `2.5e18` as bigint; rejects fractions of a base unit as `amount`.
 * - Mixed-case addresses must have a correct EIP-55 checksum.
 * - Ignores gas parameters, because the wallet estimates gas itself.
 * - Rejects and names every other function or parameter: a call with arguments must not become a transfer.
 */
export const paymentLinks: PaymentLinks = {
  scheme: 'ethereum',
  parse,
  faultOf,
  make: ({ networkId, address }) => `ethereum:${address}@${parseNetworkId(networkId)?.reference}`,
}

function parse(rest: string): ParsedPaymentLink {
  const match = /^(?:pay-)?([^@/?#%]+)(?:@([^/?#]+))?(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(rest)
  // Stryker disable next-line ArrayDeclaration,StringLiteral: text that is not a link has no valid target either.
  const [, target = '', chain, functionName, query = ''] = match ?? []
  const targetFault = faultOf(target)
  if (targetFault !== undefined && !isName(target)) return refused(targetFault)
  const networkId = chain === undefined || !/^\d+$/.test(chain) ? undefined : toNetworkId(chain, 'eip155')
  if (chain !== undefined && networkId === undefined) return refused('malformed')
  const parameters = parseQuery(query, pairPattern)
  if (parameters === undefined) return refused('malformed')
  if (functionName !== undefined && functionName !== 'transfer') return refused('unsupported', functionName)
  const isToken = functionName === 'transfer'
  const known = [...gasKeys, ...(isToken ? ['address', 'uint256'] : ['value'])]
  const unknown = [...parameters.keys()].find((key) => !known.includes(key))
  if (unknown !== undefined) return refused('unsupported', unknown)
  // A name could be moved to another contract between the preview and the transfer.
  if (isToken && targetFault !== undefined) return refused('unsupported')

  const amount = parameters.get(isToken ? 'uint256' : 'value')
  const units = amount === undefined ? undefined : parseUnits(amount)
  if (amount !== undefined && units === undefined) return refused('amount')
  const recipient = isToken ? (parameters.get('address') ?? '') : target
  const fault = faultOf(recipient)
  if (fault !== undefined && !isName(recipient)) return refused(fault)
  return accepted({
    namespace: 'eip155',
    networkId,
    recipient,
    units,
    tokenAddress: isToken ? target : undefined,
  })
}

/** Nothing is percent-encoded. */
const pairPattern = /^([a-zA-Z0-9]+)=([-+.a-zA-Z0-9]+)$/
const gasKeys = ['gas', 'gasLimit', 'gasPrice']

/** Returns the fault of an address that can be found from its characters alone. */
function faultOf(address: string): 'malformed' | 'checksum' | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return 'malformed'
  return isChecksummed(address) ? undefined : 'checksum'
}

/** Checks that an address is in lower case, in upper case, or has a correct EIP-55 checksum. */
function isChecksummed(address: string): boolean {
  const digits = address.slice(2)
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || hasChecksum(address)
}

function isName(text: string): boolean {
  return text.length <= 255 && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.[a-z]{2,}$/.test(text)
}
