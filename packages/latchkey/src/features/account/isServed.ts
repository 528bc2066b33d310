import { callEndpoint } from '../../core/callEndpoint.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { identityMaxAge } from '../../protocol/constants.js'
import { getSupportedChains } from '../../protocol/http/blockchain.js'
import type { Kit } from '../Kit.js'

/**
 * Whether the blockchain service answers for a chain: each of its other calls is made only if it does (spec §7).
 *
 * - `GET /v1/supported-chains`; cached 5 min, as what the service offers rarely changes.
 *
 * @throws the codes of `callEndpoint`
 */
export async function isServed(kit: Kit, networkId: CaipNetworkId): Promise<boolean> {
  const { http } = await kit.cache.get('supported-chains', {
    maxAge: identityMaxAge,
    load: () => callEndpoint(kit, getSupportedChains),
  })
  return http.includes(networkId)
}
