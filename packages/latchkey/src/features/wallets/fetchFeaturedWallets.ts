import { recommendedWalletCount } from '../../protocol/constants.js'
import { type Kit, update } from '../Kit.js'
import { toErrorState } from '../notify/toErrorState.js'
import { prefetchImages } from './fetchImage.js'
import { queryWallets } from './fetchWallets.js'
import type { WalletList } from './state.js'

/**
 * Fetches the host's featured wallets and the explorer's recommended ones. If one list fails, the screen shows the
 * other. Spec §7: as many featured wallets as ids, 4 recommended ones.
 */
export async function fetchFeaturedWallets(kit: Kit): Promise<void> {
  await Promise.all([fetchFeatured(kit), fetchRecommended(kit), fetchExcluded(kit)])
}

async function fetchExcluded(kit: Kit): Promise<void> {
  const ids = kit.store.getState().options.excludeWalletIds ?? []
  if (ids.length === 0) return
  const query = { include: [...ids], exclude: undefined, chains: undefined, entries: 100 }
  // Without an answer, the ids alone still keep these wallets out of the explorer's lists.
  const { data } = await queryWallets(kit, query).catch(() => ({ data: [] }))
  update(kit, 'wallets', (wallets) => ({ ...wallets, excluded: data }))
}

async function fetchFeatured(kit: Kit): Promise<void> {
  const ids = kit.store.getState().options.featuredWalletIds ?? []
  if (ids.length === 0) return
  await fetchList(kit, 'featured', async () => {
    const { data } = await queryWallets(kit, { include: [...ids], entries: Math.min(ids.length, 100) })
    return ids.flatMap((id) => data.filter((wallet) => wallet.id === id))
  })
}

async function fetchRecommended(kit: Kit): Promise<void> {
  const { featuredWalletIds = [], excludeWalletIds = [] } = kit.store.getState().options
  await fetchList(kit, 'recommended', async () => {
    const exclude = [...excludeWalletIds, ...featuredWalletIds]
    const { data, count } = await queryWallets(kit, { page: 1, entries: recommendedWalletCount, exclude })
    // The "All wallets" row shows this count of all wallets that may be listed.
    update(kit, 'wallets', (wallets) => ({
      ...wallets,
      all:
        wallets.all.status === 'idle'
          ? { ...wallets.all, count: count + featuredWalletIds.length }
          : wallets.all,
    }))
    return data
  })
}

async function fetchList(
  kit: Kit,
  name: 'featured' | 'recommended',
  load: () => Promise<WalletList['wallets']>,
) {
  const list = kit.store.getState().wallets[name]
  if (list.status === 'pending' || list.status === 'success') return
  const pending: WalletList = { ...list, status: 'pending' }
  update(kit, 'wallets', (wallets) => ({ ...wallets, [name]: pending }))
  // If the list has begun again with another filter in the meantime, these wallets are dropped.
  const end = (next: WalletList) =>
    update(kit, 'wallets', (wallets) => (wallets[name] === pending ? { ...wallets, [name]: next } : wallets))
  try {
    const wallets = await load()
    await prefetchImages(kit, wallets)
    end({ status: 'success', wallets, count: wallets.length })
  } catch (error) {
    end({ ...list, status: 'error', error: toErrorState(error, { code: 'WALLETS_FETCH_FAILED' }) })
  }
}
