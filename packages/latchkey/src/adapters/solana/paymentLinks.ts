import { accepted, type PaymentLinks, refused } from '../../protocol/amounts/parsePaymentLink.js'

/**
 * The payment links of Solana (Solana Pay), of an address alone: what has parameters, or leads to a server that makes the
 * transaction, is more than is understood here.
 */
export const paymentLinks: PaymentLinks = {
  scheme: 'solana',
  parse(rest) {
    const [address = '', query] = rest.split('?')
    const fault = faultOf(address)
    if (fault !== undefined) return refused(/^https/i.test(rest) ? 'unsupported' : fault)
    return query === undefined
      ? accepted({ namespace: 'solana', recipient: address })
      : refused('unsupported')
  },
  faultOf,
  // Solana Pay has no name for a chain, and all its wallets read an address.
  make: ({ address }) => address,
}

function faultOf(address: string): 'malformed' | undefined {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address) ? undefined : 'malformed'
}
