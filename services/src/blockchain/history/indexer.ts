import { NodeError } from '../../outbound/post.js'
import { repeat } from '../../shared/clock.js'
import type { Context } from '../../shared/context.js'
import { messageOf } from '../../shared/log.js'
import { inBackground } from '../budget/meter.js'
import type { Nodes } from '../nodes.js'
import { createDeadline } from './deadline.js'
import type { Hex } from './Entry.js'
import { createEarlierReader } from './earlierReader.js'
import { createHeadReader } from './headReader.js'
import type { HistoryStore } from './historyStore.js'
import type { Watched } from './Known.js'
import { createRangeReader } from './rangeReader.js'

/** How long an account stays followed without a request, in milliseconds. */
const memory = 30 * 86_400_000
/** How often the head is polled while earlier history is being read, in milliseconds. */
const lookInterval = 2_000

/** Follows one chain for the accounts that clients requested. */
export type Indexer = {
  /** Starts following an account and reading its earlier history. */
  watch(account: Hex): Promise<void>
  /**
   * Polls the chain. Resolves when `isEnough` accepts the account's stored history, or after `patience`.
   *
   * @throws `NodeError` if the chain could not be read
   */
  refresh(account: Hex, isEnough: IsEnough, patience: number): Promise<void>
  /** Resolves when work in progress has stopped after the signal. */
  close(): Promise<void>
}

type IsEnough = (watched: Watched) => boolean | Promise<boolean>

/**
 * Reads a chain's blocks into the store: new blocks as they arrive, and earlier blocks for new accounts, newest first.
 *
 * - Calls the chain only while accounts are followed.
 * - Stores each step's entries and its progress in one transaction, so a killed process can continue.
 * - Several processes may share a store: if another one has changed the state first, the step is repeated on the new
 *   state.
 *
 * @param signal Stops work in progress.
 */
export function createIndexer(
  context: Context,
  nodes: Nodes,
  store: HistoryStore,
  signal: AbortSignal,
): Indexer {
  const { settings, clock, log } = context
  const { chainId } = nodes
  const ranges = createRangeReader(context, nodes, signal)
  const readHead = createHeadReader(context, { nodes, store, ranges }, signal)
  const readEarlier = createEarlierReader(chainId, store, ranges)
  /** Counts polls of the head: a request must wait for a poll that began after it. */
  let looksBegun = 0
  let looksDone = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  let isLookWanted = false
  let running: Promise<void> | undefined
  let waiting: (() => void)[] = []
  /** Set while a timer polls the chain. */
  let stopLooking: (() => void) | undefined

  function start(): void {
    stopLooking?.()
    // The timer outlives the request that starts it.
    stopLooking = inBackground(() =>
      repeat(clock, () => void run().catch(() => undefined), settings.historyPollSeconds * 1_000),
    )
  }

  /** Runs one at a time; callers during a run share it. */
  function run(): Promise<void> {
    running ??= inBackground(work)
      .catch((error: unknown) => {
        if (signal.aborted) return
        if (error instanceof NodeError)
          log.warn('blockchain.indexPaused', { chain: chainId, reason: error.message })
        else log.error('blockchain.indexFailed', { chain: chainId, error: messageOf(error) })
        throw error
      })
      .finally(() => {
        running = undefined
      })
    return running
  }

  async function work(): Promise<void> {
    await store.forgetUnasked(chainId, clock.now() - memory)
    for (let isLook = true; !signal.aborted; ) {
      if (isLook) {
        const timer = stopLooking
        const accounts = await store.accounts(chainId)
        if (accounts.size === 0) return rest(timer)
        await look(accounts)
      }
      const hasMore = await readEarlier()
      tell()
      if (!hasMore && !isLookWanted) return
      isLook = isLookWanted || clock.steadyNow() - lookedAt >= lookInterval
    }
  }

  /** Stops polling when no account is followed. An account added meanwhile has started another timer, which stays. */
  function rest(timer: (() => void) | undefined): void {
    looksDone = ++looksBegun
    if (stopLooking !== timer) return
    timer?.()
    stopLooking = undefined
  }

  async function look(accounts: ReadonlySet<Hex>): Promise<void> {
    isLookWanted = false
    const number = ++looksBegun
    await readHead(accounts)
    looksDone = number
    lookedAt = clock.steadyNow()
  }

  function tell(): void {
    const told = waiting
    waiting = []
    for (const done of told) done()
  }

  function step(): Promise<void> {
    return new Promise((resolve) => waiting.push(resolve))
  }

  // The first poll shows whether the store already has followed accounts.
  start()

  return {
    async watch(account) {
      const isNew = await store.watch(chainId, account, clock.now(), settings.historyAccounts)
      if ((isNew || stopLooking === undefined) && !signal.aborted) start()
    },
    async refresh(account, isEnough, patience) {
      const wanted = looksBegun + 1
      isLookWanted = true
      const deadline = createDeadline(clock, patience)
      try {
        while (!deadline.hasPassed() && !signal.aborted) {
          // Subscribe before reading anything, so that no step is missed.
          const stepped = step()
          const isNew = looksDone >= wanted
          const watched = isNew ? await store.watched(chainId, account) : undefined
          if (watched !== undefined && (await isEnough(watched))) return
          const isEnd = await Promise.race([stepped, deadline.passed, run().then(() => true)])
          // The history is complete.
          if (isEnd === true && isNew) return
        }
      } finally {
        deadline.cancel()
      }
    },
    async close() {
      stopLooking?.()
      await running?.catch(() => undefined)
    },
  }
}
