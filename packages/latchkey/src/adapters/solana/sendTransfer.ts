import * as v from 'valibot'
import { systemClock } from '../../core/clock.js'
import { sleep } from '../../core/sleep.js'
import type { Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isKitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { buildTransfer } from './buildTransaction.js'
import { type Ask, commitment, firmNodesOf } from './nodes.js'
import { readWire } from './readWire.js'
import { fromBase58, solanaWalletOf, toBase58, toBase64 } from './SolanaWallet.js'
import { sendFailure } from './sendFailure.js'
import { signedAsAsked } from './signedAsAsked.js'
import { readAskedTerms, readQuote } from './terms.js'
import { statusesSchema } from './transferStatus.js'
import { isSigned } from './withSignature.js'

/** How often the nodes are asked for a transaction that is not the one that the wallet was given, once a second. */
const looks = 10

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
  const quote = readQuote(fee)
  if (terms === undefined || quote === undefined || quote.token?.mint !== transfer.tokenAddress) {
    throw accountError('REVIEW_OUTDATED')
  }
  const { units = quote.budget.units, price = quote.budget.price } = terms
  const work = { transfer, budget: { units, price }, token: quote.token }
  const madeFor = (method: Parameters<typeof own.versionFor>[0]) =>
    buildTransfer(work, terms.blockhash, own.versionFor(method))
  const { from } = transfer
  const ask = firmNodesOf(network)
  const sendByWallet = async () => {
    if (!(await own.canSend(from))) return undefined
    const transaction = await madeFor('signAndSendTransaction')
    const signature = await own.send(from, transaction, { preflightCommitment: commitment })
    return { id: toBase58(signature), transaction }
  }
  const made = await sendByWallet().catch((error: unknown) => {
    const failure = sendFailure(error, 'solana_signAndSendTransaction', wallet)
    // It was not asked for that. It may have allowed to be asked for a signature.
    if (!isKitError(failure, 'METHOD_NOT_GRANTED')) throw failure
  })
  if (made !== undefined) {
    if (await isMadeBy(ask, { from, ...made })) return { kind: 'transaction', id: made.id }
    throw walletError('WALLET_ANSWER_UNCLEAR')
  }
  const transaction = await madeFor('signTransaction')
  const [signed = new Uint8Array()] = await own
    .signTransactions(from, [transaction])
    .catch((error: unknown) => {
      throw sendFailure(error, 'solana_signTransaction', wallet)
    })
  const signature = await signedAsAsked(signed, transaction)
  if (signature === undefined) {
    // What nobody can read may be the transfer, and the wallet may have put it on the chain itself.
    if (readWire(signed) === undefined) throw walletError('WALLET_ANSWER_UNCLEAR')
    // The kit does not put on the chain what was not reviewed. The wallet may have done so.
    throw accountError('TRANSFER_ALTERED', { slots: { wallet } })
  }
  // The visitor may have made another payment in its place.
  if (!isWanted()) throw walletError('WALLET_ANSWER_UNCLEAR')
  const options = { encoding: 'base64', preflightCommitment: commitment, maxRetries: 20 }
  // The signature is the transaction's id. A node that fails, or names another id, may have passed it on all the same.
  await ask('sendTransaction', [toBase64(signed), options], v.string()).catch(() => {})
  return { kind: 'transaction', id: signature }
}

/**
 * Whether a signature that a wallet names is one: of the transaction, or of one that a node has. A wallet may have added
 * something to the transaction; what the network has is compared with the transfer later.
 */
async function isMadeBy(ask: Ask, { from, id, transaction }: Named): Promise<boolean> {
  if (await isSigned(from, fromBase58(id), readWire(transaction)?.message ?? transaction)) return true
  for (let look = 0; look < looks; look++) {
    if (look > 0) await sleep(systemClock, 1_000)
    const [status] = await ask('getSignatureStatuses', [[id]], statusesSchema).then(
      ({ value }) => value,
      () => [],
    )
    if (status) return true
  }
  return false
}

type Named = { readonly from: string; readonly id: string; readonly transaction: Uint8Array }
