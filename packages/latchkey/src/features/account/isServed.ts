import type { ServedQuestion } from '../../core/adapter.js'
import { callEndpoint } from '../../core/callEndpoint.js'
import { type CaipNetworkId, namespaceOf } from '../../protocol/caip.js'
import { identityMaxAge } from '../../protocol/constants.js'
import { getSupportedChains } from '../../protocol/http/blockchain.js'
import type { Kit } from '../Kit.js'

/**
 * Whether the blockchain service answers a question about a chain. The kit makes each of its other calls only if it
 * does (spec §7). A question that the family's adapter rules out is not sent at all.
 *
 * - `GET /v1/supported-chains`; cached 5 min, as what the service offers rarely changes.
 *
 * @throws the codes of `callEndpoint`
 */
export async function isServed(
  kit: Kit,
  networkId: CaipNetworkId,
  question: ServedQuestion,
): Promise<boolean> {
  if (!mayAsk(kit, networkId, question)) return false
  const { http } = await kit.cache.get('supported-chains', {
    maxAge: identityMaxAge,
    load: () => callEndpoint(kit, getSupportedChains),
  })
  return http.includes(networkId)
}

/** Whether the adapter of a chain's family allows a question to the service; by default it allows all. */
export function mayAsk({ adapters }: Kit, networkId: CaipNetworkId, question: ServedQuestion): boolean {
  return adapters.get(namespaceOf(networkId))?.services?.includes(question) ?? true
}
