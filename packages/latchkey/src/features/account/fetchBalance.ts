import { accountError } from '../../protocol/accountErrors.js'
import { balanceMaxAge, balanceRetryCooldown, fallbackBalance } from '../../protocol/constants.js'
import { KitError } from '../../protocol/errors.js'
import { formatUnits } from '../../protocol/formatUnits.js'
import { type Kit, update } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { type Account, accountOf, type Balance } from './state.js'

/**
 * Fetches the connected account's balance of its network's coin into `state.account.balances`.
 *
 * - If `config.tokens` names a token for the network, fetches the balance of that token.
 * - Cached 30 s per CAIP address; refused for 30 s after a failure (spec §5, §9).
 * - Testnets and networks that the host does not offer are not asked. They show `'0.00'`, as a failed balance does.
 *   A balance known before a failure is still shown, with the failure as its status.
 *
 * @throws `NOT_CONNECTED`, `TOKEN_BALANCE_UNAVAILABLE`
 */
export async function fetchBalance(
  kit: Kit,
  {
    account = accountOf(kit.store.getState()),
    isForced = false,
    isQuiet = false,
  }: fetchBalance.Parameters = {},
): Promise<Balance> {
  if (account === undefined) throw new KitError('NOT_CONNECTED')
  const { address, caipAddress, namespace, networkId } = account
  const network = networkOf(kit.store.getState(), networkId)
  const adapter = kit.adapters.get(namespace)
  const symbol = network?.nativeCurrency.symbol ?? ''
  const tokenAddress = kit.store.getState().options.tokens?.[networkId]?.address
  const set = (balance: Balance) => {
    update(kit, 'account', (state) => ({ ...state, balances: { ...state.balances, [caipAddress]: balance } }))
    return balance
  }
  if (network === undefined || network.testnet === true || adapter === undefined) {
    return set({ status: 'success', amount: fallbackBalance, symbol })
  }

  const known = kit.store.getState().account.balances[caipAddress]
  const shown = known ?? { amount: fallbackBalance, symbol }
  if (known === undefined || (known.status === 'error' && !isQuiet)) set({ ...shown, status: 'pending' })
  try {
    const { units, decimals, symbol, locked } = await kit.cache.get(`balance ${caipAddress}`, {
      maxAge: balanceMaxAge,
      cooldown: balanceRetryCooldown,
      isInsisted: isForced && !isQuiet,
      isForced,
      load: () => adapter.getBalance({ network, address, tokenAddress }),
    })
    return set({
      status: 'success',
      amount: formatUnits(units, decimals),
      symbol,
      ...(locked && { locked: formatUnits(locked, decimals) }),
    })
  } catch (error) {
    set({ ...shown, status: 'error' })
    throw accountError('TOKEN_BALANCE_UNAVAILABLE', { cause: error })
  }
}

export declare namespace fetchBalance {
  type Parameters = {
    /** By default the connected one. */
    readonly account?: Account | undefined
    /** Asks again although the cache is fresh. */
    readonly isForced?: boolean | undefined
    /** A quiet refresh: the state, also an error, stays as it is until the answer has come. */
    readonly isQuiet?: boolean | undefined
  }
}
