import type { Transfers } from '../../core/transfers.js'
import { readAskedTerms } from './askedTerms.js'
import { commitment, firmNodesOf } from './nodes.js'
import { signaturesSchema } from './prepareTransfer.js'
import { isMade, isPast } from './transferStatus.js'

/** How many of the account's transactions are looked through; nothing is concluded beyond these. */
const limit = 50

/**
 * Looks through the account's transactions since the wallet was asked. Returns `used` only if the transaction's time is
 * over and none of them is the transfer.
 *
 * @see Transfers.find
 */
export const findTransfer: Transfers['find'] = async ({ network, transfer, asked, others = [] }) => {
  const terms = readAskedTerms(asked)
  if (terms === undefined) return { status: 'open' }
  const ask = firmNodesOf(network)
  // Asked first: what a block has taken until then is among the transactions read after it.
  const isOver = await isPast(ask, asked)
  const options = { limit, commitment, ...(terms.newest === undefined ? {} : { until: terms.newest }) }
  const recent = await ask('getSignaturesForAddress', [transfer.from, options], signaturesSchema)
  for (const { signature } of recent) {
    if (others.includes(signature)) continue
    if (await isMade(ask, signature, transfer))
      return { status: 'sent', sent: { kind: 'transaction', id: signature } }
  }
  return isOver && recent.length < limit ? { status: 'used' } : { status: 'open' }
}
