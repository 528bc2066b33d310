import { NodeError } from '../../outbound/post.js'
import { patiently } from '../../outbound/turns.js'
import type { Context } from '../../shared/context.js'
import type { Hex, Place } from '../history/Entry.js'
import type { Collectible } from '../history/Known.js'
import { listedOn } from '../history/listedOn.js'
import { createPendingKept } from '../history/pendingKept.js'
import { newest, type Page, type Received, type Source } from '../history/Source.js'
import { createKeep } from '../keep.js'
import type { Nodes } from '../nodes.js'
import { createAskInOrder, type Supplied, type Told } from './askInOrder.js'
import { checkCoin } from './checkCoin.js'
import { checkEnd } from './checkEnd.js'
import { checkNewest, OtherChain } from './checkNewest.js'
import { completePage } from './completePage.js'
import { createQuiet } from './createQuiet.js'
import { createSentPages } from './createSentPages.js'
import { createIndexedFees } from './indexedFees.js'
import { markOperations } from './ownOperations.js'
import type { Held, SuppliedPage, Supplier } from './Supplier.js'
import { isBelow } from './toPage.js'
import { createWorkTime, type WorkTime } from './workTime.js'

/** How long an indexer's page is cached, in milliseconds, and how many are: indexers count every request. */
const maxAge = 10_000
const maxPages = 500
/** How long one is that its visitor did not wait for, who asks again after half a minute at most. */
const lateAge = 45_000
/** Pages of an indexer read for one of ours. */
const rounds = 3
/** How many times the time limit of one call an indexer may take for a page, without waiting for its turn. */
const timesLimit = 1.5

/** How long an indexer's collectibles are cached, in milliseconds, and how many are. */
const collectiblesAge = 30_000
const maxCollectibles = 20_000

/** How long an indexer of another chain is not asked for later pages, in milliseconds: only newest pages are checked. */
const distrustAge = 600_000

/** How long an answer waits for indexers, in milliseconds: clients give up after 8 s. */
const patience = 5_000

type Query = Parameters<Source['page']>[1]
/** `behind`: by how many transactions; infinite if the chain refutes that there are none. */
type Checked = { readonly page: SuppliedPage; readonly behind: number }
type Kept = Checked & { readonly age: number }
type Timed = <value>(load: () => Promise<value>) => Promise<value>

/** The sources of one chain's history: its indexers in order, and at last the chain itself. */
export type Stack = {
  /** Each page may come from another source: a page begins at a place, which means the same to all of them. */
  page(account: Hex, query: Query): Promise<Told<Page>>
  /** Returns pages that tell whom the account has sent to, and may be longer. The last one has no `floor`. */
  sent(account: Hex, query: Query): Promise<Supplied<Page>>
  pending(account: Hex): Promise<Page>
  collectibles(account: Hex): Promise<SuppliedCollectibles>
  close(): Promise<void>
}

export type SuppliedCollectibles = Told<readonly Collectible[]> & Pick<Received, 'reading' | 'lacks'>

type Sources = { readonly nodes: Nodes; readonly suppliers: readonly Supplier[]; readonly chain: Source }

export function createStack(
  context: Context,
  { nodes, suppliers, chain }: Sources,
  closing: AbortSignal,
): Stack {
  const { clock, settings } = context
  const ask = createAskInOrder(context, nodes.chainId, suppliers)
  const kept = createKeep<Kept>(context, { ageOf: ({ age }) => age, limit: maxPages })
  const keptCollectibles = createKeep<Supplied<Held<Collectible>> | undefined>(context, {
    ageOf: (found) => (found === undefined ? 0 : collectiblesAge),
    limit: maxCollectibles,
    sizeOf: (found) => 1 + (found?.value.items.length ?? 0),
  })
  /** Indexers that answered for another chain, and until when they are not believed. */
  const distrusted = new Map<Supplier, number>()
  /** How long indexers have taken for answers that are awaited. */
  const times = new Map<string, WorkTime>()
  const listed = listedOn(nodes.chainId, settings.tokens)
  const correctFees = createIndexedFees(nodes, closing)
  const quietPage = createQuiet<Kept>(context, nodes, closing)
  const quietCollectibles = createQuiet<Held<Collectible>>(context, nodes, closing)
  const pendingOf = createPendingKept(context, nodes, closing)

  /** Reads on until the page is full, because an indexer's own pages may end earlier. */
  async function fill(
    read: NonNullable<Supplier['page']>,
    account: Hex,
    query: Query,
  ): Promise<SuppliedPage> {
    let page: SuppliedPage | undefined
    let before = query.before
    for (let round = 0; round < rounds; round++) {
      const rest = { before, limit: query.limit - (page?.entries.length ?? 0) }
      const told = await correctFees(await patiently(() => read(account, rest)), account)
      const whole = await completePage(nodes, told, account, rest, closing)
      const more = await markOperations(nodes, whole, account, closing)
      page = page === undefined ? more : joined(page, more)
      const { floor } = more
      if (floor === undefined || page.entries.length >= query.limit) return page
      if (!isBelow(floor, before)) break
      before = floor
    }
    if (page === undefined || page.entries.length === 0) throw new NodeError('tells nothing more')
    return page
  }

  const isTrusted = (supplier: Supplier) => (distrusted.get(supplier) ?? 0) <= clock.steadyNow()

  function supply(supplier: Supplier, account: Hex, query: Query): (() => Promise<Checked>) | undefined {
    const { name, page: read } = supplier
    const { before, limit } = query
    if (read === undefined || (before !== undefined && !isTrusted(supplier))) return undefined
    const key = JSON.stringify([suppliers.indexOf(supplier), name, account, { before, limit }])
    const load = async (): Promise<Kept> => {
      const startedAt = clock.steadyNow()
      const checked = await check(await fill(read, account, query), account, query)
      if (before === undefined) distrusted.delete(supplier)
      return { ...checked, age: clock.steadyNow() - startedAt < patience ? maxAge : lateAge }
    }
    const loadTrusted = () =>
      load().catch((error: unknown) => {
        if (error instanceof OtherChain) distrusted.set(supplier, clock.steadyNow() + distrustAge)
        throw error
      })
    const reuse = () =>
      before === undefined ? quietPage(key, account, loadTrusted, hashesIn) : loadTrusted()
    return () => inTime(key, (timed) => kept.get(key, () => timed(reuse)))
  }

  async function check(page: SuppliedPage, account: Hex, { before }: Query): Promise<Checked> {
    const options = { before, signal: closing }
    const [behind, verdict, checked] = await Promise.all([
      before === undefined ? checkNewest(nodes, page, account, options) : 0,
      checkEnd(nodes, page, account, options),
      checkCoin(nodes, page, account, options),
    ])
    if (verdict === 'refuted') return { page, behind: Number.POSITIVE_INFINITY }
    // Nobody can say yet that there is nothing.
    const isUnsaid = verdict === 'unknown' && page.entries.length === 0
    return { page: isUnsaid ? { ...page, ...unread(before) } : checked, behind }
  }

  /**
   * Asks the next source when the indexer itself takes too long, but waits as long as its calls wait for their turn: the
   * chain would be slower. The slow one goes on reading: its answer is cached.
   */
  function inTime<value>(key: string, begin: (timed: Timed) => Promise<value>): Promise<value> {
    const work = begin((load) => {
      const time = createWorkTime(clock, settings.rpcTimeoutSeconds * 1_000 * timesLimit)
      times.set(key, time)
      return time.during(load).finally(() => times.delete(key))
    })
    const late = times.get(key)?.passed.then(() => {
      throw new NodeError('no answer in time')
    })
    return Promise.race([work, ...(late === undefined ? [] : [late])])
  }

  async function unlessLate<value>(work: Promise<value>, limit: number, orElse: () => value): Promise<value> {
    let cancel = () => {}
    const late = new Promise<undefined>((resolve) => {
      cancel = clock.setTimeout(() => resolve(undefined), limit)
    })
    try {
      return (await Promise.race([work.then((value) => ({ value })), late]))?.value ?? orElse()
    } finally {
      cancel()
    }
  }

  async function askForPage(account: Hex, query: Query): Promise<Supplied<Page>> {
    const late: (Checked & { readonly source: string })[] = []
    const found = await ask.first('history', (supplier) => {
      const read = supply(supplier, account, query)
      return read === undefined
        ? undefined
        : async () => {
            const checked = await read()
            if (checked.behind === 0) return checked.page
            if (Number.isFinite(checked.behind)) late.push({ ...checked, source: supplier.name })
            throw new NodeError('is behind the chain')
          }
    })
    if (found !== undefined) return found
    // An indexer that is behind still knows more than a chain whose reading begins.
    const [best] = late.sort((left, right) => left.behind - right.behind)
    if (best !== undefined) return { value: best.page, source: best.source }
    return ask.chain('history', () => chain.page(account, query))
  }

  async function askForCollectibles(account: Hex): Promise<SuppliedCollectibles> {
    const found = await keptCollectibles.get(account, () =>
      ask.first('nfts', ({ name, collectibles }) =>
        collectibles === undefined
          ? undefined
          : () => {
              const key = `${account} ${name}`
              const load = () => patiently(() => collectibles(account))
              return inTime(key, (timed) => timed(() => quietCollectibles(key, account, load, noneOfFew)))
            },
      ),
    )
    if (found !== undefined) {
      const { items, isCut } = found.value
      return { value: items, source: found.source, ...(isCut && { lacks: ['older'] }) }
    }
    const { value, source } = await ask.chain('nfts', () => chain.collectibles(account))
    const { items, ...rest } = value
    return { value: items, source, ...rest }
  }

  return {
    sent: createSentPages({ nodes, ask, isTrusted, page: askForPage }, closing),
    async page(account, query) {
      if (suppliers.length === 0) return ask.chain('history', () => chain.page(account, query))
      // Indexers may need longer, because visitors take turns. The next request finds the page that this one began.
      return unlessLate<Told<Page>>(askForPage(account, query), patience, () => ({
        value: unread(query.before),
      }))
    },
    async pending(account) {
      if (suppliers.length === 0) return chain.pending(account)
      return {
        entries: await pendingOf(account),
        facts: new Map([...listed].map(([token, one]) => [token, { ...one, isListed: true }])),
      }
    },
    async collectibles(account) {
      const work = askForCollectibles(account)
      if (suppliers.every(({ collectibles }) => collectibles === undefined)) return work
      return unlessLate<SuppliedCollectibles>(work, patience, () => ({ value: [], reading: { share: 0 } }))
    },
    close: () => chain.close(),
  }
}

/** Most collectibles of an answer that is kept longer than usual. */
const few = 200

/** No transfer is known to be in a list of collectibles. */
const noneOfFew = ({ items }: Held<Collectible>) => (items.length > few ? undefined : new Set<Hex>())

/** The transactions of a page that may be shown again: it lacks nothing that the next answer would have. */
function hashesIn({ page, behind }: Checked): ReadonlySet<Hex> | undefined {
  const { entries, reading, partial, lacks } = page
  const isUnfinished = reading !== undefined || (partial?.size ?? 0) > 0 || lacks?.includes('fees') === true
  return behind > 0 || isUnfinished ? undefined : new Set(entries.map(({ hash }) => hash))
}

/** A page of which nothing has been read yet. */
function unread(before: Place | undefined): Page {
  return { entries: [], facts: new Map(), floor: before ?? newest, reading: { share: 0 } }
}

/** Two parts of one page. No transaction is in it twice. */
function joined(page: SuppliedPage, more: SuppliedPage): SuppliedPage {
  const known = new Set(page.entries.map(({ hash }) => hash))
  return {
    ...more,
    entries: [...page.entries, ...more.entries.filter(({ hash }) => !known.has(hash))],
    facts: new Map([...page.facts, ...more.facts]),
    partial: new Set([...(page.partial ?? []), ...(more.partial ?? [])]),
    lacks: [...new Set([...(page.lacks ?? []), ...(more.lacks ?? [])])],
  }
}
