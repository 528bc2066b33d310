import { callEndpoint } from '../../core/callEndpoint.js'
import { walletPageSize } from '../../protocol/constants.js'
import type { Wallet } from '../../protocol/entities/Wallet.js'
import { getWallets } from '../../protocol/http/explorer.js'
import { type Kit, update } from '../Kit.js'
import { toErrorState } from '../notify/toErrorState.js'
import { prefetchImages } from './fetchImage.js'
import { requestedChains } from './requestedChains.js'
import { type WalletList, withoutLists } from './state.js'

/** How long a page of the explorer stays fresh, in milliseconds: its catalogue changes about daily. */
const maxAge = 300_000

type Query = NonNullable<Parameters<typeof callEndpoint<typeof getWallets>>[2]>['query']

/**
 * Asks the explorer for wallets that the host allows and that work on its networks. Cached for five minutes.
 *
 * @throws what `callEndpoint` throws.
 */
export async function queryWallets(kit: Kit, query: Query, signal?: AbortSignal | undefined) {
  const { includeWalletIds, excludeWalletIds } = kit.store.getState().options
  const full: Query = {
    chains: requestedChains(kit),
    include: includeWalletIds === undefined ? undefined : [...includeWalletIds],
    exclude: excludeWalletIds === undefined ? undefined : [...excludeWalletIds],
    ...query,
  }
  const load = () => callEndpoint(kit, getWallets, { query: full, signal })
  // Other callers must not join a search that may be aborted.
  return signal === undefined ? kit.cache.get(`wallets ${JSON.stringify(full)}`, { maxAge, load }) : load()
}

/** Fetches the next page of all wallets, or the first one again after a failure. Joins a fetch that is under way. */
export async function fetchMoreWallets(kit: Kit): Promise<void> {
  const { all } = kit.store.getState().wallets
  if (all.status === 'pending' || (all.status === 'success' && all.wallets.length >= all.count)) return
  const pending: WalletList = { ...all, status: 'pending' }
  update(kit, 'wallets', (wallets) => ({ ...wallets, all: pending }))
  // If the list has begun again with another filter in the meantime, this page is dropped.
  const end = (list: WalletList) =>
    update(kit, 'wallets', (wallets) => (wallets.all === pending ? { ...wallets, all: list } : wallets))
  try {
    const page = (all.pages ?? 0) + 1
    const { data, count } = await queryWallets(kit, { page, entries: walletPageSize })
    await prefetchImages(kit, data)
    const wallets = withoutDuplicates([...all.wallets, ...data])
    // A service that counts more wallets than it lists must not be asked for ever.
    const isLast = data.length === 0 || page * walletPageSize >= count
    end({ status: 'success', wallets, count: isLast ? wallets.length : count, pages: page })
  } catch (error) {
    end({ ...all, status: 'error', error: toErrorState(error, { code: 'WALLETS_FETCH_FAILED' }) })
  }
}

/** Begins the list of all wallets again: the host's filters or networks have changed. */
export function resetWallets(kit: Kit): void {
  kit.cache.clear('wallets ')
  update(kit, 'wallets', withoutLists)
}

function withoutDuplicates(wallets: readonly Wallet[]): readonly Wallet[] {
  const seen = new Set<string>()
  return wallets.filter(({ id }) => !seen.has(id) && seen.add(id))
}
