import { useEffect } from 'react'
import { fetchBalance } from '../../../features/account/fetchBalance.js'
import { accountOf } from '../../../features/account/state.js'
import { fallbackBalance } from '../../../protocol/constants.js'
import { floorDecimals } from '../../../protocol/formatUnits.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useTooltip } from '../../hooks/useTooltip.js'
import { useText } from '../../locales/useText.js'
import { IconButton } from '../../ui/Button/Button.js'
import { Skeleton } from '../../ui/Skeleton/Skeleton.js'
import { totalTextOf } from '../Token/worthOf.js'

/** What the account holds of the network's coin, to 3 decimals, rounded down; with a way to ask again. */
export function AccountBalance() {
  const text = useText()
  const fetch = useAction(fetchBalance)
  const account = useKitState((state) => accountOf(state))
  const balance = useKitState((state) => account && state.account.balances[account.caipAddress])
  const portfolio = useKitState((state) => account && state.account.portfolios?.[account.caipAddress])
  const hint = useTooltip(text('account.balanceFailed'))
  const caipAddress = account?.caipAddress

  // biome-ignore lint/correctness/useExhaustiveDependencies(caipAddress): another account has another balance.
  useEffect(() => {
    // A failure is in the state: the fallback shows, and a way to ask again.
    fetch().catch(() => {})
  }, [fetch, caipAddress])

  const isUnknown = balance?.status === 'pending' && balance.amount === fallbackBalance
  if (balance === undefined || isUnknown) {
    return (
      <div className="account-balance" aria-busy="true">
        <Skeleton shape="text" />
      </div>
    )
  }
  const total = portfolio === undefined ? undefined : totalTextOf(portfolio.tokens)
  const amount =
    balance.amount.startsWith('0.00') && /^[0.]+$/.test(balance.amount)
      ? '0.00'
      : floorDecimals(balance.amount, 3)
  return (
    <>
      {total === undefined ? null : (
        <div className="account-total">
          <span className="visually-hidden">{text('account.total')}</span>
          <bdi dir="ltr">{total}</bdi>
        </div>
      )}
      <div className="account-balance">
        <span className="visually-hidden">{text('account.balance')}</span>
        <bdi dir="ltr">
          {amount} {balance.symbol}
        </bdi>
        {balance.status === 'error' ? (
          <IconButton
            icon="refresh"
            label={text('account.balanceFailed')}
            {...hint}
            onClick={() => void fetch({ isForced: true }).catch(() => {})}
          />
        ) : null}
      </div>
    </>
  )
}
