import { accountOf } from '../../features/account/state.js'
import { walletNameOf } from '../../features/connection/walletNameOf.js'
import type { Namespace } from '../../protocol/caip.js'
import { useKitState } from './useKitState.js'

/** Returns the name that an account's wallet reports: the account of a chain family, by default the active one. */
export function useWalletName(namespace?: Namespace): string {
  return useKitState((state) => {
    const account = accountOf(state, namespace)
    return account === undefined ? '' : walletNameOf(state, account.connectorId)
  })
}
