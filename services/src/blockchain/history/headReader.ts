import { NodeError } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import type { Nodes } from '../nodes.js'
import type { Hex } from './Entry.js'
import { findFork } from './findFork.js'
import type { HistoryStore } from './historyStore.js'
import type { Head } from './Known.js'
import { type Header, headerSchema, readResult } from './nodeAnswers.js'
import type { RangeReader } from './rangeReader.js'

/** A head below the stored one is taken for a lagging node, until it has been seen this many times. */
const lagPatience = 3

/**
 * Polls a chain's head, and reads the accounts' entries up to it. Each new block must be the child of the last stored
 * one; after a reorganisation everything above the last common block is deleted. Polling throws `NodeError`.
 */
export function createHeadReader(
  context: Context,
  {
    nodes,
    store,
    ranges,
  }: { readonly nodes: Nodes; readonly store: HistoryStore; readonly ranges: RangeReader },
  signal: AbortSignal,
): (accounts: ReadonlySet<Hex>) => Promise<void> {
  const { chainId } = nodes
  let lagging = 0

  async function look(accounts: ReadonlySet<Hex>): Promise<void> {
    const newest = await readHead()
    const head = await store.head(chainId)
    if (head === undefined) await store.begin(chainId, head, newest)
    else await follow(accounts, newest)
    // Development chains are short: accounts are read from the first block.
    await store.place(chainId, Number.POSITIVE_INFINITY)
  }

  /** Reads up to the newest block, starting at the last stored block that is still on the chain. */
  async function follow(accounts: ReadonlySet<Hex>, newest: Header): Promise<void> {
    while (!signal.aborted) {
      const head = await store.head(chainId)
      if (head === undefined) return void (await store.begin(chainId, head, newest))
      if (newest.number <= head.number) {
        if (await isStill(newest, head)) return
        continue
      }
      const { headers, entries } = await ranges.upwards(head.number + 1, newest.number, accounts)
      if (headers[0]?.parentHash === head.hash)
        await store.extend(chainId, { seen: head, accounts, added: headers, found: entries })
      else await turnBack(head, head.number)
    }
  }

  /** Returns whether a chain that has not grown is still the same chain, perhaps reported by a lagging node. */
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

  /**
   * Deletes the blocks that left the chain. Block `number` must be one of them; otherwise the node contradicts itself.
   */
  async function turnBack(head: Head, number: number): Promise<void> {
    const known = await store.blocks(chainId)
    const fork = await findFork(nodes, known, signal)
    if (fork !== undefined && fork >= number) throw new NodeError('contradicts itself')
    const isDone =
      fork === undefined ? await store.restart(chainId, head) : await store.rollBack(chainId, head, fork)
    if (isDone)
      context.log.info('blockchain.reorganised', { chain: chainId, count: head.number - (fork ?? -1) })
  }

  async function readHead(): Promise<Header> {
    const [reply] = await nodes.ask([{ method: 'eth_getBlockByNumber', params: ['latest', false] }], signal)
    return readResult(reply, headerSchema)
  }

  return look
}
