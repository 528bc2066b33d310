import { parseAmount } from '../../protocol/amounts/parseAmount.js'
import { accepted, type PaymentLinks, refused } from '../../protocol/amounts/parsePaymentLink.js'

const decimals = 9
/** Texts for the visitor's own reading, which change nothing about the payment. */
const remarks = ['label', 'message']

/**
 * Reads Solana's payment links (Solana Pay): an address, and an amount of the coin or a token. Rejects an amount of a
 * token, whose decimals a link does not say; parameters that would have to be in the transaction (`reference`, `memo`);
 * and links to a server that creates the transaction.
 */
export const paymentLinks: PaymentLinks = {
  scheme: 'solana',
  parse(rest) {
    // A second question mark belongs to the value in which it stands.
    const [address = '', ...after] = rest.split('?')
    if (faultOf(address)) return refused(/^https/i.test(rest) ? 'unsupported' : 'malformed')
    const given = new URLSearchParams(after.join('?'))
    for (const name of given.keys()) {
      const isKnown = name === 'amount' || name === 'spl-token' || remarks.includes(name)
      if (!isKnown || given.getAll(name).length > 1) return refused('unsupported', name)
    }
    const request = { namespace: 'solana', recipient: address }
    const tokenAddress = given.get('spl-token') ?? undefined
    const amount = given.get('amount')
    if (tokenAddress !== undefined) {
      if (faultOf(tokenAddress)) return refused('malformed')
      return amount === null ? accepted({ ...request, tokenAddress }) : refused('unsupported', 'amount')
    }
    if (amount === null) return accepted(request)
    const read = /^\d+(\.\d+)?$/.test(amount) ? parseAmount(amount, decimals) : undefined
    return read?.status === 'ok' ? accepted({ ...request, units: read.units }) : refused('amount')
  },
  faultOf,
  // Solana Pay links name no chain, and all wallets for it read a plain address.
  make: ({ address }) => address,
}

function faultOf(address: string): 'malformed' | undefined {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address) ? undefined : 'malformed'
}
