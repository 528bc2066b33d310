import type { OnAsked } from '../../core/connector.js'
import type { HostNamespace } from '../../core/Register.js'
import { KitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import type { Kit } from '../Kit.js'
import { sessionOf } from './state.js'

/**
 * The connected wallet's own provider: for the kit itself, which asks by its pipeline. Hosts get it with the gate in
 * front (`getProvider`).
 *
 * @throws `NOT_CONNECTED`, `PROVIDER_NOT_FOUND`
 */
export async function walletProvider(
  kit: Kit,
  { namespace }: { readonly namespace: HostNamespace },
  onAsked?: OnAsked | undefined,
): Promise<unknown> {
  const session = sessionOf(kit.store.getState().connection, namespace)
  if (session === undefined) throw new KitError('NOT_CONNECTED')
  const connector = kit.connectors.get(session.connectorId)
  if (connector === undefined) throw walletError('PROVIDER_NOT_FOUND')
  return connector.getProvider(namespace, onAsked)
}
