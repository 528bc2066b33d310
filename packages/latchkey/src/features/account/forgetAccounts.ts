import type { Farewell } from '../connection/farewells.js'
import { update } from '../Kit.js'
import { initialAccountState } from './state.js'

/** What the cache has of accounts, by how its keys begin. */
const kinds = ['balance ', 'portfolio ', 'nfts ', 'identity ', 'picture ', 'capabilities ']

/** What was asked about accounts is forgotten when a connection ends; what shows of them, once nobody is connected. */
export const forgetAccounts: Farewell = {
  forget(kit, { isLast }) {
    for (const kind of kinds) kit.cache.clear(kind)
    if (!isLast) return
    const { pictures = {} } = kit.store.getState().account
    update(kit, 'account', () => initialAccountState)
    for (const url of Object.values(pictures)) URL.revokeObjectURL(url)
  },
}
