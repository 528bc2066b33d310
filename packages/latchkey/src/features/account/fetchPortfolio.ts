import { callEndpoint } from '../../core/callEndpoint.js'
import { accountError } from '../../protocol/accountErrors.js'
import { balanceMaxAge, balanceRetryCooldown } from '../../protocol/constants.js'
import type { Balance as TokenBalance } from '../../protocol/entities/Balance.js'
import { isKitError, KitError } from '../../protocol/errors.js'
import { getBalances } from '../../protocol/http/blockchain.js'
import { type Kit, update } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { toErrorState } from '../notify/toErrorState.js'
import { isServed } from './isServed.js'
import { type Account, accountOf, type Portfolio } from './state.js'
import { walletAssets } from './walletAssets.js'

/**
 * Fetches the tokens that the connected account holds on its network, into `state.account.portfolios`.
 *
 * - A wallet that offers `wallet_getAssets` (ERC-7811) is asked first, as it knows what its user hides.
 * - `GET /v1/account/:address/balance`; cached 30 s per CAIP address; refused for 30 s after a failure (spec §5, §9).
 * - Tokens with 0 decimals are dropped. `quantity.numeric` is a decimal text in whole tokens.
 * - Testnets, and chains that the service does not answer for, hold nothing.
 *
 * @throws `NOT_CONNECTED`, `TOKEN_BALANCE_UNAVAILABLE`
 */
export async function fetchPortfolio(
  kit: Kit,
  {
    account = accountOf(kit.store.getState()),
    isForced = false,
    isQuiet = false,
  }: fetchPortfolio.Parameters = {},
): Promise<readonly TokenBalance[]> {
  if (account === undefined) throw new KitError('NOT_CONNECTED')
  const { address, caipAddress, networkId } = account
  const network = networkOf(kit.store.getState(), networkId)
  const set = (portfolio: Portfolio) =>
    update(kit, 'account', (state) => ({
      ...state,
      portfolios: { ...state.portfolios, [caipAddress]: portfolio },
    }))
  if (network === undefined || network.testnet === true) {
    set({ status: 'unserved', tokens: [] })
    return []
  }
  // What is shown stays while it is asked again: nothing flickers.
  const known = kit.store.getState().account.portfolios?.[caipAddress]
  // Without a service there is only something to wait for where the wallet tells of it, which it has yet to say.
  const isFirst = known === undefined && kit.config.services.blockchain !== undefined
  const isAnnounced = isFirst || (known?.status === 'error' && !isQuiet)
  if (isAnnounced) set({ status: 'pending', tokens: known?.tokens ?? [] })
  // The service has a cache of its own: whoever insists is answered from the chain.
  const forceUpdate = isForced ? String(kit.clock.now()) : undefined
  const load = async () => {
    const ofWallet = await walletAssets(kit, account)
    if (ofWallet !== undefined) return { isServed: true, balances: ofWallet }
    if (!(await isServed(kit, networkId))) return { isServed: false, balances: [] }
    const { balances } = await callEndpoint(kit, getBalances, {
      params: { address },
      query: { currency: 'usd', chainId: networkId, forceUpdate },
    })
    return {
      isServed: true,
      balances: balances.filter(
        ({ chainId, quantity }) => chainId === networkId && Number(quantity.decimals) !== 0,
      ),
    }
  }
  try {
    const found = await kit.cache.get(`portfolio ${caipAddress}`, {
      maxAge: balanceMaxAge,
      cooldown: balanceRetryCooldown,
      isForced,
      load,
    })
    set({ status: found.isServed ? 'success' : 'unserved', tokens: found.balances })
    return found.balances
  } catch (error) {
    if (isKitError(error) && error.code === 'SERVICE_NOT_CONFIGURED') {
      set({ status: 'unserved', tokens: [] })
      return []
    }
    const failure = accountError('TOKEN_BALANCE_UNAVAILABLE', { cause: error })
    // What was known a moment ago is better than nothing; the error is told beside it.
    set({ status: 'error', tokens: known?.tokens ?? [], error: toErrorState(failure) })
    throw failure
  }
}

export declare namespace fetchPortfolio {
  type Parameters = {
    /** By default the connected one. */
    readonly account?: Account | undefined
    /** Asks again although the cache is fresh. */
    readonly isForced?: boolean | undefined
    /** Nothing tells that it is asked again: what is shown stays until the answer is there, also an error. */
    readonly isQuiet?: boolean | undefined
  }
}
