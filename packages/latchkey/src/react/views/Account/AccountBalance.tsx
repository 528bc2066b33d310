import { type ReactNode, useEffect } from 'react'
import { fetchBalance } from '../../../features/account/fetchBalance.js'
import { accountOf } from '../../../features/account/state.js'
import { differenceOf } from '../../../protocol/amounts/differenceOf.js'
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
 * The account's worth, and below it the balance of the network's coin, or of the host's token for it, to 3 decimals,
 * rounded down. Without a worth the balance comes first. Both lines keep their place from the first paint, so that the
 * buttons below stay where they are when the numbers arrive.
 */
export function AccountBalance() {
  const fetch = useAction(fetchBalance)
  const caipAddress = useKitState((state) => accountOf(state)?.caipAddress)
  const total = useTotal()

  // biome-ignore lint/correctness/useExhaustiveDependencies(caipAddress): another account has another balance.
  useEffect(() => {
    // A failure is in the state: the screen shows the fallback and a retry button.
    fetch().catch(() => {})
  }, [fetch, caipAddress])

  return (
    <>
      <div className="account-total">{total === undefined ? <Coin /> : total}</div>
      <div className="account-balance">{total === undefined ? <Locked /> : <Coin />}</div>
      {total === undefined ? null : <Locked />}
    </>
  )
}

/** The worth of all priced tokens; a placeholder while it is read, `undefined` where there is none. */
function useTotal(): ReactNode | undefined {
  const text = useText()
  const locale = useKitState((state) => state.locale.tag)
  const portfolio = useKitState((state) => {
    const account = accountOf(state)
    return account && state.account.portfolios?.[account.caipAddress]
  })
  if (portfolio === undefined) return undefined
  const total = totalTextOf(portfolio.tokens, locale)
  if (total === undefined) return portfolio.status === 'pending' ? <Skeleton shape="text" /> : undefined
  return (
    <>
      <span className="visually-hidden">{text('account.total')}</span>
      <bdi dir="ltr">{total}</bdi>
    </>
  )
}

/** The coin's balance with a refresh button where it failed. Shows no number if it is unknown. */
function Coin() {
  const text = useText()
  const fetch = useAction(fetchBalance)
  const locale = useKitState((state) => state.locale.tag)
  const account = useKitState((state) => accountOf(state))
  const balance = useKitState((state) => account && state.account.balances[account.caipAddress])
  const image = useKitState((state) => account && state.options.tokens?.[account.networkId]?.image)

  // True for the placeholder of an unknown balance. A balance of zero that was read is '0'.
  const isFallback = balance?.amount === fallbackBalance
  const hasFailed = balance?.status === 'error'
  if (balance === undefined || (balance.status === 'pending' && isFallback)) return <Skeleton shape="text" />
  const amount =
    balance.amount.startsWith('0.00') && /^[0.]+$/.test(balance.amount)
      ? '0.00'
      : floorDecimals(balance.amount, 3)
  return (
    <>
      {image === undefined ? null : <Picture src={image} fallback="coin" size={20} shape="round" />}
      {hasFailed && isFallback ? (
        <span className="account-unknown">{text('account.balanceFailed')}</span>
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
    </>
  )
}

/** Splits the coin's balance into what can be sent and what is locked; nothing if all of it can be sent. */
function Locked() {
  const text = useText()
  const locale = useKitState((state) => state.locale.tag)
  const account = useKitState((state) => accountOf(state))
  const balance = useKitState((state) => account && state.account.balances[account.caipAddress])
  if (balance?.locked === undefined) return null
  const { amount, locked, symbol } = balance
  const shown = (part: string) => `\u2066${localNumber(part, locale)} ${symbol}\u2069`
  return (
    <p className="account-locked">
      {text('account.locked', { free: shown(differenceOf(amount, locked)), locked: shown(locked) })}
    </p>
  )
}

/** A separate component, so that its tooltip disappears with it once the balance is known. */
function AskAgain({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  const hint = useTooltip(label)
  return <IconButton icon="refresh" label={label} {...hint} onClick={onClick} />
}
