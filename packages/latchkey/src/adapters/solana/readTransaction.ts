import * as v from 'valibot'
import type { Transfer } from '../../core/transfers.js'
import { type Ask, commitment, count } from './nodes.js'
import { fromBase64 } from './SolanaWallet.js'
import { isTransferIn } from './transferIn.js'

const transactionSchema = v.nullable(
  v.object({
    slot: count,
    transaction: v.tuple([v.string(), v.literal('base64')]),
    meta: v.nullable(v.object({ err: v.unknown() })),
  }),
)

/** Reads a confirmed transaction in wire form. */
export async function readTransaction(ask: Ask, signature: string): Promise<Uint8Array | undefined> {
  const options = { encoding: 'base64', commitment, maxSupportedTransactionVersion: 0 }
  const answer = await ask('getTransaction', [signature, options], transactionSchema)
  return answer === null ? undefined : fromBase64(answer.transaction[0])
}

/** Whether a confirmed transaction carries a transfer out; `undefined` if the node does not have it. */
export async function isMade(ask: Ask, signature: string, transfer: Transfer): Promise<boolean | undefined> {
  const wire = await readTransaction(ask, signature)
  return wire && isTransferIn(wire, transfer)
}
