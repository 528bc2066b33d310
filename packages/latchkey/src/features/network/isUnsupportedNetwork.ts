import type { HostNamespace } from '../../core/Register.js'
import { sessionOf } from '../connection/state.js'
import type { Kit, State } from '../Kit.js'
import { activeNamespace, networkOf } from './state.js'

/**
 * Whether the visitor must be asked to switch (spec §4 "Network switching"): the wallet is on a chain that the host
 * does not offer, switching is enabled, unsupported chains are not allowed, and there is an adapter to switch with.
 * `namespace`: the chain family of the wallet, by default the one in use.
 */
export function isUnsupportedNetwork(
  kit: Kit,
  state: State,
  namespace: HostNamespace = activeNamespace(state),
): boolean {
  const { allowUnsupportedChain = false, enableNetworkSwitch = true } = state.options
  if (allowUnsupportedChain || !enableNetworkSwitch || kit.adapters.size === 0) return false
  const session = sessionOf(state.connection, namespace)
  return session !== undefined && networkOf(state, session.networkId) === undefined
}
