import * as v from 'valibot'
import { NodeError, type RpcCall, type RpcReply } from '../../outbound/post.js'
import { batchSize } from '../history/askAll.js'
import type { Entry, Hex, Place } from '../history/Entry.js'
import {
  hashSchema,
  logSchema,
  quantitySchema,
  receiptSchema,
  transactionSchema,
} from '../history/nodeAnswers.js'
import { approvalOf } from '../history/readCall.js'
import { readLog } from '../history/readLog.js'
import { selectorOf } from '../history/selectorOf.js'
import type { Nodes } from '../nodes.js'
import { countPayouts } from './countPayouts.js'
import type { SuppliedPage } from './Supplier.js'
import { isBelow, newestFirst, placeOf } from './toPage.js'

/** Most calls to the chain for one page. */
const callLimit = 100

const minedSchema = v.object({ ...transactionSchema.entries, blockNumber: quantitySchema })
/** A receipt with its logs. */
export const loggedSchema = v.object({
  transactionHash: hashSchema,
  logs: v.pipe(v.array(logSchema), v.maxLength(10_000)),
})
type Mined = v.InferOutput<typeof minedSchema>
type Logged = v.InferOutput<typeof loggedSchema>
type Paid = v.InferOutput<typeof receiptSchema>

/**
 * Fills in what an indexer does not tell of its entries, from the chain: index, nonce, fee, result and call. Then cuts
 * the page again, because the entries' places are known only now. What the chain does not tell stays out, and `lacks`
 * says so.
 */
export async function completePage(
  nodes: Nodes,
  page: SuppliedPage,
  account: Hex,
  { before, limit }: { readonly before: Place | undefined; readonly limit: number },
  signal: AbortSignal,
): Promise<SuppliedPage> {
  const partial = page.entries.filter(({ hash }) => page.partial?.has(hash) === true)
  const isUnpaid = ({ from, feeUnits }: Entry) => from === account && feeUnits === undefined
  const own = partial.filter(isUnpaid)
  // Both questions about an entry are in the same batch, the newest first.
  const questions = partial.flatMap((entry) => [
    { method: 'eth_getTransactionByHash', params: [entry.hash] },
    ...(isUnpaid(entry) ? [{ method: 'eth_getTransactionReceipt', params: [entry.hash] }] : []),
  ])
  const isAsked = new Set(partial.filter(isUnpaid).map(({ hash }) => hash))
  const counted = page.entries.filter(({ hash }) => page.repeated?.has(hash) === true && !isAsked.has(hash))
  questions.push(...counted.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })))
  const replies = await askEach(nodes, questions.slice(0, callLimit), signal)
  const mined = readAll(replies, minedSchema, ({ hash }) => hash)
  const paid = readAll(replies, receiptSchema, ({ transactionHash }) => transactionHash)
  const logged = readAll(replies, loggedSchema, ({ transactionHash }) => transactionHash)
  const completed = page.entries
    .map((entry) => complete(entry, mined.get(entry.hash), paid.get(entry.hash), account))
    .map((entry) =>
      page.repeated?.has(entry.hash) === true ? recount(entry, logged.get(entry.hash), account) : entry,
    )
  const { entries, isUnclear } = await countPayouts(completed, page.copies ?? new Map(), account, (calls) =>
    askEach(nodes, calls, signal),
  )
  const shown = unique(entries)
    .filter((entry) => isBelow(entry, before))
    .sort(newestFirst)
    .slice(0, limit)
  const last = shown.at(-1)
  const isCut =
    page.floor !== undefined || shown.length < entries.filter((entry) => isBelow(entry, before)).length
  const lacks = new Set(page.lacks)
  if (own.some(({ hash }) => !paid.has(hash))) lacks.add('fees')
  if (isUnclear) lacks.add('payouts')
  return {
    ...page,
    entries: shown,
    floor: isCut ? (last === undefined ? page.floor : placeOf(last)) : undefined,
    partial: new Set(partial.flatMap(({ hash }) => (mined.has(hash) ? [] : [hash]))),
    ...(lacks.size === 0 ? {} : { lacks: [...lacks] }),
  }
}

function complete(entry: Entry, mined: Mined | undefined, paid: Paid | undefined, account: Hex): Entry {
  if (mined === undefined || Number(mined.blockNumber) !== entry.block) return entry
  const { from, to, input, nonce, transactionIndex } = mined
  const isSender = from === account
  const isFailed = paid?.status === 0n
  return {
    ...entry,
    from,
    to,
    nonce,
    index: transactionIndex ?? entry.index,
    selector: selectorOf(input),
    isOwn: entry.isOwn || isSender,
    ...(isSender && paid !== undefined ? { feeUnits: String(feeOf(paid)) } : {}),
    ...(isFailed ? { status: 'failed', movements: [] } : {}),
    approvals:
      entry.approvals.length > 0 || !isSender || isFailed ? entry.approvals : approvalOf({ to, input }),
  }
}

/** Counts the transfers of tokens by the chain's own logs. Where the chain does not tell them, the indexer's word stays. */
function recount(entry: Entry, told: Logged | undefined, account: Hex): Entry {
  if (told === undefined || told.logs.some(({ blockNumber }) => blockNumber !== entry.block)) return entry
  const moved = told.logs
    .flatMap((log) => readLog(log).movements)
    .filter(({ standard, from, to }) => standard === 'ERC20' && (from === account || to === account))
  const others = entry.movements.filter(({ standard }) => standard !== 'ERC20')
  return { ...entry, movements: [...others, ...moved].slice(0, 100) }
}

export function feeOf({ gasUsed, effectiveGasPrice, blobGasUsed, blobGasPrice, l1Fee }: Paid): bigint {
  return gasUsed * effectiveGasPrice + (blobGasUsed ?? 0n) * (blobGasPrice ?? 0n) + (l1Fee ?? 0n)
}

/** Each batch stands for itself: without the chain's answer to one, the others still complete their entries. */
export async function askEach(
  nodes: Nodes,
  calls: readonly RpcCall[],
  signal: AbortSignal,
): Promise<readonly RpcReply[]> {
  const starts = Array.from({ length: Math.ceil(calls.length / batchSize) }, (_, index) => index * batchSize)
  const parts = await Promise.all(
    starts.map((start) =>
      nodes.ask(calls.slice(start, start + batchSize), signal).catch((error: unknown) => {
        if (error instanceof NodeError) return []
        throw error
      }),
    ),
  )
  return parts.flat()
}

export function readAll<schema extends v.GenericSchema>(
  replies: readonly RpcReply[],
  schema: schema,
  hashOf: (value: v.InferOutput<schema>) => Hex,
): ReadonlyMap<Hex, v.InferOutput<schema>> {
  const found = new Map<Hex, v.InferOutput<schema>>()
  for (const reply of replies) {
    const value = 'result' in reply ? v.safeParse(schema, reply.result) : undefined
    if (value?.success === true) found.set(hashOf(value.output), value.output)
  }
  return found
}

/** One entry for each transaction. */
function unique(entries: readonly Entry[]): readonly Entry[] {
  return [...new Map(entries.map((entry) => [entry.hash, entry])).values()]
}
