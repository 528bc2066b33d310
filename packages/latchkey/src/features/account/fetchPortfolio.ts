import { callEndpoint } from '../../core/callEndpoint.js'
import { accountError } from '../../protocol/accountErrors.js'
import { balanceMaxAge, balanceRetryCooldown } from '../../protocol/constants.js'
import type { Balance as TokenBalance } from '../../protocol/entities/Balance.js'
import { KitError } from '../../protocol/errors.js'
import { getBalances } from '../../protocol/http/blockchain.js'
import type { Kit } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { isServed } from './isServed.js'
import { type Account, accountOf } from './state.js'

/**
 * Fetches the tokens that the connected account holds on its network.
 *
 * - `GET /v1/account/:address/balance`; cached 30 s per CAIP address; refused for 30 s after a failure (spec §5, §9).
 * - Tokens with 0 decimals are dropped. `quantity.numeric` is a decimal text in whole tokens.
 * - Testnets, and chains that the service does not answer for, hold nothing.
 *
 * @throws `NOT_CONNECTED`, `TOKEN_BALANCE_UNAVAILABLE`
 */
export async function fetchPortfolio(
  kit: Kit,
  { account = accountOf(kit.store.getState()), isForced = false }: fetchPortfolio.Parameters = {},
): Promise<readonly TokenBalance[]> {
  if (account === undefined) throw new KitError('NOT_CONNECTED')
  const { address, caipAddress, networkId } = account
  const network = networkOf(kit.store.getState(), networkId)
  if (network === undefined || network.testnet === true) return []
  // The service has a cache of its own: whoever insists is answered from the chain.
  const forceUpdate = isForced ? String(kit.clock.now()) : undefined
  const load = async () => {
    if (!(await isServed(kit, networkId))) return []
    const { balances } = await callEndpoint(kit, getBalances, {
      params: { address },
      query: { currency: 'usd', chainId: networkId, forceUpdate },
    })
    return balances.filter(
      ({ chainId, quantity }) => chainId === networkId && Number(quantity.decimals) !== 0,
    )
  }
  try {
    return await kit.cache.get(`portfolio ${caipAddress}`, {
      maxAge: balanceMaxAge,
      cooldown: balanceRetryCooldown,
      isForced,
      load,
    })
  } catch (error) {
    throw accountError('TOKEN_BALANCE_UNAVAILABLE', { cause: error })
  }
}

export declare namespace fetchPortfolio {
  type Parameters = {
    /** By default the connected one. */
    readonly account?: Account | undefined
    /** Asks again although the cache is fresh. */
    readonly isForced?: boolean | undefined
  }
}
