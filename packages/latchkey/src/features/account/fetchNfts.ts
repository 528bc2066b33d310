import { callEndpoint } from '../../core/callEndpoint.js'
import { balanceMaxAge, balanceRetryCooldown } from '../../protocol/constants.js'
import type { Nft } from '../../protocol/entities/Nft.js'
import { isKitError, KitError } from '../../protocol/errors.js'
import { getNfts } from '../../protocol/http/blockchain.js'
import { type Kit, update } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { toErrorState } from '../notify/toErrorState.js'
import { isServed } from './isServed.js'
import { type Account, accountOf, type Nfts, nftKey } from './state.js'

/** The most pages without anything of the account that one call skips. */
const emptyPages = 5
const nothing: Nfts = { status: 'pending', items: [], next: null, seen: [] }

/**
 * Fetches the collectibles that the connected account owns on its network into `state.account.nfts`: the first page, or
 * with `isMore` the page after the last one.
 *
 * - `GET /v1/account/:address/nfts`, a route of our own; the first page is cached 30 s per CAIP address and refused for
 *   30 s after a failure, as the portfolio is (spec §5, §9).
 * - Testnets, and chains that the service does not answer for, are `unserved`. Suspected spam is in the list with
 *   `isSpam`, for screens to fold away.
 *
 * @throws `NOT_CONNECTED`, and the codes of `callEndpoint`
 */
export async function fetchNfts(
  kit: Kit,
  {
    account = accountOf(kit.store.getState()),
    isMore = false,
    isForced = false,
    isQuiet = false,
  }: fetchNfts.Parameters = {},
): Promise<void> {
  if (account === undefined) throw new KitError('NOT_CONNECTED')
  const { caipAddress, networkId } = account
  const now = () => kit.store.getState().account.nfts?.[caipAddress]
  const set = (nfts: Nfts) =>
    update(kit, 'account', (state) => ({ ...state, nfts: { ...state.nfts, [caipAddress]: nfts } }))
  const network = networkOf(kit.store.getState(), networkId)
  if (network === undefined || network.testnet === true) return set({ ...nothing, status: 'unserved' })

  const before = now()
  if (isMore && (before === undefined || before.status === 'pending' || before.next === null)) return
  // A refresh keeps the list on screen, so that nothing flickers.
  const isAnnounced = isMore || before === undefined || (before.status === 'error' && !isQuiet)
  if (isAnnounced) set({ ...(before ?? nothing), status: 'pending' })
  try {
    const page = isMore
      ? await fetchPage(kit, account, before?.next ?? undefined, before?.seen ?? [])
      : await kit.cache.get(`nfts ${caipAddress}`, {
          maxAge: balanceMaxAge,
          cooldown: balanceRetryCooldown,
          isInsisted: isForced && !isQuiet,
          isForced,
          load: async () =>
            (await isServed(kit, networkId, 'collectibles'))
              ? fetchPage(kit, account, undefined, [])
              : undefined,
        })
    if (page === undefined) return set({ ...nothing, status: 'unserved' })
    set({
      status: 'success',
      ...(isMore ? appended(now() ?? nothing, page) : renewed(now() ?? nothing, page)),
    })
  } catch (error) {
    // No service is configured: there are no collectibles to list, and that is no failure.
    if (isKitError(error) && error.code === 'SERVICE_NOT_CONFIGURED')
      return set({ ...nothing, status: 'unserved' })
    // The collectibles known before stay in the list. Nobody waits for a quiet refresh, so its failure is not shown.
    if (!isQuiet || now() === undefined) {
      set({ ...(now() ?? nothing), status: 'error', error: toErrorState(error) })
    }
    throw error
  }
}

export declare namespace fetchNfts {
  type Parameters = {
    /** By default the connected one. */
    readonly account?: Account | undefined
    /** Goes on after the last page. */
    readonly isMore?: boolean | undefined
    /** Asks again although the cache is fresh. */
    readonly isForced?: boolean | undefined
    /** A quiet refresh: the state, also an error, stays as it is until the answer has come. */
    readonly isQuiet?: boolean | undefined
  }
}

type Page = Pick<Nfts, 'items' | 'next' | 'seen' | 'reading' | 'lacks' | 'isPaused'>

async function fetchPage(
  kit: Kit,
  { address, networkId }: Account,
  from: string | undefined,
  seen: readonly string[],
): Promise<Page> {
  const visited = new Set(seen)
  let cursor = from
  if (cursor !== undefined) visited.add(cursor)
  for (let page = 1; ; page++) {
    const { data, next, reading, lacks } = await callEndpoint(kit, getNfts, {
      params: { address },
      query: { chainId: networkId, cursor },
    })
    const items = joined(
      [],
      data.filter(({ chainId }) => chainId === networkId),
    )
    // A cursor that was followed before leads to the same pages again, without end.
    const following = next === null || visited.has(next) ? null : next
    if (items.length > 0 || following === null || page === emptyPages)
      return {
        items,
        next: following,
        seen: [...visited],
        ...(reading && { reading: reading.share }),
        ...(lacks && { lacks }),
        ...(items.length === 0 && following !== null && { isPaused: true }),
      }
    cursor = following
    visited.add(following)
  }
}

function appended(known: Page, page: Page): Page {
  const items = joined(known.items, page.items)
  // A list that shows its end fetches on; a service that always names a next page would never end that.
  const isPaused = items.length === known.items.length && page.next !== null
  // The pages may be from different sources, and each lacks something else.
  const lacks = [...new Set([...(known.lacks ?? []), ...(page.lacks ?? [])])]
  return { ...page, items, ...(lacks.length > 0 && { lacks }), ...(isPaused && { isPaused }) }
}

/** Takes in a new first page. If it equals the start of the known list, the pages that the visitor scrolled to stay. */
function renewed(before: Page, page: Page): Page {
  const isSame = page.items.every((nft, index) => {
    const shown = before.items[index]
    return shown !== undefined && nftKey(shown) === nftKey(nft)
  })
  if (!isSame || page.next === null || before.items.length <= page.items.length) return page
  const { reading, lacks } = page
  return { ...before, reading, lacks, items: [...page.items, ...before.items.slice(page.items.length)] }
}

/** Joins both lists, each collectible once. */
function joined(first: readonly Nft[], second: readonly Nft[]): readonly Nft[] {
  return [...new Map([...first, ...second].map((nft) => [nftKey(nft), nft])).values()]
}
