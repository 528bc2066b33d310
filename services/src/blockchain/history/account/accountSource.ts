import type { Context } from '../../../shared/context.js'
import { currentReadings } from '../../budget/meter.js'
import { createContracts } from '../../contracts.js'
import type { Nodes } from '../../nodes.js'
import type { Entry, Hex, Place } from '../Entry.js'
import { type HistoryStore, openHistoryStore } from '../historyStore.js'
import type { Collectible } from '../Known.js'
import { listedOn } from '../listedOn.js'
import { createPendingKept } from '../pendingKept.js'
import { newest, type Page, type PageQuery, type Source } from '../Source.js'
import { readTokenFacts, type Silent } from '../tokenFacts.js'
import { createAccountJobs } from './accountJobs.js'
import { createAccountReader } from './accountReader.js'
import { clientKey } from './clientKey.js'
import { lacksIn } from './gaps.js'
import type { RangeRecord } from './rangeRecord.js'
import type { Tip } from './Tip.js'

/** Most collectibles per account. */
const collectibleLimit = 5_000
/** Calls that looking for an account's collectibles may cause in an hour, beside what its history costs. */
const ofCollectibles = { rate: 400 / 3_600, burst: 400 }
/** With fewer calls left, no more is read: a few would be spent again and again for nothing. */
const fewCalls = 50
/** How long an account stays stored without a request, and how often that is checked, in milliseconds. */
const [memory, checkInterval] = [30 * 86_400_000, 3_600_000]
/** Most accounts in memory that found no place in the store. */
const passingLimit = 200

/** A page of which nothing has been read: the next one begins where this one did. */
const nothingYet: Page = { entries: [], facts: new Map(), floor: newest, reading: { share: 0 } }

type Query = Pick<PageQuery, 'before' | 'limit'>

/**
 * Reads single accounts' histories from a chain's nodes, only when they are asked for and without reading every block.
 *
 * @param signal Stops work in progress.
 */
export function createAccountSource(
  context: Context,
  nodes: Nodes,
  store: HistoryStore,
  signal: AbortSignal,
): Source {
  const { clock, settings } = context
  const { chainId } = nodes
  const reader = createAccountReader(context, nodes, signal)
  const pendingOf = createPendingKept(context, nodes, signal)
  const jobs = createAccountJobs(context, { nodes, store, reader })
  const sources = {
    chainId,
    contracts: createContracts(nodes),
    store,
    listed: listedOn(chainId, settings.tokens),
    clock,
    silent: new Map<Hex, Silent>(),
  }
  let passing: Promise<HistoryStore> | undefined
  let passed = 0
  let nextCheck = Number.NEGATIVE_INFINITY

  /** Where an account's history is kept: in memory if the store has no place for it. */
  async function storeOf(account: Hex): Promise<HistoryStore> {
    if (clock.steadyNow() >= nextCheck) {
      nextCheck = clock.steadyNow() + checkInterval
      await store.ranges.forgetUnasked(chainId, clock.now() - memory)
    }
    const asking = { ...askingFor(account), limit: settings.historyAccounts }
    return (await store.ranges.admit(chainId, asking)) ? store : placeInMemory(account)
  }

  async function placeInMemory(account: Hex): Promise<HistoryStore> {
    passing ??= openHistoryStore({})
    const own = await passing
    // Of two accounts, one is always the older one.
    const order = { now: ++passed, staleSince: 0, limit: passingLimit, isAlwaysPlaced: true }
    await own.ranges.admit(chainId, { ...askingFor(account), ...order })
    return own
  }

  const askingFor = (account: Hex) => ({ account, client: clientKey(context, store), now: clock.now() })

  /** Refuses a client without calls before its account takes a place, unless the account is stored. */
  async function requireReadings(account: Hex): Promise<void> {
    const readings = currentReadings()
    if (readings === undefined || readings.left() >= 1) return
    for (const one of [store, await passing])
      if (one !== undefined && (await one.ranges.of(chainId, account)).length > 0) return
    readings.require()
  }

  const factsOf = (entries: readonly Entry[]) =>
    readTokenFacts(
      sources,
      entries.flatMap(({ movements }) => movements.flatMap(({ token }) => token ?? [])),
    )

  async function known(
    account: Hex,
    own: RangeRecord,
    tip: Tip | undefined,
    { before = newest, limit }: Query,
  ) {
    const stored = await own.page(chainId, account, { before, limit })
    const above = stored?.range.high ?? -1
    const fresh = (tip?.entries ?? []).filter((entry) => entry.block > above && isBelow(entry, before))
    return {
      range: stored?.range,
      entries: [...fresh, ...(stored?.entries ?? [])].sort(newestFirst).slice(0, limit),
    }
  }

  async function page(account: Hex, query: PageQuery): Promise<Page> {
    await requireReadings(account)
    const own = await storeOf(account)
    const missing = async (found: Tip) =>
      query.limit - (await known(account, own.ranges, found, query)).entries.length
    const shown = async (found: Tip) => {
      const { range, entries } = await known(account, own.ranges, found, query)
      const low = entries.length === query.limit ? entries.at(-1)?.block : range?.low
      return low === undefined ? undefined : { low, high: blockOf(query.before) ?? found.head }
    }
    const { tip, isLate, isComing } = await jobs.read(account, own, {
      what: 'history',
      missing,
      shown,
      allowed: query.budget,
    })
    // What follows the stored entries would skip the newest ones, which are still being read.
    if (isComing === true && query.before === undefined) return nothingYet
    // The newest blocks could not be read: what is stored is shown, and more may be above it.
    const isBehind = tip === undefined && query.before === undefined
    const { range, entries } = await known(account, own.ranges, tip, query)
    if (isBehind && entries.length === 0) return nothingYet
    const facts = await factsOf(entries)
    const bottom = range ?? tip
    if (bottom === undefined) return { ...nothingYet, floor: query.before ?? newest }
    const head = Math.max(tip?.head ?? 0, range?.high ?? 0)
    const first = reader.firstBlock(head)
    const isFull = entries.length === query.limit
    // Whoever reads on an hour later finds the rest, if the nodes have it then.
    const isPaused = !isFull && (reader.isTired(account) || reader.isAtEnd(bottom.low))
    const isRest = bottom.low > first && !isPaused
    const gaps = [...(tip?.gaps ?? []), ...(range?.gaps ?? [])]
    const seen = lacksIn(
      gaps,
      isFull ? (entries.at(-1)?.block ?? 0) : bottom.low,
      blockOf(query.before) ?? head,
    )
    const isCut = !isFull && !isRest && bottom.low > 0
    const lacks = isCut ? [...seen, 'older' as const] : seen
    return {
      entries,
      facts,
      ...(isRest ? { floor: notAbove(query.before, bottom) } : {}),
      ...((isRest && !isFull) || isLate || isBehind || reader.isMending(account)
        ? { reading: readingOf(bottom.low, { first, head }) }
        : {}),
      ...(lacks.length === 0 ? {} : { lacks }),
    }
  }

  /** Where the next page begins: while newer blocks than the place that was asked for are read, at that place. */
  function notAbove(
    before: Place | undefined,
    { low, lowTime }: { readonly low: number; readonly lowTime: number },
  ): Place {
    const floor: Place = { minedAt: lowTime, block: low, index: 0 }
    return before === undefined || isBelow(floor, before) ? floor : before
  }

  return {
    name: 'chain',
    page,
    async pending(account) {
      const entries = await pendingOf(account)
      return { entries, facts: await factsOf(entries) }
    },
    async collectibles(account) {
      await requireReadings(account)
      // Only a request for the history gives an account a place in the store (decision 145).
      const isFollowed = await store.ranges.has(chainId, account)
      const own = isFollowed ? store : await placeInMemory(account)
      const allowance = [`collectibles of ${account} on ${chainId}`, ofCollectibles] as const
      const isPaused = () => context.requests.level(...allowance) < fewCalls
      const { tip } = await jobs.read(account, own, {
        what: 'collectibles',
        missing: async () => (isPaused() ? 0 : Number.POSITIVE_INFINITY),
        shown: async () => undefined,
        onRead: (calls) => context.requests.spend(...allowance, calls),
      })
      const fresh = (tip?.entries ?? []).flatMap(({ movements }) =>
        movements.flatMap(({ standard, token, tokenId, to }): readonly Collectible[] => {
          const isNft = standard === 'ERC721' || standard === 'ERC1155'
          return isNft && token !== undefined && tokenId !== undefined && to === account
            ? [{ standard, token, tokenId }]
            : []
        }),
      )
      const stored = await own.collectibles(chainId, account, collectibleLimit + 1)
      const all = new Map([...fresh, ...stored].map((one) => [`${one.token} ${one.tokenId}`, one]))
      const items = [...all.values()].slice(0, collectibleLimit)
      // Nothing that is still to be read would be shown.
      if (all.size > collectibleLimit) return { items, lacks: ['older'] }
      const [range] = await own.ranges.of(chainId, account)
      const bottom = range ?? tip
      if (bottom === undefined) return { items, reading: { share: 0 } }
      const head = Math.max(tip?.head ?? 0, range?.high ?? 0)
      const first = reader.firstBlock(head)
      if (bottom.low > first && !isPaused() && !reader.isTired(account) && !reader.isAtEnd(bottom.low))
        return { items, reading: readingOf(bottom.low, { first, head }) }
      return { items, ...(bottom.low > 0 && { lacks: ['older' as const] }) }
    },
    async close() {
      await jobs.close()
      await reader.close()
      await (await passing)?.close()
    },
  }
}

/** While nothing below the newest blocks has been read, `low` is the block after the head. */
function readingOf(low: number, { first, head }: { readonly first: number; readonly head: number }) {
  const share = (head - low) / Math.max(head - first, 1)
  return { block: Math.min(low, head), share: Math.min(Math.max(share, 0), 1) }
}

function newestFirst(left: Place, right: Place): number {
  return right.minedAt - left.minedAt || right.block - left.block || right.index - left.index
}

function isBelow(place: Place, before: Place): boolean {
  return newestFirst(before, place) < 0
}

/** A place from a page of another chain has no block on this one. */
function blockOf(before: Place | undefined): number | undefined {
  return before === undefined || before.block <= 0 || before.block === Number.MAX_SAFE_INTEGER
    ? undefined
    : before.block
}
