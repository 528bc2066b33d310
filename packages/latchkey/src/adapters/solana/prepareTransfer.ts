import * as v from 'valibot'
import { isSameJson } from '../../core/json.js'
import type { Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { priorityOf } from './instructions.js'
import { type Ask, commitment, count, firmNodesOf } from './nodes.js'
import { simulate } from './simulate.js'
import { blockhashSchema, type Quote, readAskedTerms, readQuote, signatureSchema, textsOf } from './terms.js'

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
  const quote = readQuote(fee)
  const known = again && quote && (await knownTerms(ask, again, quote))
  if (transfer !== undefined) {
    if (quote === undefined || quote.token?.mint !== transfer.tokenAddress) {
      throw accountError('FEE_ESTIMATE_FAILED')
    }
    const { units = quote.budget.units, price = quote.budget.price } = known ?? {}
    const work = { transfer, budget: { units: BigInt(units), price: BigInt(price) }, token: quote.token }
    const { rent = 0n } = await simulate(ask, work, { blockhash: known?.blockhash })
    // The recipient's token account has come to cost more.
    if (rent > (quote.token?.rent ?? 0n)) throw accountError('REVIEW_OUTDATED')
  }
  return { kind: 'transaction', terms: known ?? (await freshTerms(ask, from)) }
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
  const [terms, quote] = [readAskedTerms(asked), readQuote(fee)]
  if (terms === undefined || quote === undefined) return undefined
  const height = await ask('getBlockHeight', [{ commitment }], count)
  if (height > terms.lastValid) return undefined
  const { units = quote.budget.units, price = quote.budget.price } = terms
  const costsMore = priorityOf({ units, price }) > priorityOf(reviewed.budget)
  // With anything else in it, it would be a second transaction, and the network might take both.
  if (costsMore || !isSameJson(textsOf({ ...reviewed.token }), textsOf({ ...quote.token }))) {
    throw accountError('REVIEW_OUTDATED')
  }
  return textsOf({ ...terms, units, price })
}

type Again = NonNullable<Parameters<Transfers['prepare']>[0]['again']>
