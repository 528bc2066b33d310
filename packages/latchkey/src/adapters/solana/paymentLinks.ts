import { parseAmount } from '../../protocol/amounts/parseAmount.js'
import { accepted, type PaymentLinks, refused } from '../../protocol/amounts/parsePaymentLink.js'

const decimals = 9
/** What the kit understands. The last two are for the visitor's own reading, and change nothing about the payment. */
const known = ['amount', 'spl-token', 'label', 'message']

/**
 * Reads Solana's payment links (Solana Pay): an address, and an amount of the coin or a token. Rejects parameters that
 * would have to be in the transaction (`reference`, `memo`), and links to a server that creates the transaction.
 */
export const paymentLinks: PaymentLinks = {
  scheme: 'solana',
  parse(rest) {
    // A second question mark belongs to the value in which it stands.
    const [address = '', ...after] = rest.split('?')
    if (faultOf(address)) return refused(/^https/i.test(rest) ? 'unsupported' : 'malformed')
    const given = new URLSearchParams(after.join('?'))
    for (const name of given.keys()) {
      if (!known.includes(name) || given.getAll(name).length > 1) return refused('unsupported', name)
    }
    const { amount, 'spl-token': tokenAddress } = Object.fromEntries(given)
    if (tokenAddress !== undefined && faultOf(tokenAddress)) return refused('malformed')
    const token = tokenAddress === undefined ? {} : { tokenAddress }
    const request = { namespace: 'solana', recipient: address, ...token }
    if (amount === undefined) return accepted(request)
    if (!/^\d+(\.\d+)?$/.test(amount)) return refused('amount')
    // In whole tokens; a link does not say into how many parts one is divided.
    if (tokenAddress !== undefined) return accepted({ ...request, amount })
    const read = parseAmount(amount, decimals)
    return read.status === 'ok' ? accepted({ ...request, units: read.units }) : refused('amount')
  },
  faultOf,
  make: ({ address }) => `solana:${address}`,
}

function faultOf(address: string): 'malformed' | undefined {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address) ? undefined : 'malformed'
}
