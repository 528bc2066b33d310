import type { WalletFeature } from '../../core/Config.js'
import type { Kit } from '../Kit.js'
import { activeNamespace } from '../network/state.js'

const built = ['send', 'receive'] as const satisfies readonly WalletFeature[]

/** What an account can be used for, of what is built. */
export type AccountFeature = (typeof built)[number]

/** What the account can be used for here: what the host offers and the chain family can do, in the host's order. */
export function walletFeatures({ adapters, config, store }: Kit): readonly AccountFeature[] {
  const { send, receive, walletFeaturesOrder: order = [] } = config.features ?? {}
  const isOffered = {
    send: send !== false && adapters.get(activeNamespace(store.getState()))?.transfers !== undefined,
    receive: receive !== false,
  }
  const place = (feature: AccountFeature) => (order.includes(feature) ? order.indexOf(feature) : order.length)
  return built.filter((feature) => isOffered[feature]).sort((a, b) => place(a) - place(b))
}
