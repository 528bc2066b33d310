import { accountError } from '../../protocol/accountErrors.js'
import { type CaipNetworkId, namespaceOf } from '../../protocol/caip.js'
import { identityMaxAge } from '../../protocol/constants.js'
import type { Kit } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { nameService } from './nameService.js'

/** Whether a text could be a name: words separated by dots, as in ENS and DNS. */
export function isNameLike(text: string): boolean {
  return /^[^\s@:/?#%.]+(\.[^\s@:/?#%.]+)+$/u.test(text) && text.length <= 255
}

/**
 * The address of a name on a network, in its family's notation. `undefined` if nobody has the name, if the family has
 * no names (`Adapter.names`), on a testnet (spec §5 "Other"), and on a chain that no service answers for. Cached 5 min.
 *
 * @throws `NAME_RESOLUTION_FAILED`
 */
export async function resolveName(
  kit: Kit,
  {
    name,
    networkId,
    isForced = false,
  }: {
    readonly name: string
    readonly networkId: CaipNetworkId
    /** Asks again although the cache is fresh. */
    readonly isForced?: boolean | undefined
  },
): Promise<string | undefined> {
  const adapter = kit.adapters.get(namespaceOf(networkId))
  const state = kit.store.getState()
  if (networkOf(state, networkId)?.testnet === true) return undefined
  const load = async () => {
    const names = await adapter?.names?.()
    const found = await names?.resolve({
      name,
      networkId,
      networks: state.network.networks,
      service: nameService(kit, networkId),
    })
    return found === undefined ? undefined : adapter?.toAddress(found)
  }
  try {
    return await kit.cache.get(`name ${networkId} ${name}`, { maxAge: identityMaxAge, load, isForced })
  } catch (error) {
    throw accountError('NAME_RESOLUTION_FAILED', { cause: error })
  }
}
