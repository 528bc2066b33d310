import type { Client } from 'viem'
import { getTransaction } from 'viem/actions'
import type { TransferStatus, Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isRecord } from '../../protocol/checks.js'
import { isEip1193Provider } from '../../protocol/Eip1193Provider.js'
import { isTransactionHash } from '../../protocol/rpcMethods.js'
import { walletError } from '../../protocol/walletErrors.js'
import { firmClient } from './firmClient.js'
import { isSame, isTransferOf, mayCarry } from './isTransferOf.js'
import { hasMade } from './isTransferWithin.js'
import { isOlder, receiptOf } from './receiptOf.js'

type Parameters = globalThis.Parameters<Transfers['status']>[0]

/** A wallet's report on a batch of calls. */
type Said = {
  readonly stage: 'pending' | 'done' | 'failed'
  /** The hashes of the transactions that, by the wallet's report, contain the batch, newest first. */
  readonly hashes: readonly string[]
}

/** The maximum number of a wallet's reported transactions that are checked. */
const mostHashes = 4

/**
 * Returns the status of a batch of calls (EIP-5792). The wallet names transactions, and the chain shows what they did:
 * unless one of them makes the transfer, a wallet's "sent" reads as pending, and its "failed" may still have been sent.
 */
export async function callsStatus(parameters: Parameters): Promise<TransferStatus> {
  const { provider, witness, network, sent } = parameters
  // The wallet may have forgotten a batch whose transaction is already known.
  const saying = readCalls(provider, sent.id)
  const said = await (sent.hash === undefined
    ? saying
    : saying.catch((): Said => ({ stage: 'pending', hashes: [] })))
  const client = firmClient(network, witness)
  const hashes = new Set([...said.hashes, ...(sent.hash === undefined ? [] : [sent.hash])])
  let mined: string | undefined
  for (const hash of hashes) {
    const found = await lookAt(client, hash, parameters)
    if (found === 'confirmed' || found === 'failed') return { status: found, hash }
    if (found === 'unproven') mined ??= hash
  }
  if (said.stage === 'failed' && parameters.transfer !== undefined) return { status: 'other' }
  return { status: 'pending', ...(mined === undefined ? {} : { hash: mined }) }
}

/** Reads from the network's own node what a transaction named by the wallet did; `undefined` if no block has it. */
async function lookAt(client: Client, hash: string, { network, transfer, asked, fee }: Parameters) {
  const receipt = await receiptOf(client, network, hash)
  if (receipt === undefined) return undefined
  const isSuccess = receipt.status === 'success'
  // An earlier version of the kit stored this send without the transfer, so there is nothing to compare with.
  if (transfer === undefined) return isSuccess ? 'confirmed' : 'failed'
  if (isOlder(asked, receipt)) return undefined
  const made = await getTransaction(client, { hash: receipt.transactionHash })
  if (isSuccess) {
    return (await hasMade(client, made, receipt, transfer, fee)) ? 'confirmed' : 'unproven'
  }
  // A bundler may include a failed operation in another transaction; the account's own nonce is used up.
  const isOwn = isSame(made.from, transfer.from)
  return isOwn && (isTransferOf(made, transfer) || mayCarry(made, transfer)) ? 'failed' : 'unproven'
}

/**
 * Asks the wallet with `wallet_getCallsStatus`: 1xx is pending, 2xx done, 4xx to 6xx failed. Wallets that implement the
 * first version of EIP-5792 answer with words.
 *
 * @throws `PROVIDER_UNDEFINED`, `WALLET_ANSWER_INVALID`, and the wallet's own error if it does not know the batch.
 */
export async function readCalls(provider: unknown, id: string): Promise<Said> {
  if (!isEip1193Provider(provider)) throw accountError('PROVIDER_UNDEFINED')
  const answer = await provider.request({ method: 'wallet_getCallsStatus', params: [id] })
  const stage = isRecord(answer) ? stageOf(answer.status) : undefined
  if (!isRecord(answer) || stage === undefined) {
    throw walletError('WALLET_ANSWER_INVALID', { details: 'wallet_getCallsStatus' })
  }
  const receipts = Array.isArray(answer.receipts) ? answer.receipts.slice(-mostHashes).reverse() : []
  const hashes = receipts.map((one) => (isRecord(one) ? one.transactionHash : undefined))
  return { stage, hashes: hashes.filter(isTransactionHash) }
}

function stageOf(status: unknown): Said['stage'] | undefined {
  if (status === 'PENDING') return 'pending'
  if (status === 'CONFIRMED') return 'done'
  const code = typeof status === 'number' ? status : Number.NaN
  if (code >= 100 && code < 200) return 'pending'
  if (code >= 200 && code < 300) return 'done'
  return code >= 400 && code < 700 ? 'failed' : undefined
}
