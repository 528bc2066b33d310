import * as v from 'valibot'
import { NodeError, ReplyTooLong, type RpcReply } from '../../../outbound/post.js'
import { toHex } from '../askAll.js'
import type { Hex } from '../Entry.js'
import { type ChainLog, logSchema, readResult, WrongAnswer } from '../nodeAnswers.js'
import { logFilters, readLog } from '../readLog.js'
import type { FoundLog } from '../toEntries.js'
import type { LogCursor, LogCursors } from './logCursors.js'
import { growSpan, readRefusal, shrinkSpan } from './logSpan.js'
import { isAboutPruning, notePruned, noteReadable, oldestKept, oldestToAsk } from './prunedLogs.js'
import { checkBusy, type Reading } from './Reading.js'

/** Logs of one filter that are kept at once, beside those of one answer: anybody can cause a million of them. */
const mostKept = 5_000
/** What nodes say where one block has more logs than they tell. */
const tooMuch = /too much|too many|too large|results|response size|limit exceeded/i
/** Most bytes of an answer with logs. */
const answerSize = 8 * 1024 * 1024

/**
 * Reads an account's logs down to a block, in queries as long as the node accepts, which may lead further down. Each
 * filter has its own place, so that no answer is asked for twice. A block with more logs than the node tells is passed
 * over, and noted.
 *
 * @returns the lowest block that is covered: higher than `low` where there are very many logs, or none any more
 * @throws `NodeError`, `BudgetSpent`
 */
export async function coverLogs(reading: Reading, low: number): Promise<number> {
  const filters = logFilters([reading.account])
  const read = async (index: number) => {
    const [cursor, filter] = [reading.session.logs.filters[index], filters[index]]
    if (cursor === undefined || filter === undefined) return
    while (cursor.low > Math.max(low, oldestKept(reading)) && cursor.found.length < mostKept)
      await advance(reading, cursor, filter)
  }
  // The first filter finds out the longest query, so that the others are not refused for it.
  await read(0)
  // An answer under way is waited for, so that nobody asks for it again.
  const [failed] = (await Promise.allSettled([read(1), read(2)])).filter(
    ({ status }) => status === 'rejected',
  )
  if (failed?.status === 'rejected') throw failed.reason
  return Math.max(low, ...reading.session.logs.filters.map((cursor) => cursor.low))
}

type Filter = ReturnType<typeof logFilters>[number]

async function advance(reading: Reading, cursor: LogCursor, filter: Filter): Promise<void> {
  const { abilities, session } = reading
  const span = Math.min(cursor.span ?? abilities.logSpan, abilities.logSpan)
  const from = Math.max(session.logs.bound, cursor.low - span, oldestToAsk(reading, cursor.low))
  const to = cursor.low - 1
  const reply = await ask(reading, { from, to }, filter)
  if ('error' in reply) {
    if (isAboutPruning(reply.error)) return notePruned(reading, from)
    if (from === to) {
      if (!tooMuch.test(reply.error.message)) {
        // The length was not the cause: other accounts ask as before, and this one goes on with one block.
        Object.assign(abilities, cursor.usual)
        cursor.usual = undefined
        cursor.span = 1
        throw new NodeError('refused to tell the logs')
      }
      session.overfull.add(from)
      cursor.low = from
      return
    }
    const refusal = readRefusal(reply.error.message, { from, to })
    if (refusal.kind === 'results') cursor.span = refusal.span
    else {
      const { logSpan, refusedSpan, refusedUntil } = abilities
      cursor.usual ??= { logSpan, refusedSpan, refusedUntil }
      shrinkSpan(reading, to - from + 1, refusal.span)
    }
    return
  }
  const found = readLogs(reply, { from, to })
  cursor.found = [...cursor.found, ...found]
  cursor.low = from
  noteReadable(reading, from)
  if (cursor.span !== undefined)
    cursor.span = 2 * cursor.span < abilities.logSpan ? 2 * cursor.span : undefined
  growSpan(reading, to - from + 1)
}

type Range = { readonly from: number; readonly to: number }

/** Returns the node's answer; one that is too long, or missing from a node that answers otherwise, is an error. */
async function ask({ nodes, signal }: Reading, { from, to }: Range, topics: Filter): Promise<RpcReply> {
  const call = { method: 'eth_getLogs', params: [{ fromBlock: toHex(from), toBlock: toHex(to), topics }] }
  try {
    const [reply] = await nodes.ask([call], signal, answerSize)
    checkBusy(reply)
    return reply ?? { error: { code: -32603, message: '' } }
  } catch (error) {
    if (error instanceof ReplyTooLong) return { error: { code: -32005, message: 'answered too much' } }
    if (!(error instanceof NodeError) || signal.aborted || error.message === 'at its limit') throw error
    // A node that is up and refused only this query found it too long.
    const [reply] = await nodes.ask([{ method: 'eth_blockNumber' }], signal)
    checkBusy(reply)
    if (to - from < 100 || reply === undefined || 'error' in reply) throw error
    return { error: { code: -32005, message: 'timed out' } }
  }
}

function readLogs(reply: RpcReply, { from, to }: Range): readonly ChainLog[] {
  return readResult(reply, v.array(v.unknown())).flatMap((item) => {
    const log = v.safeParse(logSchema, item)
    if (!log.success) throw new WrongAnswer('a log in no known form')
    if (log.output.blockNumber < from || log.output.blockNumber > to)
      throw new WrongAnswer('a log of another block')
    return log.output.removed ? [] : [log.output]
  })
}

/** A transaction that logs tell of. */
export type Logged = {
  readonly hash: Hex
  readonly block: number
  readonly blockHash: Hex
  readonly minedAt: number | undefined
  readonly logs: readonly FoundLog[]
}

/**
 * Returns the transactions that the covered logs of a range tell of, newest first. Logs that move nothing and are no
 * approval, such as transfers of zero in the account's name, tell of none.
 *
 * @throws `NodeError` if one transaction's logs are of different blocks
 */
export function loggedIn({ session, account }: Reading, low: number, high: number): readonly Logged[] {
  const found = new Map<Hex, Map<number, ChainLog>>()
  for (const log of session.logs.filters.flatMap((cursor) => cursor.found)) {
    if (log.blockNumber < low || log.blockNumber > high || !concerns(log, account)) continue
    const own = found.get(log.transactionHash) ?? new Map<number, ChainLog>()
    own.set(log.logIndex, log)
    found.set(log.transactionHash, own)
  }
  return [...found]
    .map(([hash, own]) => toLogged(hash, [...own.values()]))
    .sort((left, right) => right.block - left.block)
}

function toLogged(hash: Hex, own: readonly ChainLog[]): Logged {
  const logs = [...own].sort((left, right) => left.logIndex - right.logIndex)
  const [first] = logs
  if (first === undefined || logs.some(({ blockHash }) => blockHash !== first.blockHash))
    throw new WrongAnswer('the chain changed')
  return {
    hash,
    block: first.blockNumber,
    blockHash: first.blockHash,
    minedAt: first.blockTimestamp ?? undefined,
    logs: logs.map((log) => ({ ...readLog(log), logIndex: log.logIndex })),
  }
}

function concerns(log: ChainLog, account: Hex): boolean {
  const { movements, approval, actor } = readLog(log)
  const isMoved = movements.some(({ from, to }) => from === account || to === account)
  return isMoved || approval?.owner === account || actor === account
}

/** Forgets the logs from a block upwards, which have been stored. */
export function dropLogs({ logs }: { readonly logs: LogCursors }, low: number): void {
  logs.high = Math.min(logs.high, low - 1)
  for (const cursor of logs.filters)
    cursor.found = cursor.found.filter(({ blockNumber }) => blockNumber < low)
}
