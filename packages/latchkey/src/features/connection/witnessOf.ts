import type { Witness } from '../../core/transfers.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { namespaceOf } from '../../protocol/caip.js'
import type { Kit } from '../Kit.js'
import { sessionOf } from './state.js'
import { walletProvider } from './walletProvider.js'

/**
 * Wallets that reach a chain by themselves. For those of the connection protocol the kit reads, with the host's
 * service.
 */
const ownReaders: ReadonlySet<string> = new Set(['INJECTED', 'ANNOUNCED', 'EXTERNAL'])

/** The connected wallet as a second source about a chain; `undefined` where there is none. Never throws. */
export async function witnessOf(
  kit: Kit,
  {
    networkId,
    connectorId,
  }: { readonly networkId: CaipNetworkId; readonly connectorId?: string | undefined },
): Promise<Witness> {
  const namespace = namespaceOf(networkId)
  const session = sessionOf(kit.store.getState().connection, namespace)
  if (session === undefined || (connectorId !== undefined && session.connectorId !== connectorId)) return
  const type = kit.connectors.get(session.connectorId)?.info.type
  if (type === undefined || !ownReaders.has(type)) return
  return walletProvider(kit, { namespace }).catch(() => undefined)
}
