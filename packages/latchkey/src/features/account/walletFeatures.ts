import type { Kit } from '../Kit.js'
import { accountActions } from './accountActions.js'
import { type AccountFeature, isOffered } from './isOffered.js'

export type { AccountFeature }

/** The account features that the host offers and the chain family supports, in the host's order. */
export function walletFeatures(kit: Kit): readonly AccountFeature[] {
  const { walletFeaturesOrder: order = [] } = kit.store.getState().options.features ?? {}
  const place = (feature: AccountFeature) => (order.includes(feature) ? order.indexOf(feature) : order.length)
  return accountActions
    .map(({ id }) => id)
    .filter((feature) => isOffered(kit, feature))
    .sort((a, b) => place(a) - place(b))
}
