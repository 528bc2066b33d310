import type { Intent } from '../../core/intent.js'
import { namespaceOf } from '../../protocol/caip.js'
import { type ConnectionState, isRestoring } from './state.js'

/** Whether an intent's wallet is no longer connected. `false` while the page is still restoring its connection. */
export function isWalletGone(
  state: ConnectionState,
  { connectorId, networkId }: Pick<Intent, 'connectorId' | 'networkId'>,
): boolean {
  return state.connections[connectorId] === undefined && !isRestoring(state, namespaceOf(networkId))
}
