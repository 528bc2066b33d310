import { chainIdOf } from '../../protocol/chainIdOf.js'
import { accountOf } from '../account/state.js'
import type { State } from '../Kit.js'

/** Whether the embedded account can act as a smart account on the network in use. */
export function canBeSmart(state: State): boolean {
  const networkId = accountOf(state)?.networkId
  const chainId = networkId === undefined ? undefined : chainIdOf(networkId)
  return typeof chainId === 'number' && state.embedded?.smartNetworks?.includes(chainId) === true
}
