import { NodeError } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import { createContracts } from '../contracts.js'
import type { Nodes } from '../nodes.js'
import type { Entry, Hex } from './Entry.js'
import type { HistoryStore } from './historyStore.js'
import { createIndexer } from './indexer.js'
import type { Watched } from './Known.js'
import { listedOn } from './listedOn.js'
import { pendingOf, readPendingBlock } from './readPending.js'
import { newest, type Source } from './Source.js'
import { readTokenFacts, type Silent } from './tokenFacts.js'

/** How long an answer may wait for the chain, in milliseconds, so that a loading page does not seem to hang. */
const patience = 3_000
/** Most collectibles per account. */
const collectibleLimit = 5_000

/** Reads the history from the chain's own blocks. */
export function createChainSource(
  context: Context,
  nodes: Nodes,
  store: HistoryStore,
  signal: AbortSignal,
): Source {
  const { clock, settings } = context
  const { chainId } = nodes
  const indexer = createIndexer(context, nodes, store, signal)
  const sources = {
    chainId,
    contracts: createContracts(nodes),
    store,
    listed: listedOn(chainId, settings.tokens),
    clock,
    silent: new Map<Hex, Silent>(),
  }
  const factsOf = (entries: readonly Entry[]) =>
    readTokenFacts(
      sources,
      entries.flatMap(({ movements }) => movements.flatMap(({ token }) => token ?? [])),
    )

  /** Updates an account's history as far as the chain allows. If that fails, the stored history is still served. */
  async function refresh(
    account: Hex,
    isEnough: (watched: Watched) => boolean | Promise<boolean>,
  ): Promise<void> {
    await indexer.watch(account)
    try {
      await indexer.refresh(account, isEnough, patience)
    } catch (error) {
      const { low = Number.POSITIVE_INFINITY } = (await store.watched(chainId, account)) ?? {}
      const isKnown = low <= ((await store.head(chainId))?.number ?? 0)
      if (!(error instanceof NodeError) || !isKnown) throw error
    }
  }

  return {
    name: 'chain',
    async page(account, { before = newest, limit }) {
      const read = () => store.page(chainId, account, { before, limit })
      await refresh(
        account,
        async ({ low, first }) => low <= first || (await read())?.entries.length === limit,
      )
      const known = await read()
      // The first blocks were not read in time; the next request finds them.
      if (known === undefined)
        return { entries: [], facts: new Map(), floor: before, reading: { block: 0, share: 0 } }
      const { entries, watched } = known
      const { low, first, lowTime } = watched
      const top = (await store.head(chainId))?.number ?? low
      return {
        entries,
        facts: await factsOf(entries),
        ...(low > first && {
          floor: { minedAt: lowTime, block: low, index: 0 },
          reading: { block: low, share: shareOf({ low, first, top }) },
        }),
      }
    },
    async pending(account) {
      const after = (await store.head(chainId))?.number ?? Number.MAX_SAFE_INTEGER
      const block = await readPendingBlock(nodes, after, signal)
      const entries = block === undefined ? [] : pendingOf(account, block, clock.now())
      return { entries, facts: await factsOf(entries) }
    },
    async collectibles(account) {
      await refresh(account, ({ low, first }) => low <= first)
      const items = await store.collectibles(chainId, account, collectibleLimit + 1)
      if (items.length <= collectibleLimit) return { items }
      return { items: items.slice(0, collectibleLimit), lacks: ['older'] }
    },
    close: () => indexer.close(),
  }
}

/** The part of the blocks from `first` to `top` that has been read, from `low` up. */
function shareOf({
  low,
  first,
  top,
}: {
  readonly low: number
  readonly first: number
  readonly top: number
}) {
  return Math.min(Math.max((top + 1 - low) / Math.max(top + 1 - first, 1), 0), 1)
}
