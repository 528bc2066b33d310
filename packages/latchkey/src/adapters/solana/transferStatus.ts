import * as v from 'valibot'
import type { TransferStatus, Transfers } from '../../core/transfers.js'
import { isPast, search } from './findTransfer.js'
import { readLikeness } from './likenessOf.js'
import { type Ask, count, firmNodesOf, inContext } from './nodes.js'
import { readAskedTerms } from './terms.js'

export const statusesSchema = inContext(
  v.array(v.nullable(v.object({ slot: count, err: v.unknown(), confirmationStatus: v.unknown() }))),
)
type Question = Omit<Parameters<Transfers['status']>[0], 'network'>

/**
 * A wallet may answer with a signature that no node ever sees, and have sent all the same: then the transfer is among
 * the account's transactions.
 *
 * @see Transfers.status
 */
export const transferStatus: Transfers['status'] = async ({ network, ...question }) => {
  const ask = firmNodesOf(network)
  const { sent, transfer, asked } = question
  const { id: hash } = sent
  const status = await readStatus(ask, hash, question)
  if (status !== undefined) return status
  const found = transfer && (await search(ask, { ...question, transfer }))
  if (found?.status === 'sent') {
    const pending = { status: 'pending', hash: found.sent.id } as const
    return (await readStatus(ask, found.sent.id, question)) ?? pending
  }
  const isExpired = found === undefined ? await isPast(ask, asked) : found.status === 'used'
  return { status: 'pending', hash, ...(isExpired ? { isExpired } : {}) }
}

/** `undefined` if the node knows nothing of the transaction. */
async function readStatus(
  ask: Ask,
  hash: string,
  { transfer, ...claim }: Question,
): Promise<TransferStatus | undefined> {
  const options = { searchTransactionHistory: true }
  const [status] = (await ask('getSignatureStatuses', [[hash], options], statusesSchema)).value
  if (!status) return undefined
  const isIn = status.confirmationStatus === 'confirmed' || status.confirmationStatus === 'finalized'
  if (!isIn) return { status: 'pending', hash }
  const outcome = status.err ? 'failed' : 'confirmed'
  if (transfer === undefined) return { status: outcome, hash }
  const likeness = await readLikeness(ask, hash, { transfer, ...claim }, outcome === 'failed')
  // The node that has the status has not got the transaction yet, or says something else of it: money may have moved.
  if (likeness === undefined) return { status: 'pending', hash, isSeen: true }
  // The wallet itself has named it, so it may have renewed the blockhash; but not before it was asked.
  const isLater = status.slot > (readAskedTerms(claim.asked)?.slot ?? -1)
  const isIt =
    likeness === 'ours' || (likeness === 'equal' && isLater) || (likeness === 'failed' && status.err)
  return isIt ? { status: outcome, hash } : { status: 'other', isMined: true }
}
