import { NodeError } from '../../../outbound/post.js'
import type { Context } from '../../../shared/context.js'
import { isPublicChain } from '../../nativeCoin.js'
import type { Nodes } from '../../nodes.js'
import { toHex } from '../askAll.js'
import type { Entry, Hex } from '../Entry.js'
import type { HistoryStore } from '../historyStore.js'
import { headerSchema, readResult, resultOf } from '../nodeAnswers.js'
import { createBehind } from './behind.js'
import { type Budget, BudgetSpent, meter } from './budget.js'
import { createFacts } from './facts.js'
import type { Gap } from './gaps.js'
import type { Abilities, Reading, Session } from './Reading.js'
import type { Range } from './rangeRecord.js'
import { copyState, createSession, readNext } from './readNext.js'
import { certain } from './state.js'
import type { Begun, Tip } from './Tip.js'

/**
 * Blocks below the head that may still leave the chain: they are read again for each request, and not stored. Blocks that
 * the node does not call final are not either, unless those are very many.
 */
const [unsettled, mostUnsettled] = [128, 1_000]
/** Most blocks above the stored range that are read together with those. */
const longestTip = 1_000
/** Most accounts whose spans are kept. */
const spanLimit = 200

export declare namespace createTipReader {
  type Parts = {
    readonly abilities: Abilities
    readonly open: (account: Hex, budget: Budget, session: Session, head: number) => Reading
    readonly sessionOf: (account: Hex, range: Pick<Range, 'low'>, bound: number) => Session
    readonly firstBlock: (head: number) => number
    readonly begin: (isConfirmed: boolean) => Begun
    /** Throws `NodeError` if what was read may be of another chain. Call it before something is stored. */
    readonly confirm: (begun: Begun, budget: Budget) => Promise<void>
    /** Forgets the kept answers of an account, or of all (`''`). */
    readonly forgetAnswers: (account: Hex | '') => void
    readonly signal: AbortSignal
  }
}

/** Returns what reads an account's newest blocks, down to those that are stored or may be. */
export function createTipReader(
  { clock, log }: Pick<Context, 'clock' | 'log'>,
  nodes: Nodes,
  { abilities, open, sessionOf, firstBlock, begin, confirm, forgetAnswers, signal }: createTipReader.Parts,
): (account: Hex, store: HistoryStore, budget: Budget) => Promise<Tip> {
  const { chainId } = nodes
  const behind = createBehind(clock)
  /** How many of the newest blocks are read at once, for accounts where all of them are too many. */
  const tipSpans = new Map<Hex, number>()

  async function readTip(account: Hex, store: HistoryStore, budget: Budget): Promise<Tip> {
    const [found] = await store.ranges.of(chainId, account)
    // A node that now answers for another chain is refused, however lately it was checked.
    const headerOf = (tag: string) => ({ method: 'eth_getBlockByNumber', params: [tag, false] })
    const [reply, , finalized, same] = await meter(nodes, budget).ask(
      [
        headerOf('latest'),
        { method: 'eth_chainId' },
        headerOf('finalized'),
        ...(found?.highHash === undefined ? [] : [headerOf(toHex(found.high))]),
      ],
      signal,
    )
    const begun = begin(true)
    const { number: head, timestamp } = readResult(reply, headerSchema)
    const hash = resultOf(same, headerSchema)?.hash
    const isChanged = found?.highHash !== undefined && hash !== undefined && hash !== found.highHash
    if (isChanged) await forgetAll(account, store)
    const stored = isChanged ? undefined : found
    const isOther = stored !== undefined && head < stored.high - longestTip
    if (!isOther) behind.forget(account)
    const top = isOther ? await cutAbove(account, store, head - unsettled) : stored
    const final = resultOf(finalized, headerSchema)?.number ?? head
    const settled = Math.min(head - unsettled, Math.max(final, head - mostUnsettled))
    const isNear = top !== undefined && top.high <= head && top.high >= settled - longestTip
    const bound = firstBlock(head)
    const low = isNear ? top.high + 1 : Math.max(settled + 1, bound)
    const entries: Entry[] = []
    const gaps: Gap[] = []
    const newest = createSession(head, low)
    const reading = open(account, budget, newest, head)
    let lowTime = timestamp
    let isCut = false
    newest.longestSpan = Math.min(newest.longestSpan, tipSpans.get(account) ?? newest.longestSpan)
    for (let high = head; high >= low; ) {
      // A pruned node may know the states of fewer blocks than are read here.
      const isPruned = abilities.stateless >= 0 && high > head - certain
      const step = {
        high,
        bound: isPruned ? Math.max(low, head - certain + 1) : low,
        wanted: Number.POSITIVE_INFINITY,
      }
      const read = await readNext(reading, step).catch((error: unknown) => {
        // A client without calls of its own must not leave the others half of it.
        if (!(error instanceof BudgetSpent) || budget.hasCalls?.() === false) throw error
        if (high < head) return undefined
        const length = Math.min(newest.longestSpan, head - low + 1)
        tipSpans.delete(account)
        tipSpans.set(account, Math.ceil(length / 4))
        const [oldest] = tipSpans.keys()
        if (tipSpans.size > spanLimit && oldest !== undefined) tipSpans.delete(oldest)
        throw error
      })
      if (read === undefined) {
        isCut = true
        if (high > settled) gaps.push({ lack: 'coin', low: Math.max(low, settled + 1), high, needs: 'logs' })
        break
      }
      lowTime = read.lowTime
      entries.push(...read.entries)
      gaps.push(...read.lacks)
      high = read.low - 1
    }
    if (settled >= bound && (top === undefined || settled > top.high)) {
      // What was too much is read in steps: below a range of its own.
      const isJoined = isNear && !isCut
      if (!isJoined) {
        // The range that begins here starts with the state of its highest block.
        const below = top === undefined ? bound : top.high + 1
        const next = sessionOf(account, { low: settled + 1 }, below)
        copyState(newest, next, settled)
      }
      await confirm(begun, budget)
      await store.ranges.raise(chainId, account, top, {
        high: settled,
        highHash: await hashOf(open(account, { ...budget, left: 1 }, newest, head), settled),
        low: isJoined ? low : settled + 1,
        lowTime:
          !isCut && low === settled + 1
            ? lowTime
            : await timeOf(open(account, { ...budget, left: 1 }, newest, head), settled + 1),
        entries: entries.filter(({ block }) => isJoined && block <= settled),
        gaps: gaps
          .filter((gap) => isJoined && gap.low <= settled)
          .map((gap) => ({ ...gap, high: Math.min(gap.high, settled) })),
      })
    }
    return { head, low, lowTime, entries, gaps }
  }

  /** A range's time must be that of its lowest block: sources that go on from there compare both. */
  async function timeOf(reading: Reading, block: number): Promise<number> {
    return (await createFacts(reading).headers([block])).get(block)?.timestamp ?? 0
  }

  /** A block that was stored as settled has left the chain, and nobody knows how many below it: all is read again. */
  async function forgetAll(account: Hex, store: HistoryStore): Promise<void> {
    log.warn('blockchain.historyStartsAgain', { chain: chainId })
    forgetAnswers('')
    await store.ranges.forgetRanges(chainId, account)
  }

  /** Without it the range cannot be held against the chain later, which harms nobody now. */
  async function hashOf(reading: Reading, block: number): Promise<Hex | undefined> {
    try {
      return (await createFacts(reading).headers([block])).get(block)?.hash
    } catch (error) {
      if (error instanceof NodeError) return undefined
      throw error
    }
  }

  /**
   * Forgets what was read above a block, after a node of another chain, or on a chain that has begun anew, as private
   * chains do. Throws `NodeError` while the head may be that of a lagging node.
   */
  async function cutAbove(account: Hex, store: HistoryStore, block: number): Promise<Range | undefined> {
    const isPublic = isPublicChain(chainId)
    if (isPublic && !behind.isLasting(account)) throw new NodeError('is behind what was read')
    log.info('blockchain.historyStartsAgain', { chain: chainId })
    forgetAnswers(isPublic ? account : '')
    if (isPublic) await store.ranges.cutAbove(chainId, account, block)
    else await store.ranges.forgetRanges(chainId, account)
    return (await store.ranges.of(chainId, account))[0]
  }

  return readTip
}
