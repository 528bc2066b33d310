import type { Intent } from '../../core/intent.js'
import { namespaceOf } from '../../protocol/caip.js'
import { type ConnectionState, isRestoring } from './state.js'

/** Whether the wallet that an intent is for is not connected any more; not while a page still takes its connection up. */
export function isWalletGone(
  state: ConnectionState,
  { connectorId, networkId }: Pick<Intent, 'connectorId' | 'networkId'>,
): boolean {
  return state.connections[connectorId] === undefined && !isRestoring(state, namespaceOf(networkId))
}
