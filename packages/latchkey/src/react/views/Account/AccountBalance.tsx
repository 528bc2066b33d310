import { useEffect } from 'react'
import { fetchBalance } from '../../../features/account/fetchBalance.js'
import { accountOf } from '../../../features/account/state.js'
import { localNumber } from '../../../protocol/amounts/localNumber.js'
import { fallbackBalance } from '../../../protocol/constants.js'
import { floorDecimals } from '../../../protocol/formatUnits.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useTooltip } from '../../hooks/useTooltip.js'
import { useText } from '../../locales/useText.js'
import { IconButton } from '../../ui/Button/Button.js'
import { Picture } from '../../ui/Picture/Picture.js'
import { Skeleton } from '../../ui/Skeleton/Skeleton.js'
import { totalTextOf } from '../Token/worthOf.js'

/**
 * The account's balance of the network's coin, or of the host's token for it, to 3 decimals, rounded down, with a
 * refresh button. Shows no number if it is unknown.
 */
export function AccountBalance() {
  const text = useText()
  const fetch = useAction(fetchBalance)
  const locale = useKitState((state) => state.locale.tag)
  const account = useKitState((state) => accountOf(state))
  const balance = useKitState((state) => account && state.account.balances[account.caipAddress])
  const portfolio = useKitState((state) => account && state.account.portfolios?.[account.caipAddress])
  const image = useKitState((state) => account && state.options.tokens?.[account.networkId]?.image)
  const caipAddress = account?.caipAddress

  // biome-ignore lint/correctness/useExhaustiveDependencies(caipAddress): another account has another balance.
  useEffect(() => {
    // A failure is in the state: the screen shows the fallback and a retry button.
    fetch().catch(() => {})
  }, [fetch, caipAddress])

  // True for the placeholder of an unknown balance. A balance of zero that was read is '0'.
  const isFallback = balance?.amount === fallbackBalance
  const hasFailed = balance?.status === 'error'
  if (balance === undefined || (balance.status === 'pending' && isFallback)) {
    return (
      <div className="account-balance" aria-busy="true">
        <Skeleton shape="text" />
      </div>
    )
  }
  const total = portfolio === undefined ? undefined : totalTextOf(portfolio.tokens, locale)
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
        {image === undefined ? null : <Picture src={image} fallback="coin" size={20} shape="round" />}
        {hasFailed && isFallback ? (
          text('account.balanceFailed')
        ) : (
          <>
            <span className="visually-hidden">{text('account.balance')}</span>
            <bdi dir="ltr">
              {localNumber(amount, locale)} {balance.symbol}
            </bdi>
          </>
        )}
        {hasFailed ? (
          <AskAgain
            label={text(isFallback ? 'common.retry' : 'account.balanceFailed')}
            onClick={() => void fetch({ isForced: true }).catch(() => {})}
          />
        ) : null}
      </div>
    </>
  )
}

/** A separate component, so that its tooltip disappears with it once the balance is known. */
function AskAgain({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  const hint = useTooltip(label)
  return <IconButton icon="refresh" label={label} {...hint} onClick={onClick} />
}
