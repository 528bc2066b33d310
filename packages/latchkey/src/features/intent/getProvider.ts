import type { HostNamespace } from '../../core/Register.js'
import { sessionOf } from '../connection/state.js'
import { walletProvider } from '../connection/walletProvider.js'
import type { Kit } from '../Kit.js'

/**
 * The live object to make requests to the connected wallet with: an EIP-1193 provider for eip155. What it is asked goes
 * through the kit's gate: `docs/guides/wallets.md`, "What your app can ask a wallet".
 *
 * @throws `NOT_CONNECTED`, `PROVIDER_NOT_FOUND`
 */
export async function getProvider(
  kit: Kit,
  { namespace }: { readonly namespace: HostNamespace },
): Promise<unknown> {
  const connectorId = sessionOf(kit.store.getState().connection, namespace)?.connectorId
  const [provider, { guardedProvider }] = await Promise.all([
    walletProvider(kit, { namespace }),
    // Loaded with the first provider: most pages need none before a visitor connects.
    import('./guardedProvider.js'),
  ])
  return connectorId === undefined ? provider : guardedProvider(kit, { provider, namespace, connectorId })
}
