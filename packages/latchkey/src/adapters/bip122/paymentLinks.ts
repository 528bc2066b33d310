import { parseQuery, parseUnits } from '../../protocol/amounts/linkQuery.js'
import { accepted, type PaymentLinks, refused } from '../../protocol/amounts/parsePaymentLink.js'

/**
 * Reads Bitcoin's payment links (BIP-21): an address, and possibly an amount. Other parameters are passed over, because
 * they change no payment on the chain: `lightning` is another way to pay the same. Only what must be understood, by its
 * `req-`, is rejected.
 */
export const paymentLinks: PaymentLinks = {
  scheme: 'bitcoin',
  parse(rest) {
    const [address = ''] = rest.split('?', 1)
    const fault = faultOf(address)
    if (fault !== undefined) return refused(fault)
    // A link in capitals makes a smaller code. A parameter may be a link with a query of its own.
    const query = rest.slice(address.length + 1).replace(/(^|&)[\w-]+/g, (key) => key.toLowerCase())
    const parameters = parseQuery(query, /^([\w-]+)=(.+)$/)
    if (parameters === undefined) return refused('malformed')
    if ([...parameters.keys()].some((key) => key.startsWith('req-'))) return refused('unsupported')
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

/** All bitcoins that will ever be, in satoshi. */
const mostUnits = 2_100_000_000_000_000n

const pattern = /^([123mn][1-9A-HJ-NP-Za-km-z]{25,34}|(bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87})$/

function faultOf(address: string): 'malformed' | undefined {
  // Bech32 addresses are all in lower case or all in upper case.
  const isUpper = address === address.toUpperCase()
  return pattern.test(isUpper ? address.toLowerCase() : address) ? undefined : 'malformed'
}
