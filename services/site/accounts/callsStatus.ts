import { type Hex, padHex } from 'viem'
import { chainNumber } from './Chain.js'
import { entryPoint } from './delegate.js'
import { isHash, quantity, toQuantity } from './hex.js'
import { readQuantity } from './nodeReads.js'
import { readOperationNonce } from './operations/prepareOperation.js'
import { type Rpc, UnreadableAnswer } from './Rpc.js'
import type { BatchRecord } from './records.js'

/** What `wallet_getCallsStatus` answers (EIP-5792). */
export type CallsStatus = {
  readonly version: '2.0.0'
  readonly id: string
  readonly chainId: Hex
  /** 100 pending, 200 done, 400 lost, 500 reverted, 600 partly reverted. */
  readonly status: 100 | 200 | 400 | 500 | 600
  readonly atomic: boolean
  readonly receipts?: readonly Receipt[] | undefined
}

type Receipt = {
  readonly logs: readonly { readonly address: unknown; readonly data: unknown; readonly topics: unknown }[]
  readonly status: Hex
  readonly blockHash: unknown
  readonly blockNumber: unknown
  readonly gasUsed: unknown
  readonly transactionHash: Hex
}

/**
 * A transaction whose nonce another one has used up can no longer come. It counts as lost only so long after it was
 * sent, because nodes behind one address do not all know the newest block.
 */
const lostAfter = 120_000
/**
 * An operation names no time until which it is valid, so as long as its nonce is unused a bundler that has dropped it, or anybody who has
 * seen it, can still bring it. It counts as lost (400: not on the chain, and the wallet will not try again) in two cases:
 *
 * - Another operation has used its nonce: it can never come.
 * - Its nonce is unused a day after it was sent: bundlers keep operations for minutes. Whoever sends the calls again from the same
 *   account sends them with the same nonce, so only one of the two can come. Should the first one come all the same, it is found.
 *
 * A node that does not answer leaves it pending, and so does a record from before nonces were kept.
 */
const droppedAfter = 24 * 60 * 60_000

/** Reads from the chain what has become of a batch. A node that does not answer leaves it pending. */
export async function callsStatus(batch: BatchRecord, rpc: Rpc, now: number): Promise<CallsStatus> {
  const base = {
    version: '2.0.0',
    id: batch.id,
    chainId: quantity(chainNumber(batch.chainId)),
    atomic: batch.isAtomic,
  } as const
  if (batch.operation !== undefined)
    return { ...base, ...(await operationStatus(batch, batch.operation, rpc, now)) }
  const receipts = await Promise.all(batch.transactions.map(({ hash }) => receiptOf(rpc, batch, hash)))
  const known = receipts.filter((one) => one !== undefined)
  if (known.length === batch.transactions.length && known.length > 0) {
    const failed = known.filter(({ status }) => status !== '0x1').length
    const status = failed === known.length ? 500 : failed > 0 || batch.isPartial ? 600 : 200
    return { ...base, status, receipts: known }
  }
  const isLost = known.length === 0 && now - batch.sentAt > lostAfter && (await isReplaced(batch, rpc))
  return { ...base, status: isLost ? 400 : 100, ...(known.length === 0 ? {} : { receipts: known }) }
}

/** Whether the account's own later transactions have used up the nonce of one that no block has. */
async function isReplaced({ account, chainId, transactions }: BatchRecord, rpc: Rpc): Promise<boolean> {
  const [first] = transactions
  if (first === undefined) return false
  const count = await readQuantity(rpc, chainId, 'eth_getTransactionCount', [account, 'latest']).catch(
    () => 0n,
  )
  if (count <= BigInt(first.nonce)) return false
  // Asked after the count: a node that knew the count knows the receipt.
  const [receipt, transaction] = await Promise.all([
    receiptOf(rpc, { chainId }, first.hash),
    rpc(chainId, 'eth_getTransactionByHash', [first.hash]).catch(() => undefined),
  ])
  return receipt === undefined && transaction === null
}

/** @see EntryPoint `UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, …, bool success, …)` */
const operationEvent = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

/** Finds an operation by the entry point's event: bundlers forget, the chain does not. */
async function operationStatus(
  batch: BatchRecord,
  operation: Operation,
  rpc: Rpc,
  now: number,
): Promise<Pick<CallsStatus, 'status' | 'receipts'>> {
  const { chainId, account } = batch
  const found = await findOperation(rpc, chainId, { ...operation, account })
  if (found === undefined)
    return { status: (await isOperationLost(batch, operation, rpc, now).catch(() => false)) ? 400 : 100 }
  const receipt = await receiptOf(rpc, { chainId }, found.transaction)
  if (receipt === undefined) return { status: 100 }
  const status = found.isDone ? '0x1' : '0x0'
  return { status: found.isDone ? 200 : 500, receipts: [{ ...receipt, status }] }
}

type Operation = NonNullable<BatchRecord['operation']>

/** Throws if a node does not answer. */
async function isOperationLost(
  { chainId, account, sentAt }: BatchRecord,
  { nonce, ...operation }: Operation,
  rpc: Rpc,
  now: number,
): Promise<boolean> {
  if (nonce === undefined || now - sentAt <= lostAfter) return false
  const next = await readOperationNonce(rpc, chainId, account, BigInt(nonce) >> 64n)
  if (next <= BigInt(nonce)) return now - sentAt > droppedAfter
  // Asked after the nonce: a node that knew it knows the event.
  return (await logsOf(rpc, chainId, { ...operation, account })).length === 0
}

type Sent = { readonly hash: Hex; readonly sinceBlock: Hex; readonly account: Hex }

/** The transaction that carried an operation; `undefined` while no block has it. */
export async function findOperation(
  rpc: Rpc,
  chainId: BatchRecord['chainId'],
  sent: Sent,
): Promise<{ readonly transaction: Hex; readonly isDone: boolean } | undefined> {
  const [first] = await logsOf(rpc, chainId, sent).catch(() => [])
  const log = first as { readonly data?: unknown; readonly transactionHash?: unknown } | null | undefined
  if (!isHash(log?.transactionHash) || typeof log.data !== 'string') return undefined
  return { transaction: log.transactionHash, isDone: /^0x[0-9a-f]{64}0{63}1/i.test(log.data) }
}

/** Asks for the entry point's events of an operation. */
async function logsOf(
  rpc: Rpc,
  chainId: BatchRecord['chainId'],
  { hash, sinceBlock, account }: Sent,
): Promise<readonly unknown[]> {
  const filter = {
    address: entryPoint,
    topics: [operationEvent, hash, padHex(account, { size: 32 })],
    fromBlock: sinceBlock,
    toBlock: 'latest',
  }
  const logs = await rpc(chainId, 'eth_getLogs', [filter])
  if (!Array.isArray(logs)) throw new UnreadableAnswer('eth_getLogs')
  return logs
}

async function receiptOf(
  rpc: Rpc,
  { chainId }: Pick<BatchRecord, 'chainId'>,
  hash: Hex,
): Promise<Receipt | undefined> {
  const answer = (await rpc(chainId, 'eth_getTransactionReceipt', [hash]).catch(() => null)) as {
    readonly [name: string]: unknown
  } | null
  if (answer === null || toQuantity(answer.status) === undefined) return undefined
  const logs = Array.isArray(answer.logs) ? answer.logs : []
  const { blockHash, blockNumber, gasUsed } = answer
  return {
    logs: logs.map(({ address, data, topics }) => ({ address, data, topics })),
    status: answer.status === '0x1' ? '0x1' : '0x0',
    ...{ blockHash, blockNumber, gasUsed },
    transactionHash: hash,
  }
}
