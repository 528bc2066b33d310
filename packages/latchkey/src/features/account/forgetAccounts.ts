import type { Farewell } from '../connection/farewells.js'
import { update } from '../Kit.js'
import { initialAccountState } from './state.js'

/** The prefixes of the cache keys that belong to accounts. */
const kinds = ['balance ', 'portfolio ', 'nfts ', 'identity ', 'picture ', 'capabilities ']

/** Clears the cached data of accounts when a connection ends, and their state once nobody is connected. */
export const forgetAccounts: Farewell = {
  forget(kit, { isLast }) {
    for (const kind of kinds) kit.cache.clear(kind)
    if (!isLast) return
    const { pictures = {} } = kit.store.getState().account
    update(kit, 'account', () => initialAccountState)
    for (const url of Object.values(pictures)) URL.revokeObjectURL(url)
  },
}
