import type { Client, TransactionReceipt } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import type { Asked } from '../../core/transfers.js'
import type { Network } from '../../protocol/entities/Network.js'
import { KitError } from '../../protocol/errors.js'

/**
 * Reads a node's receipt for a transaction; `undefined` while no block has it or the node does not know it.
 *
 * @throws `SERVICE_ANSWER_INVALID` for a receipt without an outcome: a visitor who reads "not sent" sends again.
 */
export async function receiptOf(
  client: Client,
  network: Network,
  hash: string,
): Promise<TransactionReceipt | undefined> {
  // viem throws both for a transaction that is not in a block yet and for an unknown one.
  const asking = getTransactionReceipt(client, { hash: hash as `0x${string}` })
  const receipt = await asking.catch((error: unknown) => {
    if ((error as Error).name === 'TransactionReceiptNotFoundError') return undefined
    throw error
  })
  if (receipt === undefined || receipt.status === 'success' || receipt.status === 'reverted') return receipt
  throw new KitError('SERVICE_ANSWER_INVALID', { slots: { service: network.name }, details: 'receipt' })
}

/** Checks whether a transaction was in a block before the wallet was asked. */
export function isOlder(
  asked: Asked | undefined,
  { blockNumber }: { readonly blockNumber?: bigint | null | undefined },
): boolean {
  return typeof blockNumber === 'bigint' && asked?.height !== undefined && blockNumber <= BigInt(asked.height)
}
