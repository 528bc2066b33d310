import { accountOf } from '../../features/account/state.js'
import type { State } from '../../features/Kit.js'
import { useKitState } from './useKitState.js'

/** What the active account's wallet calls itself. */
export function useWalletName(): string {
  return useKitState(walletName)
}

export function walletName(state: State): string {
  const connectorId = accountOf(state)?.connectorId
  if (connectorId === undefined) return ''
  const { connections, connectors } = state.connection
  return connections[connectorId]?.wallet?.name ?? connectors.find(({ id }) => id === connectorId)?.name ?? ''
}
