import { accepted, type PaymentLinks, refused } from '../../protocol/amounts/parsePaymentLink.js'

/**
 * Reads Bitcoin's payment links (BIP-21) that have only an address. Rejects links with parameters, which it does not
 * support.
 */
export const paymentLinks: PaymentLinks = {
  scheme: 'bitcoin',
  parse(rest) {
    const [address = '', query] = rest.split('?')
    const fault = faultOf(address)
    if (fault !== undefined) return refused(fault)
    return query === undefined
      ? accepted({ namespace: 'bip122', recipient: address })
      : refused('unsupported')
  },
  faultOf,
  make: ({ address }) => `bitcoin:${address}`,
}

const base58 = /^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/
/** Bech32 addresses are all in lower case or all in upper case. */
const bech32 = /^((bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|(BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{8,87})$/

function faultOf(address: string): 'malformed' | undefined {
  return base58.test(address) || bech32.test(address) ? undefined : 'malformed'
}
