import type { HostNamespace } from '../../core/Register.js'
import { KitError } from '../../protocol/errors.js'
import type { Kit } from '../Kit.js'
import { sessionOf } from './state.js'

/**
 * The live object to make requests to the connected wallet with: an EIP-1193 provider for eip155.
 *
 * @throws `NOT_CONNECTED`, `PROVIDER_NOT_FOUND`
 */
export async function getProvider(
  kit: Kit,
  { namespace }: { readonly namespace: HostNamespace },
): Promise<unknown> {
  const session = sessionOf(kit.store.getState().connection, namespace)
  if (session === undefined) throw new KitError('NOT_CONNECTED')
  const connector = kit.connectors.get(session.connectorId)
  if (connector === undefined) throw new KitError('PROVIDER_NOT_FOUND')
  return connector.getProvider(namespace)
}
