import { accepted, type PaymentLinks, refused } from '../../protocol/amounts/parsePaymentLink.js'

/**
 * Reads Solana's payment links (Solana Pay) that have only an address. Rejects links with parameters and links to a
 * server that creates the transaction, which it does not support.
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
  // Solana Pay links name no chain, and all wallets for it read a plain address.
  make: ({ address }) => address,
}

function faultOf(address: string): 'malformed' | undefined {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address) ? undefined : 'malformed'
}
