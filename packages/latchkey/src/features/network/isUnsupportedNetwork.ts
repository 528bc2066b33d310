import { sessionOf } from '../connection/state.js'
import type { Kit, State } from '../Kit.js'
import { activeNamespace, activeNetwork } from './state.js'

/**
 * Whether the visitor must be asked to switch (spec §4 "Network switching"): the wallet is on a chain that the host
 * does not offer, switching is enabled, unsupported chains are not allowed, and there is an adapter to switch with.
 */
export function isUnsupportedNetwork(kit: Kit, state: State): boolean {
  const { allowUnsupportedChain = false, enableNetworkSwitch = true } = state.options
  if (allowUnsupportedChain || !enableNetworkSwitch || kit.adapters.size === 0) return false
  return (
    sessionOf(state.connection, activeNamespace(state)) !== undefined && activeNetwork(state) === undefined
  )
}
