import { callEndpoint } from '../../core/callEndpoint.js'
import type { SmartSession } from '../../protocol/entities/SmartSession.js'
import { KitError } from '../../protocol/errors.js'
import { getSessions } from '../../protocol/http/blockchain.js'
import { isServed } from '../account/isServed.js'
import { type Account, accountOf } from '../account/state.js'
import type { Kit } from '../Kit.js'

/**
 * The permissions that the connected account has given to apps, including ended ones; none on a chain that no service
 * answers for.
 *
 * - `GET /v1/sessions/:address` (CAIP-10); not cached.
 *
 * @throws `NOT_CONNECTED`, and the codes of `callEndpoint`
 */
export async function fetchSmartSessions(
  kit: Kit,
  { account = accountOf(kit.store.getState()), signal }: fetchSmartSessions.Parameters = {},
): Promise<readonly SmartSession[]> {
  if (account === undefined) throw new KitError('NOT_CONNECTED')
  const { caipAddress, networkId } = account
  if (!(await isServed(kit, networkId, 'permissions'))) return []
  const { pcis } = await callEndpoint(kit, getSessions, { params: { address: caipAddress }, signal })
  return pcis
}

export declare namespace fetchSmartSessions {
  type Parameters = {
    /** By default the connected one. */
    readonly account?: Account | undefined
    readonly signal?: AbortSignal | undefined
  }
}
