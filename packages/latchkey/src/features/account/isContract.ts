import { within } from '../../core/within.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { KitError } from '../../protocol/errors.js'
import type { Kit } from '../Kit.js'
import { networkOf } from '../network/state.js'

/** How long a chain may take to say so, in milliseconds. */
const patience = 3_000

/**
 * Whether an account is a contract, which signs otherwise than a key; `false` in families without such accounts,
 * `undefined` if its chain does not say.
 *
 * @param parameters.signature What it has signed with, if it has.
 */
export async function isContract(
  kit: Kit,
  { networkId, address, signature }: isContract.Parameters,
): Promise<boolean | undefined> {
  const { adapters, clock, store } = kit
  const network = networkOf(store.getState(), networkId)
  if (network === undefined) return undefined
  const adapter = adapters.get(network.chainNamespace)
  if (adapter?.isSmartAccount === undefined) return false
  // In a promise, so that an error thrown at once becomes a rejection too.
  const asked = Promise.resolve().then(() => adapter.isSmartAccount?.({ clock, network, address, signature }))
  return within(clock, patience, asked, () => new KitError('REQUEST_ABORTED')).catch(() => undefined)
}

export declare namespace isContract {
  type Parameters = {
    readonly networkId: CaipNetworkId
    readonly address: string
    readonly signature?: string | undefined
  }
}
