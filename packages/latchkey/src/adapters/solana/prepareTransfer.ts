import * as v from 'valibot'
import { isSameJson } from '../../core/json.js'
import type { Transfer, Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { blockhashSchema, readAskedTerms, signatureSchema } from './askedTerms.js'
import { buildTransaction, noBlockhash } from './buildTransaction.js'
import { type Budget, instructionsOf, priorityOf, type SentMint } from './instructions.js'
import { type Ask, commitment, count, firmNodesOf, readAccount } from './nodes.js'
import { fromTerms, textsOf, toTerms } from './quoteTerms.js'
import { refusalOf, simulate } from './simulate.js'
import { tokenAccountOf } from './tokens.js'

const latestSchema = v.object({
  context: v.object({ slot: count }),
  value: v.object({ blockhash: blockhashSchema, lastValidBlockHeight: count }),
})
export const signaturesSchema = v.array(v.object({ signature: signatureSchema, slot: count }))

/**
 * Notes the blockhash that the transaction will carry, the slot, and the account's newest transaction: last, because a
 * blockhash soon gets old. The transfer is simulated as it will be signed, so that what the network would refuse never
 * reaches the wallet. A transfer that the wallet has refused is asked for as the same transaction, as long as a block
 * may take that.
 *
 * @see Transfers.prepare
 */
export const prepareTransfer: Transfers['prepare'] = async ({ network, from, transfer, fee, again }) => {
  const ask = firmNodesOf(network)
  const quote = fromTerms(fee?.terms)
  const known = again && quote && (await knownTerms(ask, again, quote))
  if (transfer !== undefined) {
    if (quote === undefined || quote.mint?.address !== transfer.tokenAddress) {
      throw accountError('FEE_ESTIMATE_FAILED')
    }
    const { units = quote.budget.units, price = quote.budget.price } = known ?? {}
    const budget = { units: BigInt(units), price: BigInt(price) }
    await confirmWork(ask, { transfer, budget, mint: quote.mint, blockhash: known?.blockhash })
  }
  return { kind: 'transaction', terms: known ?? (await freshTerms(ask, from)) }
}

/** @throws What the network would refuse; `REVIEW_OUTDATED` where the recipient's account costs more than was reviewed. */
async function confirmWork(ask: Ask, { transfer, budget, mint, blockhash }: Work) {
  const instructions = await instructionsOf(transfer, budget, mint)
  const transaction = buildTransaction(transfer.from, blockhash ?? noBlockhash, instructions)
  const account = mint?.rent === undefined ? undefined : await tokenAccountOf(transfer.to, mint)
  const { error, lamports } = await simulate(ask, transaction, {
    isAnyBlockhash: blockhash === undefined,
    account,
  })
  if (error !== undefined) throw refusalOf(error)
  if (account === undefined || lamports <= (mint?.rent ?? 0n)) return
  // Somebody else may have created it meanwhile, with more in it.
  if ((await readAccount(ask, account)) === null) {
    throw accountError('REVIEW_OUTDATED')
  }
}

type Work = {
  readonly transfer: Transfer
  readonly budget: Budget
  readonly mint: SentMint | undefined
  readonly blockhash: string | undefined
}

async function freshTerms(ask: Ask, from: string) {
  const [{ value: latest, context }, [newest]] = await Promise.all([
    ask('getLatestBlockhash', [{ commitment }], latestSchema),
    ask('getSignaturesForAddress', [from, { limit: 1, commitment }], signaturesSchema),
  ])
  const { blockhash, lastValidBlockHeight: lastValid } = latest
  return textsOf({ blockhash, lastValid, slot: context.slot, newest: newest?.signature })
}

/**
 * The terms of a transfer that the wallet has refused, with its budget; `undefined` once no block can take it.
 *
 * @throws `REVIEW_OUTDATED` if it costs more than was reviewed now, or something else
 */
async function knownTerms(ask: Ask, { asked, fee }: Again, reviewed: Quote) {
  const [terms, quote] = [readAskedTerms(asked), fromTerms(fee?.terms)]
  if (terms === undefined || quote === undefined) return undefined
  const height = await ask('getBlockHeight', [{ commitment }], count)
  if (height > terms.lastValid) return undefined
  const { units = quote.budget.units, price = quote.budget.price } = terms
  const costsMore = priorityOf({ units, price }) > priorityOf(reviewed.budget)
  // With anything else in it, it would be a second transaction, and the network might take both.
  if (costsMore || !isSameJson(toTerms(quote.budget, reviewed.mint), toTerms(quote.budget, quote.mint))) {
    throw accountError('REVIEW_OUTDATED')
  }
  return textsOf({ ...terms, units, price })
}

type Quote = NonNullable<ReturnType<typeof fromTerms>>
type Again = NonNullable<Parameters<Transfers['prepare']>[0]['again']>
