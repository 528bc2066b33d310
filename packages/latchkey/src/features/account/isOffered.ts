import type { HostNamespace } from '../../core/Register.js'
import type { Kit } from '../Kit.js'
import { activeNamespace } from '../network/state.js'

/** The account actions that a host can turn off. */
export type AccountFeature = 'send' | 'receive'

/** Whether the host offers a feature and the chain family supports it. `namespace`: by default the family in use. */
export function isOffered(
  { adapters, store }: Kit,
  feature: AccountFeature,
  namespace: HostNamespace = activeNamespace(store.getState()),
): boolean {
  if (store.getState().options.features?.[feature] === false) return false
  return feature !== 'send' || adapters.get(namespace)?.transfers !== undefined
}
