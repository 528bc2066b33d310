import { repeat } from '../../shared/clock.js'
import type { Context } from '../../shared/context.js'
import { messageOf } from '../../shared/log.js'
import type { Nodes } from '../nodes.js'
import { NodeError } from '../post.js'
import { createDepth, type Depth } from './depth.js'
import type { Hex } from './Entry.js'
import { findFork } from './findFork.js'
import type { Head, HistoryStore, Watched } from './historyStore.js'
import { type Header, headerSchema, readResult } from './nodeAnswers.js'
import { rangeLimit, readBlocks } from './readBlocks.js'
import { createTraces } from './traces.js'

/** Accounts that nobody has asked for in so long are no longer followed, in milliseconds. */
const memory = 30 * 86_400_000
/** While earlier history is read, the head is looked at so often, in milliseconds. */
const lookInterval = 2_000
/** A head further behind than it was is a node that lags, unless it is seen so often. */
const lagPatience = 3

/** Follows one chain for the accounts that are watched. */
export type Indexer = {
  /** Follows an account from now on, and reads its earlier history. */
  watch(account: Hex): Promise<void>
  /**
   * Looks at the chain, and resolves when what is known of the account is enough, or after `patience`.
   *
   * @throws `NodeError` where the chain could not be read
   */
  refresh(account: Hex, isEnough: IsEnough, patience: number): Promise<void>
  /** Resolves when what was under way has ended, after the signal. */
  close(): Promise<void>
}

type IsEnough = (watched: Watched) => boolean | Promise<boolean>

/**
 * Reads a chain's blocks into the store: new ones as they come, and for new accounts the earlier ones, the newest first.
 *
 * - It asks the chain only while somebody is watched.
 * - What a step reads and how far it came are stored in one transaction: killed at any time, it goes on where it was.
 * - Each new block is the child of the last one known. Where the chain went another way, everything above the last
 *   common block is taken back.
 * - Several processes may share a store: whoever comes second with what builds upon the same does it again.
 *
 * @param signal Ends what is under way.
 */
export function createIndexer(
  context: Context,
  nodes: Nodes,
  store: HistoryStore,
  signal: AbortSignal,
): Indexer {
  const { settings, clock, log } = context
  const { chainId } = nodes
  const depthOf: Depth = createDepth(context, nodes)
  const traces = createTraces(context, nodes)
  let size = rangeLimit
  let lagging = 0
  /** Where what was read last did not fit to what was known. */
  let brokenAt: number | undefined
  /** Counts the looks at the head: a request waits for one that began after it came. */
  let looksBegun = 0
  let looksDone = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  let isLookWanted = false
  let isTurnOfNewest = false
  let running: Promise<void> | undefined
  let waiting: (() => void)[] = []
  /** Absent while the chain is not looked at by itself. */
  let stopLooking: (() => void) | undefined

  function start(): void {
    stopLooking?.()
    stopLooking = repeat(clock, () => void run().catch(() => undefined), settings.historyPollSeconds * 1_000)
  }

  /** One at a time; whoever calls meanwhile waits for the same. */
  function run(): Promise<void> {
    running ??= work()
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

  /** Nobody is followed; whoever came meanwhile has begun another timer. */
  function rest(timer: (() => void) | undefined): void {
    looksDone = ++looksBegun
    if (stopLooking !== timer) return
    timer?.()
    stopLooking = undefined
  }

  async function look(accounts: ReadonlySet<Hex>): Promise<void> {
    isLookWanted = false
    const number = ++looksBegun
    const newest = await readHead()
    const depth = await depthOf()
    const head = await store.head(chainId)
    if (head === undefined || newest.number - head.number > Math.max(depth, 10 * rangeLimit)) {
      await store.begin(chainId, head, newest)
    } else {
      await follow(accounts, newest)
    }
    await store.place(chainId, depth)
    looksDone = number
    lookedAt = clock.steadyNow()
  }

  /** Reads up to the newest block, from the last one that is still the chain's. */
  async function follow(accounts: ReadonlySet<Hex>, newest: Header): Promise<void> {
    while (!signal.aborted) {
      const head = await store.head(chainId)
      if (head === undefined) return void (await store.begin(chainId, head, newest))
      if (newest.number <= head.number) {
        if (await isStill(newest, head)) return
        continue
      }
      const to = () => Math.min(head.number + size, newest.number)
      const { headers, entries } = await patiently(() =>
        readBlocks({ nodes, traces }, { from: head.number + 1, to: to(), accounts }, signal),
      )
      if (headers[0]?.parentHash === head.hash)
        await store.extend(chainId, { seen: head, accounts, added: headers, found: entries })
      else await turnBack(head, head.number)
    }
  }

  /** Whether a chain that is no longer than it was is the same one, perhaps by a node that lags. */
  async function isStill(newest: Header, head: Head): Promise<boolean> {
    const blocks = await store.blocks(chainId)
    const known = blocks.find(({ number }) => number === newest.number)
    if (known?.hash !== newest.hash) {
      await turnBack(head, newest.number)
      return false
    }
    lagging = newest.number === head.number ? 0 : lagging + 1
    if (lagging === lagPatience) {
      lagging = 0
      await store.rollBack(chainId, head, newest.number)
    }
    return true
  }

  /** Takes back what is no longer the chain's, of which the block `number` is said to be the least. */
  async function turnBack(head: Head, number: number): Promise<void> {
    const known = await store.blocks(chainId)
    const fork = await findFork(nodes, known, signal)
    if (fork !== undefined && fork >= number) throw new NodeError('contradicts itself')
    const isDone =
      fork === undefined ? await store.restart(chainId, head) : await store.rollBack(chainId, head, fork)
    if (isDone) log.info('blockchain.reorganised', { chain: chainId, count: head.number - (fork ?? -1) })
  }

  /** Reads the next range below what is known; returns whether there is more. */
  async function readEarlier(): Promise<boolean> {
    const unfinished = await store.unfinished(chainId)
    // The newest accounts first, but every other time those that were left behind, or they would wait for ever.
    isTurnOfNewest = !isTurnOfNewest
    const top = unfinished.at(isTurnOfNewest ? 0 : -1)
    if (top === undefined) return false
    const group = unfinished.filter(({ low }) => low === top.low)
    // Down to where the next ones are, so that from there on all are read together.
    const next = unfinished.find(({ low }) => low < top.low)?.low ?? 0
    const bound = Math.max(next, ...group.map(({ first }) => first))
    const addresses = group.map(({ address }) => address)
    const from = () => Math.max(top.low - size, bound)
    const { headers, entries } = await patiently(() =>
      readBlocks({ nodes, traces }, { from: from(), to: top.low - 1, accounts: new Set(addresses) }, signal),
    )
    if (headers.at(-1)?.hash !== top.lowParent) {
      // A look tells whether the chain changed; where it did not, what was read before was wrong.
      if (brokenAt === top.low) await store.reread(chainId, addresses)
      brokenAt = top.low
      throw new NodeError('the chain changed')
    }
    await store.fill(chainId, { top, addresses, added: headers, found: entries })
    return true
  }

  /** Nodes refuse what is too much for them: the ranges get shorter until they do not, and grow again. */
  async function patiently<value>(read: () => Promise<value>): Promise<value> {
    for (;;) {
      try {
        const value = await read()
        size = Math.min(rangeLimit, size + Math.ceil(size / 4))
        return value
      } catch (error) {
        if (!(error instanceof NodeError) || size === 1 || signal.aborted) throw error
        size = Math.floor(size / 2)
      }
    }
  }

  async function readHead(): Promise<Header> {
    const [reply] = await nodes.ask([{ method: 'eth_getBlockByNumber', params: ['latest', false] }], signal)
    return readResult(reply, headerSchema)
  }

  function tell(): void {
    const told = waiting
    waiting = []
    for (const done of told) done()
  }

  function step(): Promise<void> {
    return new Promise((resolve) => waiting.push(resolve))
  }

  // Whether somebody is followed from before shows at the first look.
  start()

  return {
    async watch(account) {
      const isNew = await store.watch(chainId, account, clock.now(), settings.historyAccounts)
      if ((isNew || stopLooking === undefined) && !signal.aborted) start()
    },
    async refresh(account, isEnough, patience) {
      const wanted = looksBegun + 1
      isLookWanted = true
      let isLate = false
      let cancel = () => {}
      const late = new Promise<void>((resolve) => {
        cancel = clock.setTimeout(() => {
          isLate = true
          resolve()
        }, patience)
      })
      try {
        while (!isLate && !signal.aborted) {
          // Before anything is looked up, so that nothing that happens meanwhile is missed.
          const stepped = step()
          const isNew = looksDone >= wanted
          const watched = isNew ? await store.watched(chainId, account) : undefined
          if (watched !== undefined && (await isEnough(watched))) return
          const isEnd = await Promise.race([stepped, late, run().then(() => true)])
          // All is read that there is to read.
          if (isEnd === true && isNew) return
        }
      } finally {
        cancel()
      }
    },
    async close() {
      stopLooking?.()
      await running?.catch(() => undefined)
    },
  }
}
