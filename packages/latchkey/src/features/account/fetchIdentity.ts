import { callEndpoint } from '../../core/callEndpoint.js'
import { balanceRetryCooldown, identityMaxAge } from '../../protocol/constants.js'
import { KitError } from '../../protocol/errors.js'
import { getIdentity } from '../../protocol/http/blockchain.js'
import { type Kit, update } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { isServed } from './isServed.js'
import { type Account, accountOf, type Identity } from './state.js'

const nobody: Identity = { name: null, avatar: null }

/**
 * Fetches the name and picture that the connected account goes by, into `state.account.identities`.
 *
 * - `GET /v1/identity/:address`; cached 5 min per CAIP address; refused for 30 s after a failure (spec §5, §9).
 * - Only for eip155, and not on testnets (spec §5 "Other"). A failed lookup is no name (spec §8 "Fallbacks").
 *
 * @throws `NOT_CONNECTED`
 */
export async function fetchIdentity(
  kit: Kit,
  { account = accountOf(kit.store.getState()) }: { account?: Account | undefined } = {},
): Promise<Identity> {
  if (account === undefined) throw new KitError('NOT_CONNECTED')
  const { address, caipAddress, namespace, networkId } = account
  const network = networkOf(kit.store.getState(), networkId)
  if (network === undefined || network.testnet === true || namespace !== 'eip155') return nobody
  const load = async () => {
    if (!(await isServed(kit, networkId))) return nobody
    return callEndpoint(kit, getIdentity, {
      params: { address },
      query: { sender: address, chainId: networkId },
    })
  }
  try {
    const identity = await kit.cache.get(`identity ${caipAddress}`, {
      maxAge: identityMaxAge,
      cooldown: balanceRetryCooldown,
      load,
    })
    update(kit, 'account', (state) => ({
      ...state,
      identities: { ...state.identities, [caipAddress]: identity },
    }))
    return identity
  } catch {
    // The address is shown in place of a name: nothing is lost by not having one.
    return nobody
  }
}
