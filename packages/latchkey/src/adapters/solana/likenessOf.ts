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
export async function likenessOf(wire: Uint8Array, { transfer, asked, fee }: Claim): Promise<Likeness> {
  const [contents, terms, quote] = [readWire(wire), readAskedTerms(asked), fromTerms(fee?.terms)]
  // What cannot be read may be anything.
  if (contents === undefined || quote === undefined) return 'like'
  const { from, to } = transfer
  const isOwnHash = contents.blockhash === terms?.blockhash
  const { budget, mint } = quote
  const instructions = await instructionsOf(transfer, budget, mint)
  const wanted = readWire(buildTransaction(from, contents.blockhash, instructions))
  // The budget of the request, where it is not the quote's, costs no more than that.
  const isFeeKept = contents.priority <= priorityOf(budget)
  if (wanted && isSameWork(contents, wanted) && isFeeKept) return isOwnHash ? 'ours' : 'equal'
  if (!(from in contents.signatures)) return 'other'
  if (isOwnHash) return 'altered'
  const place = mint && (await tokenAccountOf(to, mint))
  const isToThem = contents.instructions.some(({ accounts }) =>
    accounts.some((one) => one === to || one === place),
  )
  return isToThem ? 'like' : 'other'
}
