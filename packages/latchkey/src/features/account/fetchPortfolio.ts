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
 * - A wallet that offers `wallet_getAssets` (ERC-7811) is asked first, because it knows which tokens its user hides.
 * - `GET /v1/account/:address/balance`; cached 30 s per CAIP address; refused for 30 s after a failure (spec §5, §9).
 * - A token whose contract is neither in the service's list nor in the host's `tokens` is marked `isVerified: false`.
 *   It has no price and counts in no total.
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
  // A refresh keeps the tokens on screen, so that nothing flickers.
  const known = kit.store.getState().account.portfolios?.[caipAddress]
  // Without a service only the wallet can list tokens, and it is not known yet whether it does: nothing is pending.
  const isFirst = known === undefined && kit.config.services.blockchain !== undefined
  const isAnnounced = isFirst || (known?.status === 'error' && !isQuiet)
  if (isAnnounced) set({ status: 'pending', tokens: known?.tokens ?? [] })
  // The service has a cache of its own; this parameter makes it read the chain.
  const forceUpdate = isForced ? String(kit.clock.now()) : undefined
  const load = async () => {
    const ofWallet = await walletAssets(kit, account)
    const listed = () => fetchListed(kit, account, forceUpdate)
    if (ofWallet !== undefined) {
      // A wallet does not say which contracts are verified, so the service's list decides.
      const isOpen = ofWallet.some((token) => !isListed(token))
      const known = isOpen ? await listed().catch(() => undefined) : undefined
      return { isServed: true, balances: marked(kit, ofWallet, known?.tokens) }
    }
    const found = await listed()
    return {
      isServed: found !== undefined,
      isCut: found?.isCut,
      balances: marked(kit, found?.tokens ?? []),
    }
  }
  try {
    const found = await kit.cache.get(`portfolio ${caipAddress}`, {
      maxAge: balanceMaxAge,
      cooldown: balanceRetryCooldown,
      isInsisted: isForced && !isQuiet,
      isForced,
      load,
    })
    const { isServed, isCut, balances: tokens } = found
    set({ status: isServed ? 'success' : 'unserved', tokens, isCut })
    notePrices(kit, found.balances)
    return found.balances
  } catch (error) {
    if (isKitError(error) && error.code === 'SERVICE_NOT_CONFIGURED') {
      set({ status: 'unserved', tokens: [] })
      return []
    }
    const failure = accountError('TOKEN_BALANCE_UNAVAILABLE', { cause: error })
    // The tokens known before stay in the list, beside the error.
    set({ status: 'error', tokens: known?.tokens ?? [], error: toErrorState(failure) })
    throw failure
  }
}

/** The account's tokens on its network, as the service lists them; `undefined` if it does not serve that network. */
async function fetchListed(kit: Kit, { address, networkId }: Account, forceUpdate: string | undefined) {
  if (!(await isServed(kit, networkId, 'balances'))) return undefined
  const { balances, isCut } = await callEndpoint(kit, getBalances, {
    params: { address },
    query: { currency: 'usd', chainId: networkId, forceUpdate },
  })
  const tokens = balances.filter(
    ({ chainId, quantity }) => chainId === networkId && Number(quantity.decimals) !== 0,
  )
  return { tokens, isCut }
}

/** Marks each token as verified or not by its contract, with the host's option and our list; never by its symbol. */
function marked(
  kit: Kit,
  tokens: readonly TokenBalance[],
  listed: readonly TokenBalance[] = [],
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
    // The maker of an unlisted token can also set its price.
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
    /** A quiet refresh: the state, also an error, stays as it is until the answer has come. */
    readonly isQuiet?: boolean | undefined
  }
}
