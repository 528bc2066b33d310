import { type AccountFeature, walletFeatures } from '../../../features/account/walletFeatures.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import type { IconName } from '../../ui/Icon/Icon.js'

export type FeatureEntry = {
  readonly id: AccountFeature
  readonly icon: IconName
  readonly title: 'send.title' | 'receive.title'
  readonly view: 'WalletSend' | 'WalletReceive'
}

const entries: { readonly [id in AccountFeature]: Omit<FeatureEntry, 'id'> } = {
  send: { icon: 'arrowUp', title: 'send.title', view: 'WalletSend' },
  receive: { icon: 'qr', title: 'receive.title', view: 'WalletReceive' },
}

/** What the account can be used for here, as the account screen shows it. */
export function useWalletFeatures(): readonly FeatureEntry[] {
  const kit = useKit()
  // The state says which chain family is in use; the rest is the kit's.
  return useKitState(() => walletFeatures(kit)).map((id) => ({ id, ...entries[id] }))
}
