import * as v from 'valibot'
import type { Entry, Hex } from '../history/Entry.js'
import { resultOf } from '../history/nodeAnswers.js'
import { readLog } from '../history/readLog.js'
import type { Nodes } from '../nodes.js'
import { askEach, loggedSchema, readAll } from './completePage.js'
import type { SuppliedPage } from './Supplier.js'

/** Most receipts that are asked for. */
const receiptLimit = 50

/**
 * Marks what a smart account (ERC-4337) did itself. Indexers name the sender of the transaction, who is a stranger; only
 * the log of the entry point names the account. Anybody can make a log of a transfer in any account's name, so only an
 * account with code is worth asking for.
 */
export async function markOperations(
  nodes: Nodes,
  page: SuppliedPage,
  account: Hex,
  signal: AbortSignal,
): Promise<SuppliedPage> {
  const doubted = page.entries
    .filter(({ isOwn, movements }) => !isOwn && movements.some(({ from }) => from === account))
    .slice(0, receiptLimit)
  if (doubted.length === 0) return page
  const [coded] = await askEach(nodes, [{ method: 'eth_getCode', params: [account, 'latest'] }], signal)
  if ((resultOf(coded, v.string()) ?? '0x') === '0x') return page
  const calls = doubted.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
  const told = readAll(
    await askEach(nodes, calls, signal),
    loggedSchema,
    ({ transactionHash }) => transactionHash,
  )
  return { ...page, entries: page.entries.map((entry) => marked(entry, told.get(entry.hash), account)) }
}

function marked(entry: Entry, told: v.InferOutput<typeof loggedSchema> | undefined, account: Hex): Entry {
  if (entry.isOwn || told === undefined) return entry
  if (told.logs.some(({ blockNumber }) => blockNumber !== entry.block)) return entry
  const logs = told.logs.map(readLog)
  if (!logs.some(({ actor }) => actor === account)) return entry
  const approvals = logs.flatMap(({ approval }) => (approval?.owner === account ? [approval] : []))
  return {
    ...entry,
    isOwn: true,
    approvals: approvals.map(({ token, spender, isRevoked }) => ({ token, spender, isRevoked })),
  }
}
