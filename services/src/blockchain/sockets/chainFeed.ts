import { NodeError } from '../../outbound/post.js'
import type { Clock } from '../../shared/clock.js'
import type { Log as Writer } from '../../shared/log.js'
import type { Nodes } from '../nodes.js'
import { askBefore, askNewest, askNumbers } from './askBlocks.js'
import { createAudience, type Listener } from './audience.js'
import type { Block, Log } from './Block.js'
import { createBlockLogs, Untold } from './blockLogs.js'
import { connect, type Step } from './connect.js'

export type ChainFeed = {
  /** Adds a listener, who hears of each block after the newest one. Throws `NodeError` if no node answers. */
  add(listener: Listener): Promise<void>
  remove(listener: Listener): void
  close(): void
}

/** Blocks that are remembered: a deeper reorganisation, or a longer pause of the nodes, is not told. */
const memory = 128
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
  const audience = createAudience(nodes.chainId, log)
  const blockLogs = createBlockLogs(nodes)
  /** The blocks that were told, oldest first. */
  let told: readonly Step[] = []
  let looking: Promise<void> | undefined
  let failures = 0
  /** The nodes were away at the last look: blocks may have been mined since the last one that was told. */
  let isAway = false
  let cancel: (() => void) | undefined
  /** Changes when nobody listens any more: a look that began before is then void. */
  let era = 0
  let isClosed = false

  async function look(): Promise<void> {
    const own = era
    const newest = await askNewest(nodes)
    if (newest === undefined) return
    if (told.length === 0) {
      const first = await askBefore(nodes, newest)
      if (own === era) told = first
      return
    }
    // A node that is behind names a block that was told long ago.
    if (told.some(({ hash }) => hash === newest.hash)) return
    const change = await connect(told, newest, memory, (numbers) => askNumbers(nodes, numbers))
    if (own !== era) return
    if (change === undefined) {
      const last = told.at(-1)
      // A node that is far behind says nothing of the chain, unless it stays the only one that answers.
      const isBehind = last !== undefined && newest.number <= last.number
      if (isBehind) throw new Untold('all nodes are behind')
      return lose('a gap or a reorganisation of more blocks than are remembered')
    }
    // All logs are read before anything is told, so that a failure leaves nothing half told.
    const found = await blockLogs.read(change.added, audience.filters())
    if (own !== era) return
    if (found.tooLong.size > 0) audience.loseThoseWith(found.tooLong)
    tell(change.removed, change.added, found.logs)
  }

  function tell(
    removed: readonly Step[],
    added: readonly Block[],
    found: ReadonlyMap<string, readonly Log[]>,
  ) {
    for (const { hash } of [...removed].reverse()) audience.tellRemoved(blockLogs.take(hash))
    for (const block of added) {
      const logs = found.get(block.hash) ?? []
      blockLogs.keep(block.hash, logs)
      audience.tellBlock(block, logs)
    }
    const gone = new Set(removed.map(({ hash }) => hash))
    const steps = added.map(({ number, hash, parentHash }) => ({ number, hash, parentHash }))
    told = [...told.filter(({ hash }) => !gone.has(hash)), ...steps].slice(-memory)
  }

  function lose(reason: string): void {
    told = []
    blockLogs.clear()
    audience.loseAll(reason)
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
    if (isClosed || audience.isEmpty() || cancel !== undefined) return
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
      audience.add(listener)
      try {
        if (isAway) audience.join(listener)
        if (isAway || told.length === 0) await lookNow()
      } catch (error) {
        audience.remove(listener)
        if (audience.isEmpty()) stop()
        throw error
      } finally {
        audience.joined(listener)
      }
      plan()
    },
    remove(listener) {
      audience.remove(listener)
      if (audience.isEmpty()) stop()
    },
    close() {
      isClosed = true
      audience.clear()
      stop()
    },
  }
}
