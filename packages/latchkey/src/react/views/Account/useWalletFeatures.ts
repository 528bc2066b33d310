import type { WalletFeature } from '../../../core/Config.js'
import { activeNamespace } from '../../../features/network/state.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import type { IconName } from '../../ui/Icon/Icon.js'

export type FeatureEntry = {
  readonly id: WalletFeature
  readonly icon: IconName
  readonly title: 'send.title' | 'receive.title'
  readonly view: 'WalletSend' | 'WalletReceive'
}

const entries: readonly FeatureEntry[] = [
  { id: 'send', icon: 'arrowUp', title: 'send.title', view: 'WalletSend' },
  { id: 'receive', icon: 'qr', title: 'receive.title', view: 'WalletReceive' },
]

/** What the account can be used for here: what the host offers and the chain family can do, in the host's order. */
export function useWalletFeatures(): readonly FeatureEntry[] {
  const { adapters, config } = useKit()
  const namespace = useKitState(activeNamespace)
  const { send, receive, walletFeaturesOrder: order = [] } = config.features ?? {}
  const isOffered = {
    send: send !== false && adapters.get(namespace)?.transfers !== undefined,
    receive: receive !== false,
  }
  const place = ({ id }: FeatureEntry) => (order.includes(id) ? order.indexOf(id) : order.length)
  return entries
    .filter(({ id }) => isOffered[id as keyof typeof isOffered])
    .sort((a, b) => place(a) - place(b))
}
