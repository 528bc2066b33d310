import type { Network } from '../../protocol/entities/Network.js'
import type { Kit } from '../Kit.js'
import type { Account } from './state.js'

/**
 * The host's networks on which an address can receive as it is written: those of its chain family, without the networks
 * that write addresses in another way.
 */
export async function receivingNetworks(
  kit: Kit,
  { account: { address, namespace } }: { readonly account: Pick<Account, 'address' | 'namespace'> },
): Promise<readonly Network[]> {
  const { networks } = kit.store.getState().network
  const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  const adapter = kit.adapters.get(namespace)
  if (adapter?.toRecipient === undefined) return own
  const valid = await Promise.all(
    own.map(({ caipNetworkId }) => adapter.toRecipient?.(address, caipNetworkId)),
  )
  return own.filter((_, index) => valid[index] !== undefined)
}
