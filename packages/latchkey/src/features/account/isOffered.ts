import type { HostNamespace } from '../../core/Register.js'
import type { Kit } from '../Kit.js'
import { activeNamespace } from '../network/state.js'

/** What may be done with an account, of what is built. */
export type AccountFeature = 'send' | 'receive'

/** Whether the host offers it and the chain family can do it. `namespace`: the family, by default the one in use. */
export function isOffered(
  { adapters, store }: Kit,
  feature: AccountFeature,
  namespace: HostNamespace = activeNamespace(store.getState()),
): boolean {
  if (store.getState().options.features?.[feature] === false) return false
  return feature !== 'send' || adapters.get(namespace)?.transfers !== undefined
}
