import * as v from 'valibot'
import type { Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { blockhashSchema, readAskedTerms, signatureSchema } from './askedTerms.js'
import { buildTransaction } from './buildTransaction.js'
import { type Budget, instructionsOf, priorityOf } from './instructions.js'
import { type Ask, commitment, count, firmNodesOf } from './nodes.js'
import { fromTerms } from './quoteTerms.js'
import { refusalOf, simulate } from './simulate.js'

const latestSchema = v.object({
  context: v.object({ slot: count }),
  value: v.object({ blockhash: blockhashSchema, lastValidBlockHeight: count }),
})
export const signaturesSchema = v.array(v.object({ signature: signatureSchema, slot: count }))

/**
 * Notes the blockhash that the transaction will carry, the slot, and the account's newest transaction. The transfer is
 * simulated as it will be signed, so that what the network would refuse never reaches the wallet. A transfer that the
 * wallet has refused is asked for as the same transaction, as long as a block may take that.
 *
 * @see Transfers.prepare
 */
export const prepareTransfer: Transfers['prepare'] = async ({ network, from, transfer, fee, again }) => {
  const ask = firmNodesOf(network)
  const quote = fromTerms(fee?.terms)
  const [known, terms] = await Promise.all([
    again && quote && knownTerms(ask, again, quote.budget),
    freshTerms(ask, from),
  ])
  const asked = { kind: 'transaction', terms: known ?? terms } as const
  if (transfer === undefined) return asked
  if (quote === undefined || quote.mint?.address !== transfer.tokenAddress) {
    throw accountError('FEE_ESTIMATE_FAILED', { details: 'no quote' })
  }
  const { units, price } = known ?? fee?.terms ?? {}
  const budget = { units: BigInt(units ?? 0), price: BigInt(price ?? 0) }
  const instructions = await instructionsOf(transfer, budget, quote.mint)
  const transaction = buildTransaction(from, asked.terms.blockhash, instructions)
  const { error } = await simulate(ask, transaction, { isAnyBlockhash: false })
  if (error !== undefined) throw refusalOf(error)
  return asked
}

async function freshTerms(ask: Ask, from: string) {
  const [{ value: latest, context }, [newest]] = await Promise.all([
    ask('getLatestBlockhash', [{ commitment }], latestSchema),
    ask('getSignaturesForAddress', [from, { limit: 1, commitment }], signaturesSchema),
  ])
  return {
    blockhash: latest.blockhash,
    lastValid: String(latest.lastValidBlockHeight),
    slot: String(context.slot),
    ...(newest === undefined ? {} : { newest: newest.signature }),
  }
}

/**
 * The terms of a transfer that the wallet has refused, with its budget; `undefined` once no block can take it.
 *
 * @throws `REVIEW_OUTDATED` if it costs more than was reviewed now
 */
async function knownTerms(ask: Ask, { asked, fee }: Again, reviewed: Budget) {
  const [terms, quote] = [readAskedTerms(asked), fromTerms(fee?.terms)]
  if (terms === undefined || quote === undefined) return undefined
  const height = await ask('getBlockHeight', [{ commitment }], count)
  if (height > terms.lastValid) return undefined
  const { units = quote.budget.units, price = quote.budget.price } = terms
  if (priorityOf({ units, price }) > priorityOf(reviewed)) {
    throw accountError('REVIEW_OUTDATED', { details: 'the refused transfer costs more' })
  }
  const { blockhash, lastValid, slot, newest } = terms
  return {
    blockhash,
    lastValid: String(lastValid),
    ...(slot === undefined ? {} : { slot: String(slot) }),
    ...(newest === undefined ? {} : { newest }),
    units: String(units),
    price: String(price),
  }
}

type Again = NonNullable<Parameters<Transfers['prepare']>[0]['again']>
