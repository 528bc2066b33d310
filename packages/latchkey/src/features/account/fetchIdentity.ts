import { balanceRetryCooldown, identityMaxAge } from '../../protocol/constants.js'
import { KitError } from '../../protocol/errors.js'
import { type Kit, update } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { isServed, mayAsk } from './isServed.js'
import { nameService } from './nameService.js'
import { type Account, accountOf, type Identity } from './state.js'

const nobody: Identity = { name: null, avatar: null }

/**
 * Fetches the name and picture of the connected account into `state.account.identities`.
 *
 * - `GET /v1/identity/:address`; cached 5 min per CAIP address; refused for 30 s after a failure (spec §5, §9).
 * - Only for families that have names, and not on testnets (spec §5 "Other"). After a failed lookup the account has no
 *   name (spec §8 "Fallbacks").
 *
 * @throws `NOT_CONNECTED`
 */
export async function fetchIdentity(
  kit: Kit,
  { account = accountOf(kit.store.getState()) }: { account?: Account | undefined } = {},
): Promise<Identity> {
  if (account === undefined) throw new KitError('NOT_CONNECTED')
  const { address, caipAddress, namespace, networkId } = account
  const adapter = kit.adapters.get(namespace)
  const network = networkOf(kit.store.getState(), networkId)
  if (adapter?.names === undefined || network === undefined || network.testnet === true) return nobody
  const load = async () => {
    if (mayAsk(kit, networkId, 'names') && !(await isServed(kit, networkId, 'names'))) return nobody
    const names = await adapter.names?.()
    return (await names?.identify({ address, networkId, service: nameService(kit, networkId) })) ?? nobody
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
    // The screens show the address in place of a name.
    return nobody
  }
}
