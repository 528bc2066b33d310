import * as v from 'valibot'
import type { Asked, FeeQuote, Transfer } from '../../core/transfers.js'
import { buildTransfer } from './buildTransaction.js'
import { priorityOf } from './instructions.js'
import { type Ask, base64, commitment, count } from './nodes.js'
import { isSameWork, readWire } from './readWire.js'
import { fromBase64 } from './SolanaWallet.js'
import { readAskedTerms, readQuote } from './terms.js'
import { tokenAccountOf } from './tokens.js'

/**
 * What a transaction in a block is, compared with a transfer that a wallet was asked for:
 *
 * - `ours`: the transfer, and nothing else, with the blockhash that the wallet was given, at no higher fee than reviewed.
 * - `equal`: the same with another blockhash. The wallet has renewed it, or another browser has asked for it.
 * - `altered`: the account has signed it with that blockhash, and it does something else, or costs more.
 * - `like`: the account has signed it, and it does something else for that recipient, or costs more.
 */
export type Likeness = 'ours' | 'equal' | 'altered' | 'like' | 'other'

export type Claim = {
  readonly transfer: Transfer
  readonly asked?: Asked | undefined
  readonly fee?: FeeQuote | undefined
}

/** Compares a transaction in wire form with what a wallet was asked for. */
async function likenessOf(wire: Uint8Array, { transfer, asked, fee }: Claim): Promise<Likeness> {
  const [contents, terms, quote] = [readWire(wire), readAskedTerms(asked), readQuote(fee)]
  // What cannot be read may be anything.
  if (contents === undefined || quote === undefined) return 'like'
  const { from, to } = transfer
  const isOwnHash = contents.blockhash === terms?.blockhash
  const { budget, token } = quote
  const wanted = readWire(await buildTransfer({ transfer, budget, token }, contents.blockhash))
  // The budget of the request, where it is not the quote's, costs no more than that.
  const isFeeKept = contents.priority <= priorityOf(budget)
  if (wanted && isSameWork(contents, wanted) && isFeeKept) return isOwnHash ? 'ours' : 'equal'
  if (!(from in contents.signatures)) return 'other'
  if (isOwnHash) return 'altered'
  const place = token && (await tokenAccountOf(to, token))
  const isToThem = contents.instructions.some(({ accounts }) =>
    accounts.some((one) => one === to || one === place),
  )
  return isToThem ? 'like' : 'other'
}

const transactionSchema = v.nullable(
  v.object({
    slot: count,
    transaction: base64,
    meta: v.nullable(v.object({ err: v.unknown() })),
  }),
)

/**
 * Compares a confirmed transaction with what a wallet was asked for; `undefined` if the node does not have it. One that
 * failed has moved nothing: unless it is the transfer itself, or what a wallet has made of it (`failed`), it does not
 * matter.
 *
 * @param hasFailed What another answer has said of it: while the transaction says something else, it counts as missing.
 */
export async function readLikeness(
  ask: Ask,
  signature: string,
  claim: Claim,
  hasFailed?: boolean,
): Promise<Likeness | 'failed' | undefined> {
  const options = { encoding: 'base64', commitment, maxSupportedTransactionVersion: 0 }
  const answer = await ask('getTransaction', [signature, options], transactionSchema)
  const isFailed = Boolean(answer?.meta?.err)
  if (answer === null || isFailed !== (hasFailed ?? isFailed)) return undefined
  const likeness = await likenessOf(fromBase64(answer.transaction), claim)
  if (!isFailed) return likeness
  if (likeness === 'altered') return 'failed'
  return likeness === 'like' ? 'other' : likeness
}
