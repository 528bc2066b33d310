import type { Context } from '../../shared/context.js'
import { messageOf } from '../../shared/log.js'
import { readQuantity } from '../contracts.js'
import { createKeep } from '../keep.js'
import type { Nodes } from '../nodes.js'
import type { Entry, Hex, Place } from './Entry.js'
import type { Collectible } from './Known.js'
import { listedOn } from './listedOn.js'
import { readPending } from './readPending.js'
import type { Page, Source } from './Source.js'
import { createScanApi } from './scanApi.js'
import { type ScanList, scanLists } from './scanLists.js'
import { factsOf, isTokenList, type ScanRow, toEntry, tokenOf } from './scanRow.js'
import type { TokenFacts } from './tokenFacts.js'

/** Rows requested per list; the next size is used only if a single block has more rows. */
const counts = [100, 1_000, 10_000]
/** How long an answer is cached, in milliseconds, and how many pages are: explorers count every request. */
const maxAge = 10_000
const maxPages = 500

type Lists = ReadonlyMap<ScanList, readonly ScanRow[]>
type Span = { readonly entries: readonly Entry[]; readonly isCut: boolean; readonly lists: Lists }

/** Reads the history from a block explorer, which has indexed the whole chain. Stores nothing. */
export function createScanSource(context: Context, nodes: Nodes, url: string, signal: AbortSignal): Source {
  const { settings, clock, log } = context
  const { chainId } = nodes
  const api = createScanApi(context, url, signal)
  const listed = listedOn(chainId, settings.tokens)
  const kept = createKeep<Page>(context, { ageOf: () => maxAge, limit: maxPages })

  async function list(name: ScanList, account: Hex, endBlock: number | undefined, count: number) {
    try {
      return await api.list(name, { account, endBlock, count })
    } catch (error) {
      log.warn('blockchain.explorerFailed', { chain: chainId, reason: messageOf(error) })
      throw error
    }
  }

  /** Requests the lists one after the other, because explorers limit the request rate. */
  async function readLists(account: Hex, endBlock: number | undefined, count: number): Promise<Lists> {
    const lists = new Map<ScanList, readonly ScanRow[]>()
    for (const name of scanLists) lists.set(name, await list(name, account, endBlock, count))
    return lists
  }

  async function readSpan(account: Hex, before: Place | undefined): Promise<Span> {
    for (const count of counts) {
      const lists = await readLists(account, endBlockOf(before), count)
      const cuts = [...lists.values()].filter((rows) => rows.length >= count)
      // A truncated list may miss rows of its last block, which is left to the next page.
      const last = Math.max(-1, ...cuts.map((rows) => Math.min(...rows.map((row) => row.blockNumber))))
      const bound = count === counts.at(-1) ? last - 1 : last
      const entries = group(lists, account).filter(
        (entry) => entry.block > bound && (before === undefined || isBelow(entry, before)),
      )
      if (entries.length > 0 || cuts.length === 0 || count === counts.at(-1)) {
        return { entries, isCut: cuts.length > 0, lists }
      }
    }
    throw new Error('no count of rows')
  }

  function factsIn(lists: Lists): ReadonlyMap<Hex, TokenFacts> {
    const found = new Map<Hex, TokenFacts>()
    for (const row of [...lists].flatMap(([name, rows]) => (isTokenList(name) ? rows : []))) {
      const [token, facts] = factsOf(row) ?? []
      if (token === undefined || facts === undefined) continue
      const entry = listed.get(token)
      found.set(token, {
        ...(entry ?? facts),
        iconUrl: entry?.iconUrl ?? '',
        isListed: entry !== undefined,
      })
    }
    return found
  }

  return {
    name: 'etherscan',
    page: (account, { before, limit }) =>
      kept.get(JSON.stringify([account, before, limit]), async () => {
        const { entries, isCut, lists } = await readSpan(account, before)
        const last = entries.at(-1)
        return {
          entries: entries.slice(0, limit),
          facts: factsIn(lists),
          ...(isCut && last !== undefined ? { floor: placeOf(last) } : {}),
        }
      }),
    async pending(account) {
      const [reply] = await nodes.ask([{ method: 'eth_blockNumber' }], signal)
      const after = Number(readQuantity(reply))
      const entries = await readPending(nodes, { account, after, now: clock.now() }, signal)
      return {
        entries,
        facts: new Map([...listed].map(([token, one]) => [token, { ...one, isListed: true }])),
      }
    },
    async collectibles(account) {
      const rows = []
      for (const name of ['tokennfttx', 'token1155tx'] as const) {
        rows.push(...(await list(name, account, undefined, 1_000)))
      }
      const found = new Map<string, Collectible>()
      for (const row of rows.sort((left, right) => right.blockNumber - left.blockNumber)) {
        for (const { standard, token, tokenId, to } of tokenOf(row)) {
          if (standard === 'native' || standard === 'ERC20' || to !== account) continue
          if (token !== undefined && tokenId !== undefined) {
            found.set(`${token} ${tokenId}`, { token, tokenId, standard })
          }
        }
      }
      return [...found.values()]
    },
    close: async () => undefined,
  }
}

/** Newest first. */
function group(lists: Lists, account: Hex): readonly Entry[] {
  const found = new Map<string, Map<ScanList, ScanRow[]>>()
  for (const [name, rows] of lists) {
    for (const row of rows) {
      const own = found.get(row.hash) ?? new Map<ScanList, ScanRow[]>()
      own.set(name, [...(own.get(name) ?? []), row])
      found.set(row.hash, own)
    }
  }
  return [...found.values()].flatMap((rows) => toEntry(rows, account) ?? []).sort(newestFirst)
}

function newestFirst(left: Place, right: Place): number {
  return right.minedAt - left.minedAt || right.block - left.block || right.index - left.index
}

/** A place from a page of another chain has no block on this one. */
function endBlockOf(before: Place | undefined): number | undefined {
  return before === undefined || before.block < 0 || before.block === Number.MAX_SAFE_INTEGER
    ? undefined
    : before.block
}

function isBelow(place: Place, before: Place): boolean {
  return newestFirst(before, place) < 0
}

function placeOf({ minedAt, block, index }: Entry): Place {
  return { minedAt, block, index }
}
