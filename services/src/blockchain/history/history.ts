import { setMaxListeners } from 'node:events'
import {
  type Answer,
  type CaipNetworkId,
  type getHistory,
  type getLookalikes,
  historyLacks,
  type Transaction,
} from 'latchkey/protocol'
import { NodeError } from '../../outbound/post.js'
import { onBehalfOf } from '../../outbound/turns.js'
import type { Context } from '../../shared/context.js'
import { HttpError } from '../../shared/HttpError.js'
import { nativeCoinOf } from '../nativeCoin.js'
import { createNodes } from '../nodes.js'
import type { Told } from '../sources/askInOrder.js'
import { createStack, type Stack, type SuppliedCollectibles } from '../sources/createStack.js'
import { createSuppliers } from '../sources/createSuppliers.js'
import { callsPerRequest } from './account/accountReader.js'
import { createNodeSource } from './account/nodeSource.js'
import { createLookalikes } from './createLookalikes.js'
import { comparePositions, type Position, placeOn, readCursor, writeCursor } from './cursor.js'
import { describeEntry } from './describeEntry.js'
import type { Entry, Hex, Movement } from './Entry.js'
import { fillPage, fitIn, type Part, pageSize } from './fillPage.js'
import { openHistoryStore } from './historyStore.js'
import { isWorthless } from './isWorthless.js'
import { createRecipientIndex } from './recipientIndex.js'
import { createRecipientWalk } from './recipientWalk.js'
import { newest, type Page, type PageQuery } from './Source.js'

type Query = {
  /** Without it: all chains. */
  readonly chainId?: CaipNetworkId | undefined
  /** Where the previous page ended. */
  readonly cursor?: string | undefined
}

/** An answer of `getHistory`, and the names of the sources that it is from. */
type HistoryPage = Answer<typeof getHistory> & { readonly sources: readonly string[] }

/** The accounts' history on the configured chains. */
export type History = {
  /**
   * Returns one page, newest first, with 50 transactions that are no spam unless it is the last or `reading` is set; the
   * first page starts with pending transactions. Reading an account's earlier
   * history for the first time may take longer than one answer: `reading` then says how far it is, and `next` leads to
   * the entries read since.
   *
   * @throws `INVALID_QUERY` for a cursor that this history did not issue; `NodeError`
   */
  page(owner: `0x${string}`, query: Query): Promise<HistoryPage>
  /**
   * Returns the collectibles that the account received at some time, newest first. The caller must check which it still
   * owns. `source` names the source.
   *
   * @throws `NodeError`
   */
  collectibles(owner: `0x${string}`, chainId: CaipNetworkId): Promise<SuppliedCollectibles>
  /**
   * Returns the addresses that the account has sent to and that look like one with these ends, as far as its history was
   * read. Reads on for accounts whose history was asked for, also after the answer; `isPartial`: not to the end yet.
   *
   * @param chainId Without it: on all chains.
   */
  lookalikes(
    owner: `0x${string}`,
    ends: { readonly start: string; readonly end: string; readonly chainId?: CaipNetworkId | undefined },
  ): Promise<Answer<typeof getLookalikes>>
  /** Stops work in progress; everything read so far is on disk. */
  close(): Promise<void>
}

/**
 * Reads the history of the accounts that clients requested. Calls no chain before the first request.
 *
 * @param directory Where the history is stored unless the settings name a database; without either everything is read
 *   again after a restart.
 * @throws `NewerSchemaError`, and the database's error if it is unreachable
 */
export async function createHistory(context: Context, directory: string | undefined): Promise<History> {
  const { settings, log } = context
  const onTrouble = ({ message }: Error) => log.warn('blockchain.database', { reason: message })
  const store = await openHistoryStore({
    databaseUrl: settings.databaseUrl,
    directory,
    onTrouble,
    health: context.health,
  })
  const recipients = createRecipientIndex(context, store)
  const closing = new AbortController()
  const { signal } = closing
  // Every call to a node waits for it, and many do at once.
  setMaxListeners(0, signal)
  const stacks = new Map<CaipNetworkId, Stack>()
  for (const [chainId, nodes] of createNodes(context)) {
    const chain = createNodeSource(context, nodes, store, signal)
    const suppliers = createSuppliers(context, chainId, signal)
    stacks.set(chainId, createStack(context, { nodes, suppliers, chain }, signal))
  }

  async function describe(
    chainId: CaipNetworkId,
    { entries, facts }: Page,
    account: Hex,
  ): Promise<readonly Transaction[]> {
    const coin = nativeCoinOf(chainId, settings.tokens)
    const listed = settings.tokens.filter((token) => token.chainId === chainId)
    const symbols = [coin, ...listed].map(({ symbol }) => symbol)
    const isDust = (movement: Movement) =>
      isWorthless(
        movement,
        coin.decimals,
        movement.token === undefined ? undefined : facts.get(movement.token),
      )
    const imitators = await recipients.imitators(chainId, account, entries, isDust)
    return entries.map((entry) => describeEntry(entry, account, { chainId, coin, facts, symbols, imitators }))
  }

  /** Reads a page of one chain, and notes whom the account sent to. The store does that for the chain's own entries. */
  async function readChain(chainId: CaipNetworkId, account: Hex, query: PageQuery): Promise<Told<Page>> {
    return noted(chainId, account, await stackOf(chainId).page(account, query))
  }

  async function noted(chainId: CaipNetworkId, account: Hex, page: Told<Page>): Promise<Told<Page>> {
    if (page.source !== 'chain') await recipients.note(chainId, account, page.value.entries)
    return page
  }

  async function readPart(
    account: Hex,
    asked: ReadonlyMap<CaipNetworkId, PageQuery['budget']>,
    before: Position | undefined,
  ): Promise<Part> {
    const { done: pages, hasFailed } = await settled(
      [...asked].map(async ([chainId, budget]) => {
        const query = { before: placeFor(chainId, before), limit: pageSize, budget }
        const { value: page, source } = await readChain(chainId, account, query)
        const lines = (await describe(chainId, page, account)).map((transaction, index) => ({
          transaction,
          position: positionOf(chainId, page.entries[index]),
        }))
        const floor = page.floor === undefined ? undefined : { ...page.floor, chainId }
        return { lines, floor, page, source }
      }),
    )
    // A page must not continue past a place where another chain may still add entries.
    const [floor] = pages.flatMap((page) => page.floor ?? []).sort(comparePositions)
    const known = pages
      .flatMap(({ lines }) => lines)
      .filter(({ position }) => floor === undefined || comparePositions(position, floor) <= 0)
      .sort((left, right) => comparePositions(left.position, right.position))
    const lines = known.slice(0, pageSize)
    const end = lines.length === pageSize ? lines.at(-1)?.position : floor
    return {
      lines,
      end,
      sources: [...new Set(pages.flatMap(({ source }) => source ?? []))],
      ...stateOf([...pages.map(({ page }) => page), ...(hasFailed ? [unread] : [])]),
    }
  }

  async function readPending(account: Hex, asked: readonly CaipNetworkId[]): Promise<readonly Transaction[]> {
    const pages = await Promise.allSettled(
      asked.map(async (chainId) => describe(chainId, await stackOf(chainId).pending(account), account)),
    )
    // A node that cannot list pending transactions must not hide the confirmed ones.
    return pages.flatMap((page) => (page.status === 'fulfilled' ? page.value : []))
  }

  async function unlessClosed<value>(work: Promise<value>): Promise<value> {
    try {
      return await work
    } catch (error) {
      // While closing, any failure is a consequence of it.
      if (closing.signal.aborted) throw new HttpError('UNAVAILABLE', { cause: error })
      throw error
    }
  }

  function stackOf(chainId: CaipNetworkId): Stack {
    const stack = stacks.get(chainId)
    if (stack === undefined) throw new Error(`no source for ${chainId}`)
    return stack
  }

  const walk = createRecipientWalk(
    context,
    store,
    async (chainId, account, query) =>
      (await noted(chainId, account, await stackOf(chainId).sent(account, query))).value,
    signal,
  )

  const lookalikes = createLookalikes({ clock: context.clock, walk, recipients })

  return {
    async page(owner, { chainId, cursor }) {
      const account = toHex(owner)
      const scope = { key: store.key, account, of: chainId ?? 'all' }
      const before = cursor === undefined ? undefined : readCursor(cursor, scope)
      if (cursor !== undefined && before === undefined)
        throw new HttpError('INVALID_QUERY', { details: 'cursor: must be one that this history gave' })
      const asked = chainId === undefined ? [...stacks.keys()] : [chainId]
      const budgets = new Map(asked.map((chain) => [chain, { left: callsPerRequest }]))
      const { lines, end, sources, reading, lacks } = await onBehalfOf(account, () =>
        unlessClosed(
          fillPage((at) => readPart(account, budgets, at), { account, before, clock: context.clock }),
        ),
      )
      const mined = new Set(lines.map(({ transaction }) => transaction.id))
      const pending =
        before === undefined ? await onBehalfOf(account, () => unlessClosed(readPending(account, asked))) : []
      const first = pending.filter(({ id }) => !mined.has(id)).slice(0, pageSize)
      const shown = lines.map(({ transaction }) => transaction)
      const { data, spam } = fitIn(shown, account, first.length)
      return {
        data: [...first, ...data],
        next: end === undefined ? null : writeCursor(end, scope),
        sources: [...sources],
        ...(reading === undefined ? {} : { reading }),
        ...(lacks === undefined || lacks.length === 0 ? {} : { lacks: [...lacks] }),
        ...(spam === 0 ? {} : { spam }),
      }
    },
    lookalikes: (owner, { chainId, ...ends }) =>
      lookalikes(toHex(owner), chainId === undefined ? [...stacks.keys()] : [chainId], ends),
    collectibles: (owner, chainId) => onBehalfOf(owner, () => stackOf(chainId).collectibles(toHex(owner))),
    async close() {
      closing.abort()
      await walk.close()
      await Promise.all([...stacks.values()].map((stack) => stack.close()))
      await store.close()
    },
  }
}

function toHex(owner: `0x${string}`): Hex {
  return owner.toLowerCase() as Hex
}

function positionOf(chainId: CaipNetworkId, entry: Entry | undefined): Position {
  const { minedAt = 0, block = 0, index = 0 } = entry ?? {}
  return { minedAt, block, index, chainId }
}

/** A page of which nothing could be read leads to the beginning again, where sources are asked for the newest entries. */
function placeFor(chainId: CaipNetworkId, before: Position | undefined): PageQuery['before'] {
  return before === undefined || before.minedAt === newest.minedAt ? undefined : placeOn(chainId, before)
}

/** How far the chains have been read, and what none of their sources sees. */
function stateOf(pages: readonly Page[]): Pick<Part, 'reading' | 'lacks'> {
  const reading = pages.flatMap((page) => page.reading ?? [])
  const [only] = reading
  const lacks = historyLacks.filter((lack) => pages.some((page) => page.lacks?.includes(lack)))
  return {
    ...(only === undefined
      ? {}
      : {
          reading: {
            ...(pages.length === 1 && only.block !== undefined ? { block: only.block } : {}),
            share: Math.min(...reading.map(({ share }) => share)),
          },
        }),
    ...(lacks.length === 0 ? {} : { lacks }),
  }
}

/**
 * What is known of a chain that failed: nothing. Its transactions are missing from the page, and perhaps follow later,
 * the older ones too.
 */
const unread: Page = {
  entries: [],
  facts: new Map(),
  reading: { share: 0 },
  lacks: historyLacks.filter((lack) => lack !== 'older'),
}

/** Several chains: a failing one must not hide the entries of the others, and the answer must say so. */
async function settled<value>(
  work: readonly Promise<value>[],
): Promise<{ readonly done: readonly value[]; readonly hasFailed: boolean }> {
  const parts = await Promise.allSettled(work)
  const done = parts.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []))
  const [failed] = parts.flatMap((part) => (part.status === 'rejected' ? [part.reason] : []))
  if (failed !== undefined && (done.length === 0 || !(failed instanceof NodeError))) throw failed
  return { done, hasFailed: failed !== undefined }
}
