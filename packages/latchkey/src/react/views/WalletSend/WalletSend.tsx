import { type FormEvent, useEffect } from 'react'
import { fetchPortfolio } from '../../../features/account/fetchPortfolio.js'
import { accountOf } from '../../../features/account/state.js'
import { pushView } from '../../../features/modal/navigate.js'
import { beginSend, setSendAmount, setSendMax, toggleSendFiat } from '../../../features/send/editSend.js'
import { estimateSend } from '../../../features/send/estimateSend.js'
import { amountInput, type SendPlan } from '../../../features/send/sendPlan.js'
import type { SendState } from '../../../features/send/state.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useErrorText, useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowMount.js'
import { Button } from '../../ui/Button/Button.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { TokenPicture } from '../Token/TokenPicture.js'
import { RecipientBox } from './RecipientBox.js'
import { amountFaultText, amountTextOf, dollarsOf, faultTexts } from './sendTexts.js'
import { useSendPlan } from './useSendPlan.js'
import sheet from './WalletSend.css.js'
import { Warnings } from './Warnings.js'

/** What to send, how much and to whom; its button says what is still missing, and leads on to the review. */
export function WalletSend() {
  useSheet(sheet)
  const text = useText()
  const errorText = useErrorText()
  const begin = useAction(beginSend)
  const list = useAction(fetchPortfolio)
  const estimate = useAction(estimateSend)
  const push = useAction(pushView)
  const caipAddress = useKitState((state) => accountOf(state)?.caipAddress)
  const { form, plan } = useSendPlan()

  // biome-ignore lint/correctness/useExhaustiveDependencies(caipAddress): another account starts anew.
  useEffect(() => {
    begin()
    // What the account has is in the state; a failure leaves the coin to send.
    list().catch(() => {})
  }, [begin, list, caipAddress])

  if (plan === undefined) return null
  const { fault } = plan
  const isEstimating = fault === 'feeMissing' && form.fee.status !== 'error'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fault === undefined) push({ name: 'WalletSendPreview' })
  }
  return (
    <form className="send" onSubmit={submit} autoComplete="off">
      <AmountBox form={form} plan={plan} />
      <RecipientBox form={form} account={plan.account} />
      <Warnings form={form} />
      {form.fee.status === 'error' && fault !== 'gasMissing' ? (
        <p className="send-fault" role="alert">
          {errorText(form.fee.error)}{' '}
          <button type="button" className="send-link" onClick={() => void estimate()}>
            {text('common.retry')}
          </button>
        </p>
      ) : null}
      <Button type="submit" variant="primary" disabled={fault !== undefined} aria-busy={isEstimating}>
        {text(isEstimating ? 'send.estimating' : fault === undefined ? 'send.preview' : faultTexts[fault])}
      </Button>
    </form>
  )
}

function AmountBox({ form, plan }: { readonly form: SendState; readonly plan: SendPlan }) {
  const text = useText()
  const push = useAction(pushView)
  const setAmount = useAction(setSendAmount)
  const setMax = useAction(setSendMax)
  const toggle = useAction(toggleSendFiat)
  const { sendable, units } = plan
  const { token, decimals } = sendable
  const locale = useKitState((state) => state.locale.tag)
  const shown = form.isMax && units !== undefined ? amountInput(units, decimals, locale) : form.amount
  const other =
    units === undefined
      ? undefined
      : form.isFiat
        ? `${amountTextOf(units, decimals)} ${token.symbol}`
        : dollarsOf(units, decimals, token.price)
  const problem = amountFaultText(text, plan)
  return (
    <div className="send-box">
      <label htmlFor="send-amount">{text('send.amount')}</label>
      <div className="send-line send-amount">
        {form.isFiat ? <span className="send-dollar">$</span> : null}
        <input
          id="send-amount"
          dir="ltr"
          inputMode="decimal"
          placeholder="0"
          value={shown}
          aria-describedby="send-available"
          aria-invalid={problem === undefined ? undefined : true}
          onChange={(event) => setAmount({ amount: event.target.value })}
        />
        <button
          type="button"
          className="send-token"
          aria-label={`${text('send.selectToken')}: ${token.symbol}`}
          onClick={() => push({ name: 'WalletSendSelectToken' })}
        >
          <TokenPicture symbol={token.symbol} iconUrl={token.iconUrl} size={24} />
          <bdi>{token.symbol}</bdi>
          <Icon name="chevronDown" size={16} />
        </button>
      </div>
      {problem === undefined ? null : (
        <p className="send-fault" role="alert">
          {problem}
        </p>
      )}
      <div className="send-line send-foot">
        {token.price > 0 ? (
          <button type="button" className="send-link" data-plain="true" onClick={() => toggle()}>
            <bdi dir="ltr">
              {other ?? (form.isFiat ? text('send.inToken', { symbol: token.symbol }) : text('send.inFiat'))}
            </bdi>
          </button>
        ) : (
          <span />
        )}
        <span id="send-available">
          {text('send.available', {
            amount: amountTextOf(sendable.units, decimals),
            symbol: token.symbol,
          })}{' '}
          <button type="button" className="send-link" onClick={() => setMax()}>
            {text('send.max')}
          </button>
        </span>
      </div>
    </div>
  )
}
