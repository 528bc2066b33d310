import { NodeError, type RpcReply } from '../../../outbound/post.js'
import type { Clock } from '../../../shared/clock.js'
import type { Nodes } from '../../nodes.js'
import type { Hex } from '../Entry.js'
import type { Traces } from '../traces.js'
import type { AnswerCache } from './answerCache.js'
import type { Budget } from './budget.js'
import type { LogCursors } from './logCursors.js'

/** What the nodes were seen to have deleted: their logs reach back to a block between `block` and `readable`. */
export type Pruned = {
  /** The newest block whose logs were refused as deleted. */
  readonly block: number
  /** The oldest block above it whose logs were told. */
  readonly readable: number
  /** Until when that counts. */
  readonly until: number
}

/** What was learned about the nodes of a chain. */
export type Abilities = {
  /** Blocks of one log query. */
  logSpan: number
  /** The shortest query that was refused for its length, and until when that counts. */
  refusedSpan: number
  refusedUntil: number
  /** Blocks that the nodes have deleted. */
  pruned: Pruned | undefined
  /** Methods that the nodes do not have, and until when they are not tried again. */
  readonly missing: Map<string, number>
  /** The newest block whose state was refused, and until when that counts. */
  stateless: number
  statelessUntil: number
}

export function createAbilities(): Abilities {
  return {
    logSpan: 1_000_000,
    refusedSpan: Number.POSITIVE_INFINITY,
    refusedUntil: 0,
    pruned: undefined,
    missing: new Map(),
    stateless: -1,
    statelessUntil: 0,
  }
}

/** A `contract` sends no transactions; an account that is `delegated` (EIP-7702) does, and contracts act for it too. */
export type AccountCode = 'none' | 'delegated' | 'contract'

/** What has been read of one account besides its stored entries, so that interrupted work repeats no call. */
export type Session = {
  readonly nonces: Map<number, number>
  readonly balances: Map<number, bigint>
  /** What code the account had after some blocks. */
  readonly codes: Map<number, AccountCode>
  readonly logs: LogCursors
  /** Blocks with more logs than the node tells. */
  readonly overfull: Set<number>
  /** Methods that failed for this account though the nodes have them, and until when they are not tried again. */
  readonly failed: Map<string, number>
  /** Most blocks of a query of traces, and until when that counts: another account may have fewer. */
  traceSpan: number
  traceSpanUntil: number
  /** Blocks and entries of the last spans, of which older ones count less: how long the next span should be. */
  readonly seen: { blocks: number; entries: number }
  /** Most blocks of the next span. */
  longestSpan: number
  /** How many of the newest changes the next span should have at most. */
  mostChanges: number
}

/** One account's history being read. */
export type Reading = {
  readonly account: Hex
  /** Counts the calls. */
  readonly nodes: Nodes
  readonly budget: Budget
  readonly cache: AnswerCache
  readonly abilities: Abilities
  readonly session: Session
  /** `undefined` if the settings forbid traces. */
  readonly traces: Traces | undefined
  readonly head: number
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** How long a node's limit or missing method counts, in milliseconds; an operator may change the node. */
export const memory = 3_600_000

/** Whether a node answers a method for the account, as far as known. */
export function mayHave({ abilities, session, clock }: Reading, method: string): boolean {
  const now = clock.steadyNow()
  return (abilities.missing.get(method) ?? 0) < now && (session.failed.get(method) ?? 0) < now
}

/** Notes that a method fails for this account, which may have too much for it. */
export function failsHere({ session, clock }: Reading, method: string): void {
  session.failed.set(method, clock.steadyNow() + memory)
}

export function lacksMethod({ abilities, clock }: Reading, method: string): void {
  abilities.missing.set(method, clock.steadyNow() + memory)
}

/** Throws `NodeError` for an error that says nothing about the call: the node only refuses to work so much. */
export function checkBusy(reply: RpcReply | undefined): void {
  if (reply === undefined) throw new NodeError('no reply to a call')
  if (
    'error' in reply &&
    /rate.?limit|too many requests|throttl|capacity|quota|credits/i.test(reply.error.message)
  )
    throw new NodeError('at its limit')
}

/** Whether the nodes answer at all: then it was this call that they could not answer. */
export async function isUp({ nodes, signal }: Reading): Promise<boolean> {
  const [reply] = await nodes.ask([{ method: 'eth_blockNumber' }], signal)
  checkBusy(reply)
  return reply !== undefined && 'result' in reply
}

/** More happened in a range than one step should read; the part from `low` may be short enough. */
export class TooFull extends Error {
  override readonly name = 'TooFull'
  readonly low: number
  constructor(low: number) {
    super('more than one step should read')
    this.low = low
  }
}

/** Most transactions of one kind that one step reads. */
export const stepLimit = 64
