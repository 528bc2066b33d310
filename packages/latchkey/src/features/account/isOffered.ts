import type { HostNamespace } from '../../core/Register.js'
import type { Kit } from '../Kit.js'
import { activeNamespace } from '../network/state.js'
import { accountOf } from './state.js'

/** The account actions that a host can turn off. */
export type AccountFeature = 'send' | 'receive'

/**
 * Checks whether the host offers a feature, the chain family supports it, and the account has it: an account that keeps
 * collectibles spends nothing. `namespace`: by default the family in use.
 */
export function isOffered(
  { adapters, store }: Kit,
  feature: AccountFeature,
  namespace: HostNamespace = activeNamespace(store.getState()),
): boolean {
  const state = store.getState()
  if (state.options.features?.[feature] === false) return false
  if (feature !== 'send') return true
  return (
    adapters.get(namespace)?.transfers !== undefined && accountOf(state, namespace)?.facts?.type !== 'ordinal'
  )
}
