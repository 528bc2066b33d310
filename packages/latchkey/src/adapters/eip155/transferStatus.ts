import type { Client } from 'viem'
import { getTransaction, getTransactionCount } from 'viem/actions'
import type { TransferStatus, Transfers } from '../../core/transfers.js'
import { callsStatus } from './callsStatus.js'
import { firmClient } from './firmClient.js'
import { isSame, isTransferOf } from './isTransferOf.js'
import { hasMade, isBundleFor } from './isTransferWithin.js'
import { isOlder, receiptOf } from './receiptOf.js'

type Parameters = globalThis.Parameters<Transfers['status']>[0]

/** @see Transfers.status */
export const transferStatus: Transfers['status'] = async (parameters) => {
  const { witness, network, sent } = parameters
  if (sent.kind === 'calls') return callsStatus(parameters)
  const client = firmClient(network, witness)
  const hash = sent.id as `0x${string}`
  const receipt = await receiptOf(client, network, hash)
  if (receipt === undefined) return waitingStatus(client, parameters)
  const { transfer, fee, asked } = parameters
  const made = await ofTransfer(client, parameters)
  const status = receipt.status === 'success' ? 'confirmed' : 'failed'
  if (transfer === undefined || made === undefined) return { status, hash }
  const own = isSame(made.from, transfer.from) ? { nonce: made.nonce } : {}
  // After a reorganisation it may be in a block up to the stored height; its nonce was not used before.
  const isNew = own.nonce !== undefined && asked?.nonce !== undefined && own.nonce >= asked.nonce
  const isIt =
    (isNew || !isOlder(asked, made)) &&
    (status === 'failed' ? isTransferOf(made, transfer) : await hasMade(client, made, receipt, transfer, fee))
  return isIt ? { status, hash, ...own } : { status: 'other', isMined: true, ...own }
}

/** The transaction, if there is a transfer to compare it with. */
async function ofTransfer(client: Client, { sent, transfer }: Parameters) {
  return transfer && getTransaction(client, { hash: sent.id as `0x${string}` })
}

/** Compares the nonce of a transaction that is in no block with the account's nonce, to see whether it is used up. */
async function waitingStatus(client: Client, parameters: Parameters): Promise<TransferStatus> {
  const { sent } = parameters
  const hash = sent.id as `0x${string}`
  const transaction =
    sent.nonce === undefined
      ? // Nobody knows it: it is on its way, or has gone.
        await getTransaction(client, { hash }).catch(() => undefined)
      : undefined
  const { transfer } = parameters
  if (transfer !== undefined && transaction !== undefined && !isTransferOf(transaction, transfer)) {
    // The transaction has the bundler's nonce, which is unrelated to the account's.
    if (isBundleFor(transaction.input, transfer.from)) return { status: 'pending', hash }
    return { status: 'other' }
  }
  const nonce = sent.nonce ?? transaction?.nonce
  if (nonce === undefined || sent.from === undefined) return { status: 'pending', hash }
  const address = sent.from as `0x${string}`
  const next = await getTransactionCount(client, { address, blockTag: 'latest' })
  const isOutrun = next > nonce && !(await isInBlock(client, hash))
  return { status: 'pending', hash, nonce, isOutrun }
}

/** Checks whether the node has the transaction in a block although it had no receipt: then nothing replaced it. */
async function isInBlock(client: Client, hash: `0x${string}`): Promise<boolean> {
  const transaction = await getTransaction(client, { hash }).catch((error: unknown) => {
    if ((error as Error).name === 'TransactionNotFoundError') return undefined
    throw error
  })
  return typeof transaction?.blockNumber === 'bigint'
}
