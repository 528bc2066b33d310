import { callEndpoint } from '../../core/callEndpoint.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { identityMaxAge } from '../../protocol/constants.js'
import { isKitError } from '../../protocol/errors.js'
import { getProfile } from '../../protocol/http/blockchain.js'
import type { Kit } from '../Kit.js'

/** The coin type of Ethereum (SLIP-44), under which a name keeps the address for all EVM chains. */
const ethereum = '60'

/** Whether a text could be a name: words parted by points, as ENS and DNS write them. */
export function isNameLike(text: string): boolean {
  return /^[^\s@:/?#%.]+(\.[^\s@:/?#%.]+)+$/u.test(text) && text.length <= 255
}

/**
 * The address that a name stands for, as the blockchain service says, with its checksum; `undefined` where nobody has the
 * name. `GET /v1/profile/account/:name`; cached 5 min.
 *
 * A name may have an address of its own for the network (ENSIP-11); else it is the one for Ethereum.
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
    /** Asks again, whatever is cached. */
    readonly isForced?: boolean | undefined
  },
): Promise<string | undefined> {
  const load = async () => {
    const profile = await callEndpoint(kit, getProfile, {
      params: { name },
      query: { apiVersion: '2', chainId: networkId },
    })
    const entry = profile.addresses[coinTypeOf(networkId)] ?? profile.addresses[ethereum]
    // A record that was emptied: what is sent there is nobody's.
    if (entry === undefined || /^0x0*$/i.test(entry.address)) return undefined
    return kit.adapters.get('eip155')?.toAddress(entry.address)
  }
  try {
    return await kit.cache.get(`name ${networkId} ${name}`, { maxAge: identityMaxAge, load, isForced })
  } catch (error) {
    // A name that nobody has is an answer, not a failure.
    if (isKitError(error) && error.code === 'SERVICE_REFUSED' && error.slots.status === 404) return undefined
    throw accountError('NAME_RESOLUTION_FAILED', { cause: error })
  }
}

/** ENSIP-11: the coin type under which a name keeps its address for an EVM chain. */
function coinTypeOf(networkId: CaipNetworkId): string {
  const id = Number(networkId.split(':')[1])
  return id === 1 || !(id < 0x80000000) ? ethereum : String(0x80000000 + id)
}
