import * as v from 'valibot'
import type { Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isKitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { readAskedTerms } from './askedTerms.js'
import { buildTransaction } from './buildTransaction.js'
import { instructionsOf } from './instructions.js'
import { commitment, firmNodesOf } from './nodes.js'
import { fromTerms } from './quoteTerms.js'
import { solanaWalletOf, toBase58, toBase64 } from './SolanaWallet.js'
import { sendFailure } from './sendFailure.js'
import { signedAsAsked } from './signedAsAsked.js'

/** @see Transfers.send */
export const sendTransfer: Transfers['send'] = async ({
  provider,
  network,
  transfer,
  asked,
  fee,
  wallet,
  isWanted = () => true,
}) => {
  const own = solanaWalletOf(provider)
  const terms = readAskedTerms(asked)
  const quote = fromTerms(fee?.terms)
  if (terms === undefined || quote === undefined || quote.mint?.address !== transfer.tokenAddress) {
    throw accountError('REVIEW_OUTDATED', { details: 'no terms' })
  }
  const { units = quote.budget.units, price = quote.budget.price } = terms
  const instructions = await instructionsOf(transfer, { units, price }, quote.mint)
  const transaction = buildTransaction(transfer.from, terms.blockhash, instructions)
  const method = own.canSend ? 'solana_signAndSendTransaction' : 'solana_signTransaction'
  const unlessClear = (error: unknown): never => {
    throw sendFailure(error, method, wallet)
  }
  if (own.canSend) {
    const options = { preflightCommitment: commitment }
    const signature = await own.send(transfer.from, transaction, options).catch(unlessClear)
    return { kind: 'transaction', id: toBase58(signature) }
  }
  const [signed = new Uint8Array()] = await own
    .signTransactions(transfer.from, [transaction])
    .catch((error: unknown) => (isKitError(error, 'WALLET_ANSWER_INVALID') ? [] : unlessClear(error)))
  const signature = await signedAsAsked(signed, transaction)
  // It is not put on the chain: what the wallet signed is not what was reviewed.
  if (signature === undefined) throw accountError('TRANSFER_ALTERED', { slots: { wallet } })
  // The visitor may have made another payment in its place.
  if (!isWanted()) throw walletError('WALLET_ANSWER_UNCLEAR', { details: 'given up' })
  const options = { encoding: 'base64', preflightCommitment: commitment, maxRetries: 20 }
  // The signature is the transaction's id. A node that fails, or names another id, may have passed it on all the same.
  await firmNodesOf(network)('sendTransaction', [toBase64(signed), options], v.string()).catch(() => {})
  return { kind: 'transaction', id: signature }
}
