import { isSameJson } from '../../core/json.js'
import { watch } from '../../core/store.js'
import { rememberedItem } from '../../protocol/rememberedItem.js'
import type { Kit } from '../Kit.js'
import { sessionOf } from './state.js'

/** Keeps the connected accounts for a server that renders the page; loaded where the storage is sent to one. */
export function rememberAccounts(kit: Kit): void {
  const stop = watch(
    kit.store,
    ({ connection }) =>
      Object.fromEntries(
        Object.keys(connection.current).flatMap((namespace) => {
          const address = sessionOf(connection, namespace)?.addresses[0]
          return address === undefined ? [] : [[namespace, address] as const]
        }),
      ),
    (accounts) =>
      kit.storage.write(rememberedItem, Object.keys(accounts).length === 0 ? undefined : accounts),
    isSameJson,
  )
  kit.slots.onStop(stop)
}
