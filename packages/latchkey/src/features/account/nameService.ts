import { callEndpoint } from '../../core/callEndpoint.js'
import type { NameService } from '../../core/names.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { isKitError } from '../../protocol/errors.js'
import { getIdentity, getProfile } from '../../protocol/http/blockchain.js'
import type { Kit } from '../Kit.js'
import { isServed, mayAsk } from './isServed.js'

/** For a family whose names the service does not know: its adapter reads them elsewhere. */
const nobody: NameService = {
  addresses: async () => ({}),
  identity: async () => ({ name: null, avatar: null }),
}

/**
 * Looks up names on a network with the kit's blockchain service: `GET /v1/profile/account/:name`,
 * `GET /v1/identity/:address`.
 */
export function nameService(kit: Kit, chainId: CaipNetworkId): NameService {
  if (!mayAsk(kit, chainId, 'names')) return nobody
  return {
    async addresses(name) {
      if (!(await isServed(kit, chainId, 'names'))) return {}
      try {
        const query = { apiVersion: '2', chainId }
        return (await callEndpoint(kit, getProfile, { params: { name }, query })).addresses
      } catch (error) {
        // 404 means that nobody has the name. That is an answer, not a failure.
        if (isKitError(error) && error.code === 'SERVICE_REFUSED' && error.slots.status === 404) return {}
        throw error
      }
    },
    identity: (address) =>
      callEndpoint(kit, getIdentity, { params: { address }, query: { sender: address, chainId } }),
  }
}
