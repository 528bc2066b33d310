import { accountOf } from '../../features/account/state.js'
import { walletNameOf } from '../../features/connection/walletNameOf.js'
import type { State } from '../../features/Kit.js'
import { useKitState } from './useKitState.js'

/** Returns the name that the active account's wallet reports. */
export function useWalletName(): string {
  return useKitState(walletName)
}

function walletName(state: State): string {
  const account = accountOf(state)
  return account === undefined ? '' : walletNameOf(state, account.connectorId)
}
