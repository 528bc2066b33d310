import { type FormEvent, useEffect } from 'react'
import { accountOf } from '../../../features/account/state.js'
import { isListed } from '../../../features/account/walletAssets.js'
import { pushView } from '../../../features/modal/navigate.js'
import { beginSend, setSendAmount, setSendMax, toggleSendFiat } from '../../../features/send/editSend.js'
import { estimateSend } from '../../../features/send/estimateSend.js'
import { followSent } from '../../../features/send/followSent.js'
import { readBalances } from '../../../features/send/readBalances.js'
import { openTransferOf, reviewSend } from '../../../features/send/reviewSend.js'
import { amountInput, type SendPlan } from '../../../features/send/sendPlan.js'
import type { SendState } from '../../../features/send/state.js'
import { amountTextOf } from '../../../protocol/amounts/amountText.js'
import { useAction } from '../../hooks/useAction.js'
import { useDeliberate } from '../../hooks/useDeliberate.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useLive } from '../../hooks/useLive.js'
import { useErrorText, useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Button } from '../../ui/Button/Button.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { TokenPicture } from '../Token/TokenPicture.js'
import { RecipientBox } from './RecipientBox.js'
import { Speeds } from './Speeds.js'
import { amountFaultText, costOf, dollarsOf, faultTextOf, keptOf, ownMark, warningsKey } from './sendTexts.js'
import { useSendPlan } from './useSendPlan.js'
import sheet from './WalletSend.css.js'
import { Caution, Warnings } from './Warnings.js'

/** The form: token, amount, recipient. Its button names the missing input, then leads to the review. */
export function WalletSend() {
  useSheet(sheet)
  const text = useText()
  const errorText = useErrorText()
  const begin = useAction(beginSend)
  const read = useAction(readBalances)
  const estimate = useAction(estimateSend)
  const review = useAction(reviewSend)
  const follow = useAction(followSent)
  const caipAddress = useKitState((state) => accountOf(state)?.caipAddress)
  const { form, plan, coinPrice } = useSendPlan()
  const deliberate = useDeliberate(warningsKey(form))
  const locale = useKitState((state) => state.locale.tag)
  // An account has one transfer at a time: the button leads to the pending one.
  const waitsFor = useKitState((state) => {
    const account = accountOf(state)
    return account && openTransferOf(state, account)
  })

  const isWaiting = waitsFor !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies(caipAddress): another account starts anew.
  useEffect(() => {
    begin()
  }, [begin, caipAddress])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read before may be spent.
  useEffect(() => {
    void read()
  }, [read, caipAddress, isWaiting])
  // A wallet that was asked before a reload cannot answer here: only the chain tells that it has sent.
  useLive(isWaiting ? follow : nothing, pace)

  if (plan === undefined) return null
  const { fault } = plan
  const isLookalike = form.recipient.status === 'valid' && form.recipient.lookalike !== undefined
  const isMaking = form.isMaking === true && fault === undefined
  const isBusy = isMaking || (fault === 'feeMissing' && form.fee.status !== 'error')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fault === undefined && !isMaking) void review()
  }
  return (
    <form className="send" onSubmit={submit} autoComplete="off">
      <AmountBox form={form} plan={plan} />
      <RecipientBox form={form} account={plan.account} />
      <Speeds form={form} namespace={plan.account.namespace} />
      {isListed(plan.sendable.token) ? null : <Caution text={text('send.unverified')} />}
      <Warnings form={form} />
      {form.fee.status === 'error' && fault !== 'feeFundsMissing' ? (
        <p className="send-fault" role="alert">
          {errorText(form.fee.error)}{' '}
          <button type="button" className="send-link" onClick={() => void Promise.all([read(), estimate()])}>
            {text('common.retry')}
          </button>
        </p>
      ) : null}
      {form.error === undefined ? null : (
        <p className="send-fault" role="alert">
          {errorText(form.error)}
        </p>
      )}
      {/* Next to the review's own button, not on top of it: a second click hits "Cancel". */}
      <div className="send-buttons">
        <Cost cost={costOf(form, plan, coinPrice, locale)} />
        <Button
          type="submit"
          variant={isLookalike ? 'secondary' : 'primary'}
          disabled={fault !== undefined || isMaking}
          aria-busy={isBusy}
          {...deliberate()}
        >
          {waitsFor === undefined || fault !== undefined
            ? text(
                isBusy ? 'send.estimating' : fault === undefined ? 'send.preview' : faultTextOf(fault, form),
              )
            : text('send.asked', { name: waitsFor.intent.wallet })}
        </Button>
      </div>
    </form>
  )
}

const pace = { interval: 1_500, longest: 15_000 }
const nothing = async () => {}

/** Shows the cost. If the estimate failed, the form's alert has a retry button. */
function Cost({ cost }: { readonly cost: ReturnType<typeof costOf> }) {
  const text = useText()
  return (
    <p className="send-cost">
      {text('send.cost')}{' '}
      {cost === undefined ? (
        <span>{text('send.costUnknown')}</span>
      ) : (
        <bdi dir="ltr">{cost.worth ?? cost.amount}</bdi>
      )}
    </p>
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
        ? `${amountTextOf(units, decimals, locale)} ${token.symbol}`
        : dollarsOf(units, decimals, token.price, locale)
  const kept = keptOf(form, plan, locale)
  // A decimal mark alone may be the start of a number.
  const problem = /^\p{P}$/u.test(form.amount.trim()) ? undefined : amountFaultText(text, plan, locale)
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
          onChange={({ target, nativeEvent }) => {
            const { data, inputType } = nativeEvent as Partial<InputEvent>
            const isKey =
              inputType?.startsWith('delete') === true || (data?.length === 1 && inputType === 'insertText')
            const amount = ownMark(target.value, isKey ? data : undefined, locale)
            setAmount({ amount, isFinal: !isKey })
          }}
          onBlur={() => (form.isMax ? undefined : setAmount({ amount: form.amount, isFinal: true }))}
        />
        <button
          type="button"
          className="send-token"
          aria-label={`${text('send.selectToken')}: ${token.symbol}`}
          onClick={() => push({ name: 'WalletSendSelectToken' })}
        >
          <TokenPicture symbol={token.symbol} iconUrl={token.iconUrl} isListed={isListed(token)} size={24} />
          <bdi>{token.symbol}</bdi>
          <Icon name="chevronDown" size={16} />
        </button>
      </div>
      {problem === undefined ? null : (
        <p className="send-fault" role="alert">
          {problem}
        </p>
      )}
      {kept === undefined ? null : <p className="send-kept">{text('send.kept', { kept })}</p>}
      <div className="send-line send-foot">
        {token.price > 0 ? (
          <button type="button" className="send-link" data-plain="true" onClick={() => toggle()}>
            {other === undefined ? null : <bdi dir="ltr">{other}</bdi>}{' '}
            {/* Visually hidden if the other amount is visible: only screen readers need the label then. */}
            <span className={other === undefined ? undefined : 'visually-hidden'}>
              {form.isFiat ? text('send.inToken', { symbol: token.symbol }) : text('send.inFiat')}
            </span>
          </button>
        ) : (
          <span />
        )}
        <span id="send-available">
          {sendable.isUnknown
            ? text('account.balanceFailed')
            : text('send.available', {
                amount: amountTextOf(plan.available, decimals, locale),
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
