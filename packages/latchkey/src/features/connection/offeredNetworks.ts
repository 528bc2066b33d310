import type { CaipNetworkId } from '../../protocol/caip.js'
import { KitError } from '../../protocol/errors.js'
import type { Kit } from '../Kit.js'
import { activeNetworkId } from './inUse.js'

/** The host's networks, the wanted one first. */
export function offeredNetworks(kit: Kit, networkId?: CaipNetworkId | undefined) {
  const state = kit.store.getState()
  const { networks } = state.network
  const wanted = networks.find(({ caipNetworkId }) => caipNetworkId === (networkId ?? activeNetworkId(state)))
  if (wanted === undefined && networkId !== undefined) throw new KitError('NETWORK_NOT_FOUND')
  return wanted === undefined ? networks : [wanted, ...networks.filter((network) => network !== wanted)]
}
