import { NodeError, type RpcCall } from '../../outbound/post.js'
import type { Clock } from '../../shared/clock.js'
import type { Log as Writer } from '../../shared/log.js'
import type { Nodes } from '../nodes.js'
import { type Block, type Log, readBlock } from './Block.js'
import { createBlockLogs, Untold } from './blockLogs.js'
import { connect, type Step } from './connect.js'
import type { LogFilter } from './logFilter.js'

/** What a chain's subscribers hear. */
export type Listener = {
  /** The contracts whose logs it wants; absent for heads alone. */
  readonly filter?: LogFilter | undefined
  onBlock(block: Block): void
  /** Logs of one block: that it brought, or that a reorganisation took away. */
  onLogs(logs: readonly Log[], isRemoved: boolean): void
  /** Blocks or logs are lost to it: it must begin anew. */
  onLost(): void
}

export type ChainFeed = {
  /** Adds a listener, who hears of each block after the newest one. Throws `NodeError` if no node answers. */
  add(listener: Listener): Promise<void>
  remove(listener: Listener): void
  close(): void
}

/** Blocks that are remembered: a deeper reorganisation, or a longer pause of the nodes, is not told. */
const memory = 128
/** Blocks before the first one that are remembered. */
const before = 16n
/** Looks in a row that may fail although the nodes tell their newest block. */
const patience = 10

type Parameters = {
  readonly nodes: Pick<Nodes, 'ask' | 'chainId'>
  readonly clock: Clock
  readonly log: Writer
  /** In milliseconds. */
  readonly interval: number
}

/**
 * Follows a chain for all its subscribers, by looking at its newest block as long as somebody listens.
 *
 * Blocks between two looks are fetched, in order. After a reorganisation the logs of the blocks that are gone are told as
 * removed, newest first, and then the new blocks. If the nodes are away it goes on from the last block it told.
 */
export function createChainFeed({ nodes, clock, log, interval }: Parameters): ChainFeed {
  const listeners = new Set<Listener>()
  const blockLogs = createBlockLogs(nodes)
  /** The blocks that were told, oldest first. */
  let told: readonly Step[] = []
  let looking: Promise<void> | undefined
  let failures = 0
  /** The nodes were away at the last look: blocks may have been mined since the last one that was told. */
  let isAway = false
  /** Listeners who wait for the newest block: those before it are not theirs. */
  const joining = new Set<Listener>()
  let cancel: (() => void) | undefined
  /** Changes when nobody listens any more: a look that began before is then void. */
  let era = 0
  let isClosed = false

  async function askBlocks(calls: readonly RpcCall[]): Promise<readonly Block[]> {
    const replies = await nodes.ask(calls)
    const blocks = replies.flatMap((reply) => ('result' in reply ? (readBlock(reply.result) ?? []) : []))
    if (blocks.length < calls.length) throw new NodeError('no such block')
    return blocks
  }

  /** Reads some blocks before the first one, which may be reorganised, too. */
  async function begin(newest: Block): Promise<readonly Step[]> {
    const count = newest.number < before ? newest.number : before
    const numbers = Array.from({ length: Number(count) }, (_, index) => newest.number - count + BigInt(index))
    const blocks = count === 0n ? [] : await askBlocks(numbers.map(callFor)).catch(() => [])
    const isChain = [...blocks, newest].every(
      (block, index, all) => index === 0 || block.parentHash === all[index - 1]?.hash,
    )
    return isChain ? [...blocks, newest] : [newest]
  }

  async function look(): Promise<void> {
    const own = era
    const [newest] = await askBlocks([{ method: 'eth_getBlockByNumber', params: ['latest', false] }])
    if (newest === undefined) return
    if (told.length === 0) {
      const first = await begin(newest)
      if (own === era) told = first
      return
    }
    // A node that is behind names a block that was told long ago.
    if (told.some(({ hash }) => hash === newest.hash)) return
    const change = await connect(told, newest, memory, (numbers) => askBlocks(numbers.map(callFor)))
    if (own !== era) return
    if (change === undefined) {
      const last = told.at(-1)
      // A node that is far behind says nothing of the chain, unless it stays the only one that answers.
      const isBehind = last !== undefined && newest.number <= last.number
      if (isBehind) throw new Untold('all nodes are behind')
      return lose('a gap or a reorganisation of more blocks than are remembered')
    }
    const filters = [...listeners].flatMap(({ filter }) => filter ?? [])
    // All logs are read before anything is told, so that a failure leaves nothing half told.
    const found = await blockLogs.read(change.added, filters)
    if (own !== era) return
    if (found.tooLong.size > 0) loseListeners(found.tooLong)
    tell(change.removed, change.added, found.logs)
  }

  /** Only those who named a contract with too many logs must begin anew. */
  function loseListeners(tooLong: ReadonlySet<string>): void {
    const lost = [...listeners].filter(({ filter }) => [...tooLong].some((one) => filter?.addresses.has(one)))
    const reason = 'more logs of a contract than fit into an answer'
    log.warn('blockchain.subscriptionsLost', { chain: nodes.chainId, count: lost.length, reason })
    for (const listener of lost) {
      listeners.delete(listener)
      listener.onLost()
    }
  }

  function tell(
    removed: readonly Step[],
    added: readonly Block[],
    found: ReadonlyMap<string, readonly Log[]>,
  ) {
    const ready = () => [...listeners].filter((listener) => !joining.has(listener))
    for (const { hash } of [...removed].reverse()) {
      const logs = blockLogs.take(hash)
      if (logs.length > 0) for (const listener of ready()) listener.onLogs(logs, true)
    }
    for (const block of added) {
      const logs = found.get(block.hash) ?? []
      blockLogs.keep(block.hash, logs)
      for (const listener of ready()) {
        listener.onBlock(block)
        if (logs.length > 0) listener.onLogs(logs, false)
      }
    }
    const gone = new Set(removed.map(({ hash }) => hash))
    const steps = added.map(({ number, hash, parentHash }) => ({ number, hash, parentHash }))
    told = [...told.filter(({ hash }) => !gone.has(hash)), ...steps].slice(-memory)
  }

  function lose(reason: string): void {
    log.warn('blockchain.subscriptionsLost', { chain: nodes.chainId, count: listeners.size, reason })
    told = []
    blockLogs.clear()
    for (const listener of [...listeners]) listener.onLost()
  }

  function lookNow(): Promise<void> {
    if (looking !== undefined) return looking
    const work = look()
      .then(
        () => {
          failures = 0
          isAway = false
        },
        (error: unknown) => {
          const reason = error instanceof NodeError ? error.message : 'failed'
          log.debug('blockchain.lookFailed', { chain: nodes.chainId, reason })
          isAway = !(error instanceof Untold)
          // Nodes that are away come back; what they cannot tell although they are there is lost.
          if (error instanceof Untold && ++failures >= patience) lose(error.message)
          throw error
        },
      )
      .finally(() => {
        if (looking === work) looking = undefined
      })
    looking = work
    return work
  }

  function plan(): void {
    if (isClosed || listeners.size === 0 || cancel !== undefined) return
    const own = era
    cancel = clock.setTimeout(() => {
      const next = () => {
        // Whoever began to listen meanwhile has planned the next look.
        if (own !== era) return
        cancel = undefined
        plan()
      }
      void lookNow().then(next, next)
    }, interval)
  }

  function stop(): void {
    cancel?.()
    cancel = undefined
    era++
    looking = undefined
    told = []
    failures = 0
    isAway = false
    blockLogs.clear()
  }

  return {
    async add(listener) {
      if (isClosed) throw new NodeError('closed')
      // What was mined before is not for this listener.
      listeners.add(listener)
      try {
        if (isAway) joining.add(listener)
        if (isAway || told.length === 0) await lookNow()
      } catch (error) {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
        throw error
      } finally {
        joining.delete(listener)
      }
      plan()
    },
    remove(listener) {
      listeners.delete(listener)
      if (listeners.size === 0) stop()
    },
    close() {
      isClosed = true
      listeners.clear()
      stop()
    },
  }
}

function callFor(number: bigint): RpcCall {
  return { method: 'eth_getBlockByNumber', params: [`0x${number.toString(16)}`, false] }
}
