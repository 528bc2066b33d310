import type { CaipNetworkId, Transaction } from 'latchkey/protocol'
import type { Context } from '../../shared/context.js'
import { HttpError } from '../../shared/HttpError.js'
import { messageOf } from '../../shared/log.js'
import { nativeCoinOf } from '../nativeCoin.js'
import { createNodes } from '../nodes.js'
import { NodeError } from '../post.js'
import { entryOf } from '../settings.js'
import { createChainSource } from './chainSource.js'
import { comparePositions, type Position, placeOn, readCursor, writeCursor } from './cursor.js'
import { describeEntry } from './describeEntry.js'
import type { Entry, Hex } from './Entry.js'
import { type Collectible, openHistoryStore } from './historyStore.js'
import type { Page, Source } from './Source.js'
import { createScanSource } from './scanSource.js'

/** Transactions of one page. */
const pageSize = 50

type Query = {
  /** Without one: of all chains. */
  readonly chainId?: CaipNetworkId | undefined
  /** Where the page before ended. */
  readonly cursor?: string | undefined
}

/** What accounts did on the chains of the settings. */
export type History = {
  /**
   * Has an account followed, on one chain or on all, so that its history is there when it is asked for. Nobody needs to
   * wait for it; it never rejects.
   */
  watch(owner: `0x${string}`, chainId?: CaipNetworkId | undefined): Promise<void>
  /**
   * One page, the newest first, before it on the first page what waits to be mined. The first time an account is asked
   * for its earlier history may take longer than an answer; `next` then leads to what came to be known meanwhile.
   *
   * @throws `INVALID_QUERY` for a cursor that is none of this history's; `NodeError`
   */
  page(owner: `0x${string}`, query: Query): Promise<{ data: Transaction[]; next: string | null }>
  /**
   * The collectibles that came to an account at some time, the last first; whether they are still there is to be asked.
   *
   * @throws `NodeError`
   */
  collectibles(owner: `0x${string}`, chainId: CaipNetworkId): Promise<readonly Collectible[]>
  /** Ends what is under way; what was read is on disk. */
  close(): Promise<void>
}

/**
 * Reads what accounts did, for those that somebody has asked for. Asks no chain before.
 *
 * @param directory Where it is kept, unless the settings name a database; without either everything is read anew after a
 *   restart.
 * @throws `NewerSchemaError`, and what the database says where it cannot be reached
 */
export async function createHistory(context: Context, directory: string | undefined): Promise<History> {
  const { settings, log } = context
  const onTrouble = ({ message }: Error) => log.warn('blockchain.database', { reason: message })
  const store = await openHistoryStore({ databaseUrl: settings.databaseUrl, directory, onTrouble })
  const closing = new AbortController()
  const watching = new Set<Promise<void>>()
  const sources = new Map<CaipNetworkId, Source>()
  for (const [chainId, nodes] of createNodes(context)) {
    const url = entryOf(settings.historySources, chainId)
    sources.set(
      chainId,
      url === undefined
        ? createChainSource(context, nodes, store, closing.signal)
        : createScanSource(context, nodes, url, closing.signal),
    )
  }

  function describe(chainId: CaipNetworkId, { entries, facts }: Page, account: Hex): readonly Transaction[] {
    const coin = nativeCoinOf(chainId, settings.tokens)
    const listed = settings.tokens.filter((token) => token.chainId === chainId)
    const symbols = [coin, ...listed].map(({ symbol }) => symbol)
    return entries.map((entry) => describeEntry(entry, account, { chainId, coin, facts, symbols }))
  }

  async function readMined(account: Hex, asked: readonly CaipNetworkId[], before: Position | undefined) {
    const pages = await settled(
      asked.map(async (chainId) => {
        const place = before === undefined ? undefined : placeOn(chainId, before)
        const page = await sourceOf(chainId).page(account, { before: place, limit: pageSize })
        const lines = describe(chainId, page, account).map((transaction, index) => ({
          transaction,
          position: positionOf(chainId, page.entries[index]),
        }))
        return { lines, floor: page.floor === undefined ? undefined : { ...page.floor, chainId } }
      }),
    )
    // What one chain may still come to know must not fall behind a page that has gone on with another.
    const [floor] = pages.flatMap((page) => page.floor ?? []).sort(comparePositions)
    const known = pages
      .flatMap(({ lines }) => lines)
      .filter(({ position }) => floor === undefined || comparePositions(position, floor) <= 0)
      .sort((left, right) => comparePositions(left.position, right.position))
    const lines = known.slice(0, pageSize)
    const end = lines.length === pageSize ? lines.at(-1)?.position : floor
    return { transactions: lines.map(({ transaction }) => transaction), end }
  }

  async function readPending(account: Hex, asked: readonly CaipNetworkId[]): Promise<readonly Transaction[]> {
    const pages = await Promise.allSettled(
      asked.map(async (chainId) => describe(chainId, await sourceOf(chainId).pending(account), account)),
    )
    // A node that does not tell what waits is no reason to tell nothing.
    return pages.flatMap((page) => (page.status === 'fulfilled' ? page.value : []))
  }

  async function unlessClosed<value>(work: Promise<value>): Promise<value> {
    try {
      return await work
    } catch (error) {
      // Whatever failed, it failed for this.
      if (closing.signal.aborted) throw new HttpError('UNAVAILABLE', { cause: error })
      throw error
    }
  }

  function sourceOf(chainId: CaipNetworkId): Source {
    const source = sources.get(chainId)
    if (source === undefined) throw new Error(`no source for ${chainId}`)
    return source
  }

  return {
    async watch(owner, chainId) {
      const asked = [...sources].filter(([id]) => chainId === undefined || id === chainId)
      const work = Promise.all(asked.map(([, source]) => source.watch(toHex(owner))))
        .then(() => undefined)
        .catch((error: unknown) => log.error('blockchain.watchFailed', { error: messageOf(error) }))
        .finally(() => watching.delete(work))
      watching.add(work)
      await work
    },
    async page(owner, { chainId, cursor }) {
      const account = toHex(owner)
      const scope = { key: store.key, account, of: chainId ?? 'all' }
      const before = cursor === undefined ? undefined : readCursor(cursor, scope)
      if (cursor !== undefined && before === undefined)
        throw new HttpError('INVALID_QUERY', { details: 'cursor: must be one that this history gave' })
      const asked = chainId === undefined ? [...sources.keys()] : [chainId]
      const { transactions, end } = await unlessClosed(readMined(account, asked, before))
      const pending = before === undefined ? await unlessClosed(readPending(account, asked)) : []
      const mined = new Set(transactions.map(({ id }) => id))
      return {
        data: [...pending.filter(({ id }) => !mined.has(id)).slice(0, pageSize), ...transactions],
        next: end === undefined ? null : writeCursor(end, scope),
      }
    },
    collectibles: async (owner, chainId) => (await sources.get(chainId)?.collectibles(toHex(owner))) ?? [],
    async close() {
      closing.abort()
      await Promise.all([...watching, ...[...sources.values()].map((source) => source.close())])
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

/** Of several chains: one that is out must not hide what is on the others. */
async function settled<value>(work: readonly Promise<value>[]): Promise<readonly value[]> {
  const parts = await Promise.allSettled(work)
  const done = parts.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []))
  const [failed] = parts.flatMap((part) => (part.status === 'rejected' ? [part.reason] : []))
  if (failed !== undefined && (done.length === 0 || !(failed instanceof NodeError))) throw failed
  return done
}
