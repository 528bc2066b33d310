import { parseQuery, parseUnits } from '../../protocol/amounts/linkQuery.js'
import { accepted, type PaymentLinks, refused } from '../../protocol/amounts/parsePaymentLink.js'

/**
 * Reads Bitcoin's payment links (BIP-21): an address, and possibly an amount. `label` and `message`, which change no
 * payment, are passed over; links with anything else are rejected.
 */
export const paymentLinks: PaymentLinks = {
  scheme: 'bitcoin',
  parse(rest) {
    const [address = '', query = '', ...more] = rest.split('?')
    const fault = more.length > 0 ? 'malformed' : faultOf(address)
    if (fault !== undefined) return refused(fault)
    const parameters = parseQuery(query, /^([\w-]+)=(.+)$/)
    if (parameters === undefined) return refused('malformed')
    const unknown = [...parameters.keys()].find((key) => !known.has(key))
    if (unknown !== undefined) return refused('unsupported', unknown)
    const amount = parameters.get('amount')
    if (amount === undefined) return accepted({ namespace: 'bip122', recipient: address })
    const units = parseUnits(`${amount}e8`)
    return units === undefined || units > mostUnits
      ? refused('amount')
      : accepted({ namespace: 'bip122', recipient: address, units })
  },
  faultOf,
  make: ({ address }) => `bitcoin:${address}`,
}

const known = new Set(['amount', 'label', 'message'])
/** All bitcoins that will ever be, in satoshi. */
const mostUnits = 2_100_000_000_000_000n

const pattern = /^([123mn][1-9A-HJ-NP-Za-km-z]{25,34}|(bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87})$/

function faultOf(address: string): 'malformed' | undefined {
  // Bech32 addresses are all in lower case or all in upper case.
  const isUpper = address === address.toUpperCase()
  return pattern.test(isUpper ? address.toLowerCase() : address) ? undefined : 'malformed'
}
