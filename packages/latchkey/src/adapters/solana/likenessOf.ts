import type { Asked, FeeQuote, Transfer } from '../../core/transfers.js'
import { readAskedTerms } from './askedTerms.js'
import { buildTransaction } from './buildTransaction.js'
import { instructionsOf, priorityOf } from './instructions.js'
import { fromTerms } from './quoteTerms.js'
import { isSameWork, readWire } from './readWire.js'
import { tokenAccountOf } from './tokens.js'

/**
 * What a transaction in a block is, compared with a transfer that a wallet was asked for:
 *
 * - `ours`: the transfer, and nothing else, with the blockhash that the wallet was given.
 * - `equal`: the same with another blockhash. The wallet has renewed it, or another browser has asked for it.
 * - `altered`: the account has signed it with that blockhash, and it does something else.
 * - `like`: the account has signed it, and it does something else for that recipient.
 */
export type Likeness = 'ours' | 'equal' | 'altered' | 'like' | 'other'

export type Claim = {
  readonly transfer: Transfer
  readonly asked?: Asked | undefined
  readonly fee?: FeeQuote | undefined
}

/**
 * Wallets that send by themselves may let their user pay more for speed than was reviewed. Up to this many lamports, the
 * transaction still counts as the transfer: the kit itself proposes no more.
 */
export const mostPriority = 1_000_000n

/** Compares a transaction in wire form with what a wallet was asked for. */
export async function likenessOf(wire: Uint8Array, { transfer, asked, fee }: Claim): Promise<Likeness> {
  const [contents, terms, quote] = [readWire(wire), readAskedTerms(asked), fromTerms(fee?.terms)]
  // What cannot be read may be anything.
  if (contents === undefined || quote === undefined) return 'like'
  const { from, to } = transfer
  const isOwnHash = contents.blockhash === terms?.blockhash
  const { budget, mint } = quote
  const instructions = await instructionsOf(transfer, budget, mint)
  const wanted = readWire(buildTransaction(from, contents.blockhash, instructions))
  const most = priorityOf(budget) > mostPriority ? priorityOf(budget) : mostPriority
  if (wanted && isSameWork(contents, wanted) && contents.priority <= most) return isOwnHash ? 'ours' : 'equal'
  if (!(from in contents.signatures)) return 'other'
  if (isOwnHash) return 'altered'
  const place = mint && (await tokenAccountOf(to, mint))
  const isToThem = contents.instructions.some(({ accounts }) =>
    accounts.some((one) => one === to || one === place),
  )
  return isToThem ? 'like' : 'other'
}
