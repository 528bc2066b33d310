import * as v from 'valibot'
import type { Transfer, Transfers } from '../../core/transfers.js'
import { readAskedTerms } from './askedTerms.js'
import { type Ask, commitment, count, firmNodesOf, inContext } from './nodes.js'
import { fromBase64 } from './SolanaWallet.js'
import { isTransferIn } from './transferIn.js'

const statusesSchema = inContext(
  v.pipe(
    v.array(
      v.nullable(v.object({ slot: count, err: v.unknown(), confirmationStatus: v.nullish(v.string()) })),
    ),
    v.length(1),
  ),
)
const transactionSchema = v.nullable(
  v.object({
    slot: count,
    transaction: v.tuple([v.string(), v.literal('base64')]),
    meta: v.nullable(v.object({ err: v.unknown() })),
  }),
)

/** So many blocks after the last valid one, a node that knows nothing of a transaction has not merely fallen behind. */
const margin = 150

/** @see Transfers.status */
export const transferStatus: Transfers['status'] = async ({ network, sent, transfer, asked }) => {
  const ask = firmNodesOf(network)
  const { id: hash } = sent
  const options = { searchTransactionHistory: true }
  const [status] = (await ask('getSignatureStatuses', [[hash], options], statusesSchema)).value
  const isIn = status?.confirmationStatus === 'confirmed' || status?.confirmationStatus === 'finalized'
  if (!isIn) {
    const isExpired = status === null && (await isPast(ask, asked))
    return { status: 'pending', hash, ...(isExpired ? { isExpired } : {}) }
  }
  const outcome = isFailure(status.err) ? 'failed' : 'confirmed'
  if (transfer === undefined) return { status: outcome, hash }
  const wire = await readTransaction(ask, hash)
  // The node that has the status has not got the transaction yet.
  if (wire === undefined) return { status: 'pending', hash }
  return (await isTransferIn(wire, transfer)) ? { status: outcome, hash } : { status: 'other', isMined: true }
}

const isFailure = (error: unknown) => error !== null && error !== undefined

/** Reads a confirmed transaction in wire form. */
async function readTransaction(ask: Ask, signature: string): Promise<Uint8Array | undefined> {
  const options = { encoding: 'base64', commitment, maxSupportedTransactionVersion: 0 }
  const answer = await ask('getTransaction', [signature, options], transactionSchema)
  return answer === null ? undefined : fromBase64(answer.transaction[0])
}

/** Whether a confirmed transaction carries a transfer out; `false` too if the node does not have it. */
export async function isMade(ask: Ask, signature: string, transfer: Transfer): Promise<boolean> {
  const wire = await readTransaction(ask, signature)
  return wire !== undefined && isTransferIn(wire, transfer)
}

/** Whether no block can contain the transaction any more, by its blockhash. */
export async function isPast(ask: Ask, asked: Parameters<typeof readAskedTerms>[0]): Promise<boolean> {
  const terms = readAskedTerms(asked)
  if (terms === undefined) return false
  const height = await ask('getBlockHeight', [{ commitment: 'finalized' }], count)
  return height > terms.lastValid + margin
}
