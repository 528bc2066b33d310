import { sleep } from '../../core/sleep.js'
import { defineSlot } from '../../core/slots.js'
import { searchImageWait, searchPageSize } from '../../protocol/constants.js'
import { type Kit, update } from '../Kit.js'
import { latest } from '../latest.js'
import { toErrorState } from '../notify/toErrorState.js'
import { prefetchImages } from './fetchImage.js'
import { queryWallets } from './fetchWallets.js'
import { emptyWalletList, type WalletsState } from './state.js'

const searchSlot = defineSlot<AbortController>('wallets.search')

/**
 * Searches wallets by name into `state.wallets.search`. A newer search ends this one. An empty text without a badge
 * clears the search.
 */
export async function searchWallets(kit: Kit, { text, badge }: searchWallets.Parameters): Promise<void> {
  const signal = latest(kit, searchSlot)
  const trimmed = text.trim()
  const set = (search: Partial<WalletsState['search']>) =>
    update(kit, 'wallets', (wallets) => ({ ...wallets, search: { ...wallets.search, ...search } }))
  const end = (search: Partial<WalletsState['search']>) => {
    // If a newer search has begun, or the list has begun again with another filter, this result is dropped.
    if (!signal.aborted && kit.store.getState().wallets.search.status === 'pending') set(search)
  }
  if (trimmed === '' && badge === undefined)
    return set({ ...emptyWalletList, text: '', badge, error: undefined })

  set({ status: 'pending', text: trimmed, badge, error: undefined })
  kit.events.emit({ type: 'SEARCH_WALLET', badge: badge ?? 'all', search: trimmed })
  try {
    const query = { page: 1, entries: searchPageSize, search: trimmed || undefined, badge_type: badge }
    const { data } = await queryWallets(kit, query, signal)
    // The list waits a little for its pictures, so that it does not flicker (spec §9 "Search image wait").
    await Promise.race([prefetchImages(kit, data), sleep(kit.clock, searchImageWait)])
    end({ status: 'success', wallets: data, count: data.length })
  } catch (error) {
    end({
      status: 'error',
      wallets: [],
      count: 0,
      error: toErrorState(error, { code: 'WALLETS_FETCH_FAILED' }),
    })
  }
}

export declare namespace searchWallets {
  type Parameters = {
    readonly text: string
    /** Only wallets with this badge. */
    readonly badge?: 'certified' | undefined
  }
}
