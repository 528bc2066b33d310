import { type CaipNetworkId, namespaceOf } from '../../protocol/caip.js'
import { KitError } from '../../protocol/errors.js'
import { accountOf } from '../account/state.js'
import type { Kit } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { showError } from '../notify/showSnackbar.js'

/**
 * Brings a wallet that went to another network without saying so back to the one that the kit shows.
 *
 * @throws `NETWORK_NOT_FOUND`, `NOT_CONNECTED`, `SWITCH_DECLINED`, `CHAIN_NOT_SUPPORTED`; the visitor is told.
 */
export async function switchWallet(
  kit: Kit,
  { networkId }: { readonly networkId: CaipNetworkId },
): Promise<void> {
  const state = kit.store.getState()
  const network = networkOf(state, networkId)
  const account = accountOf(state, namespaceOf(networkId))
  const connector = account && kit.connectors.get(account.connectorId)
  try {
    if (network === undefined) throw new KitError('NETWORK_NOT_FOUND')
    if (connector === undefined) throw new KitError('NOT_CONNECTED')
    await connector.switchNetwork(network)
  } catch (error) {
    showError(kit, error)
    throw error
  }
}
