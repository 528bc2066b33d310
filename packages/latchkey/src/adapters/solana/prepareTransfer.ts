import * as v from 'valibot'
import type { Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { blockhashSchema, signatureSchema } from './askedTerms.js'
import { buildTransaction } from './buildTransaction.js'
import { instructionsOf } from './instructions.js'
import { commitment, count, firmNodesOf } from './nodes.js'
import { fromTerms } from './quoteTerms.js'
import { refusalOf, simulate } from './simulate.js'

const latestSchema = v.object({
  context: v.object({ slot: count }),
  value: v.object({ blockhash: blockhashSchema, lastValidBlockHeight: count }),
})
export const signaturesSchema = v.array(v.object({ signature: signatureSchema, slot: count }))

/**
 * Notes the blockhash that the transaction will carry, the slot, and the account's newest transaction. The transfer is simulated
 * as it will be signed, so that what the network would refuse never reaches the wallet.
 *
 * @see Transfers.prepare
 */
export const prepareTransfer: Transfers['prepare'] = async ({ network, from, transfer, fee }) => {
  const ask = firmNodesOf(network)
  const [{ value: latest, context }, [newest]] = await Promise.all([
    ask('getLatestBlockhash', [{ commitment }], latestSchema),
    ask('getSignaturesForAddress', [from, { limit: 1, commitment }], signaturesSchema),
  ])
  const terms = {
    blockhash: latest.blockhash,
    lastValid: String(latest.lastValidBlockHeight),
    slot: String(context.slot),
    ...(newest === undefined ? {} : { newest: newest.signature }),
  }
  const asked = { kind: 'transaction', terms } as const
  if (transfer === undefined) return asked
  const quote = fromTerms(fee?.terms)
  if (quote === undefined || quote.mint?.address !== transfer.tokenAddress) {
    throw accountError('FEE_ESTIMATE_FAILED', { details: 'no quote' })
  }
  const instructions = await instructionsOf(transfer, quote.budget, quote.mint)
  const transaction = buildTransaction(from, latest.blockhash, instructions)
  const { error } = await simulate(ask, transaction, { isAnyBlockhash: false })
  if (error !== undefined) throw refusalOf(error)
  return asked
}
