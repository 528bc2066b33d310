import { isSameAddress } from '../../core/addresses.js'
import { callEndpoint } from '../../core/callEndpoint.js'
import { accountError } from '../../protocol/accountErrors.js'
import { namespaceOf } from '../../protocol/caip.js'
import { balanceMaxAge, balanceRetryCooldown } from '../../protocol/constants.js'
import type { Balance as TokenBalance } from '../../protocol/entities/Balance.js'
import { isKitError, KitError } from '../../protocol/errors.js'
import { getBalances } from '../../protocol/http/blockchain.js'
import { type Kit, update } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { toErrorState } from '../notify/toErrorState.js'
import { isServed } from './isServed.js'
import { notePrices } from './prices.js'
import { type Account, accountOf, type Portfolio } from './state.js'
import { contractOf, isListed, walletAssets } from './walletAssets.js'

/**
 * Fetches the tokens that the connected account holds on its network, into `state.account.portfolios`.
 *
 * - A wallet that offers `wallet_getAssets` (ERC-7811) is asked first, as it knows what its user hides.
 * - `GET /v1/account/:address/balance`; cached 30 s per CAIP address; refused for 30 s after a failure (spec §5, §9).
 * - What neither the service's list nor the host's `tokens` has by its contract is marked `isVerified: false`, and has no
 *   price: it is outside every total.
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
  const { caipAddress, networkId } = account
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
  // The service has a cache of its own: a forced call is answered from the chain.
  const forceUpdate = isForced ? String(kit.clock.now()) : undefined
  const load = async () => {
    const ofWallet = await walletAssets(kit, account)
    const listed = () => fetchListed(kit, account, forceUpdate)
    if (ofWallet !== undefined) {
      // A wallet does not say which contracts it vouches for: our own list does.
      const isOpen = ofWallet.some((token) => !isListed(token))
      const known = isOpen ? ((await listed().catch(() => undefined)) ?? []) : []
      return { isServed: true, balances: marked(kit, ofWallet, known) }
    }
    const balances = await listed()
    return { isServed: balances !== undefined, balances: marked(kit, balances ?? [], []) }
  }
  try {
    const found = await kit.cache.get(`portfolio ${caipAddress}`, {
      maxAge: balanceMaxAge,
      cooldown: balanceRetryCooldown,
      isInsisted: isForced && !isQuiet,
      isForced,
      load,
    })
    set({ status: found.isServed ? 'success' : 'unserved', tokens: found.balances })
    notePrices(kit, found.balances)
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

/** What the service says that the account holds on its network; `undefined` where it does not answer for that. */
async function fetchListed(kit: Kit, { address, networkId }: Account, forceUpdate: string | undefined) {
  if (!(await isServed(kit, networkId, 'balances'))) return undefined
  const { balances } = await callEndpoint(kit, getBalances, {
    params: { address },
    query: { currency: 'usd', chainId: networkId, forceUpdate },
  })
  return balances.filter(({ chainId, quantity }) => chainId === networkId && Number(quantity.decimals) !== 0)
}

/** Tokens with what is known of each: by its contract, from the host's option or our list, never by its symbol. */
function marked(
  kit: Kit,
  tokens: readonly TokenBalance[],
  listed: readonly TokenBalance[],
): readonly TokenBalance[] {
  const { tokens: ofHost } = kit.store.getState().options
  return tokens.map((token) => {
    const contract = contractOf(token)
    const namespace = namespaceOf(token.chainId)
    const isSame = (other: string | undefined) =>
      contract !== undefined &&
      other !== undefined &&
      isSameAddress(kit, { address: other, namespace }, { address: contract, namespace })
    const isKnown =
      isListed(token) ||
      isSame(ofHost?.[token.chainId]?.address) ||
      listed.some((one) => one.isVerified === true && isSame(contractOf(one)))
    if (contract === undefined || isKnown)
      return contract === undefined ? token : { ...token, isVerified: true }
    // The maker of a token can set its price, too.
    const { value: _, ...rest } = token
    return { ...rest, price: 0, isVerified: false }
  })
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
