import { NodeError } from '../../../outbound/post.js'
import type { Context } from '../../../shared/context.js'
import { currentReadings, inBackground } from '../../budget/meter.js'
import { createContracts, readQuantity } from '../../contracts.js'
import type { Nodes } from '../../nodes.js'
import { createDeadline } from '../deadline.js'
import type { Entry, Hex, Place } from '../Entry.js'
import { type HistoryStore, openHistoryStore } from '../historyStore.js'
import type { Collectible } from '../Known.js'
import { listedOn } from '../listedOn.js'
import { readPending } from '../readPending.js'
import type { Page, PageQuery, Source } from '../Source.js'
import { readTokenFacts } from '../tokenFacts.js'
import { callsPerRequest, createAccountReader, type Tip } from './accountReader.js'
import { lacksIn } from './gaps.js'
import type { RangeRecord } from './rangeRecord.js'

/** How long an answer may wait for the chain, in milliseconds. */
const patience = 3_000
/** Most collectibles per account. */
const collectibleLimit = 5_000
/** How long an account stays stored without a request, and how often that is checked, in milliseconds. */
const [memory, checkInterval] = [30 * 86_400_000, 3_600_000]
/** Most accounts in memory that found no place in the store. */
const passingLimit = 200

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
  const work = new Set<Promise<void>>()
  const sources = {
    chainId,
    contracts: createContracts(nodes),
    store,
    listed: listedOn(chainId, settings.tokens),
    clock,
    silent: new Map<Hex, number>(),
  }
  let passing: Promise<HistoryStore> | undefined
  let nextCheck = Number.NEGATIVE_INFINITY

  /** Where an account's history is kept: in memory if the store is full of accounts that are asked for often. */
  async function storeOf(account: Hex): Promise<HistoryStore> {
    const asking = { account, now: clock.now() }
    if (clock.steadyNow() >= nextCheck) {
      nextCheck = clock.steadyNow() + checkInterval
      await store.ranges.forgetUnasked(chainId, clock.now() - memory)
    }
    if (await store.ranges.admit(chainId, { ...asking, limit: settings.historyAccounts })) return store
    passing ??= openHistoryStore({})
    const own = await passing
    // On another day than its last one an account would count as asked for often.
    await own.ranges.admit(chainId, { ...asking, now: 0, limit: passingLimit })
    return own
  }

  const factsOf = (entries: readonly Entry[]) =>
    readTokenFacts(
      sources,
      entries.flatMap(({ movements }) => movements.flatMap(({ token }) => token ?? [])),
    )

  /** Reads until `isEnough`, but waits at most a few seconds: the reading goes on after the answer. */
  async function read(
    account: Hex,
    own: HistoryStore,
    isEnough: (tip: Tip) => Promise<boolean>,
    allowed: { left: number } = { left: callsPerRequest },
  ): Promise<{ readonly tip: Tip | undefined; readonly isLate: boolean }> {
    const isKnown = async () => (await own.ranges.of(chainId, account)).length > 0
    const readings = currentReadings()
    if (readings !== undefined && readings.left() < 1) {
      // What is stored is shown, and the reading goes on when the client has calls again.
      if (await isKnown()) return { tip: undefined, isLate: true }
      readings.require()
    }
    const budget = {
      left: Math.min(allowed.left, readings?.left() ?? allowed.left),
      spend(calls: number) {
        allowed.left -= calls
        readings?.spend(calls)
      },
    }
    let tip: Tip | undefined
    let failure: unknown
    const job = inBackground(async () => {
      const found = await reader.tip(account, own, budget)
      tip = found
      await reader.readOn(account, own, { budget, head: found.head, isEnough: () => isEnough(found) })
    }).catch((error: unknown) => {
      failure = error
    })
    work.add(job)
    void job.finally(() => work.delete(job))
    const deadline = createDeadline(clock, patience)
    await Promise.race([job, deadline.passed])
    deadline.cancel()
    if (failure !== undefined && (!(failure instanceof NodeError) || !(await isKnown()))) throw failure
    return { tip, isLate: tip === undefined && failure === undefined }
  }

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
    const own = await storeOf(account)
    const isFilled = async (found: Tip) =>
      (await known(account, own.ranges, found, query)).entries.length >= query.limit
    const { tip, isLate } = await read(account, own, isFilled, query.budget)
    const { range, entries } = await known(account, own.ranges, tip, query)
    const facts = await factsOf(entries)
    const bottom = range ?? tip
    if (bottom === undefined) return { entries, facts, floor: query.before ?? newest, reading: { share: 0 } }
    const head = Math.max(tip?.head ?? 0, range?.high ?? 0)
    const first = reader.firstBlock(head)
    const isRest = bottom.low > first
    const isFull = entries.length === query.limit
    const gaps = [...(tip?.gaps ?? []), ...(range?.gaps ?? [])]
    const lacks = lacksIn(
      gaps,
      isFull ? (entries.at(-1)?.block ?? 0) : bottom.low,
      blockOf(query.before) ?? head,
    )
    return {
      entries,
      facts,
      ...(isRest ? { floor: { minedAt: bottom.lowTime, block: bottom.low, index: 0 } } : {}),
      ...((isRest && !isFull) || isLate
        ? { reading: { block: bottom.low, share: (head - bottom.low) / Math.max(head - first, 1) } }
        : {}),
      ...(lacks.length === 0 ? {} : { lacks }),
    }
  }

  return {
    name: 'chain',
    page,
    async pending(account) {
      const [reply] = await nodes.ask([{ method: 'eth_blockNumber' }], signal)
      const after = Number(readQuantity(reply))
      const entries = await readPending(nodes, { account, after, now: clock.now() }, signal)
      return { entries, facts: await factsOf(entries) }
    },
    async collectibles(account) {
      const own = await storeOf(account)
      const { tip } = await read(account, own, async () => false)
      const fresh = (tip?.entries ?? []).flatMap(({ movements }) =>
        movements.flatMap(({ standard, token, tokenId, to }): readonly Collectible[] => {
          const isNft = standard === 'ERC721' || standard === 'ERC1155'
          return isNft && token !== undefined && tokenId !== undefined && to === account
            ? [{ standard, token, tokenId }]
            : []
        }),
      )
      const stored = await own.collectibles(chainId, account, collectibleLimit)
      const all = new Map([...fresh, ...stored].map((one) => [`${one.token} ${one.tokenId}`, one]))
      return [...all.values()].slice(0, collectibleLimit)
    },
    async close() {
      await Promise.allSettled(work)
      await reader.close()
      await (await passing)?.close()
    },
  }
}

const newest: Place = { minedAt: Number.MAX_SAFE_INTEGER, block: 0, index: 0 }

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
