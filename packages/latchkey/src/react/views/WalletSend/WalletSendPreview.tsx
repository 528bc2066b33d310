import { goBack, pushView, resetView } from '../../../features/modal/navigate.js'
import { showSnackbar } from '../../../features/notify/showSnackbar.js'
import { submitSend } from '../../../features/send/submitSend.js'
import { formatUnits } from '../../../protocol/formatUnits.js'
import { truncateAddress } from '../../../protocol/truncateAddress.js'
import { useAction } from '../../hooks/useAction.js'
import { useNetworkImage } from '../../hooks/useImage.js'
import { useLabels } from '../../hooks/useLabels.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { useErrorText, useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowMount.js'
import { Avatar } from '../../ui/Avatar/Avatar.js'
import { Button } from '../../ui/Button/Button.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { Picture } from '../../ui/Picture/Picture.js'
import { TokenPicture } from '../Token/TokenPicture.js'
import { amountTextOf, dollarsOf, warningsOf } from './sendTexts.js'
import { useSendPlan } from './useSendPlan.js'
import sheet from './WalletSend.css.js'
import { Warnings } from './Warnings.js'

/** All that is about to happen, to be read before the wallet is asked. */
export function WalletSendPreview() {
  useSheet(sheet)
  const text = useText()
  const errorText = useErrorText()
  const wallet = useWalletName()
  const labelOf = useLabels()
  const submit = useAction(submitSend)
  const snack = useAction(showSnackbar)
  const back = useAction(goBack)
  const reset = useAction(resetView)
  const push = useAction(pushView)
  const { form, plan } = useSendPlan()
  const image = useNetworkImage(plan?.network)
  const recipient = form.recipient.status === 'valid' ? form.recipient : undefined
  if (plan?.units === undefined || recipient === undefined) return <Gone onBack={back} />
  const { account, network, sendable, units, fault } = plan
  const label = labelOf({ address: recipient.address, namespace: account.namespace })
  const { token, decimals } = sendable
  const worth = dollarsOf(units, decimals, token.price)
  const isGrave = warningsOf(text, form).some((warning) => warning.isGrave)
  const cost =
    form.fee.status === 'ready'
      ? `${amountTextOf(BigInt(form.fee.feeUnits), network.nativeCurrency.decimals)} ${network.nativeCurrency.symbol}`
      : '…'

  const send = () => {
    // A refusal is in the state, and shown below.
    submit().then(
      ({ id }) => {
        snack({ variant: 'success', message: { text: text('send.started') } })
        reset({ name: 'Account' })
        push({ name: 'WalletSendStatus', parameters: { id } })
      },
      () => {},
    )
  }
  return (
    <div className="send">
      <div className="send-sum">
        <TokenPicture symbol={token.symbol} iconUrl={token.iconUrl} />
        <span>
          <strong>
            <bdi dir="ltr">
              {formatUnits(units, decimals)} {token.symbol}
            </bdi>
          </strong>
          {worth === undefined ? null : <small>{worth}</small>}
        </span>
      </div>
      <div className="send-sum">
        <Avatar address={recipient.address} size={40} />
        <span>
          <strong>
            <bdi>{label ?? recipient.name ?? truncateAddress(recipient.address)}</bdi>
          </strong>
          {label === undefined || recipient.name === undefined ? null : (
            <small>
              <bdi>{recipient.name}</bdi>
            </small>
          )}
          {/* All of it: the middle is where a look-alike differs. */}
          <small>
            <bdi dir="ltr">{recipient.address}</bdi>
          </small>
        </span>
      </div>
      <dl className="send-facts">
        <div>
          <dt>{text('send.from')}</dt>
          <dd>
            <bdi dir="ltr">{truncateAddress(account.address)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{text('send.network')}</dt>
          <dd className="send-line">
            <Picture src={image} fallback="network" size={20} shape="round" />
            {network.name}
          </dd>
        </div>
        <div>
          <dt>{text('send.cost')}</dt>
          <dd>
            <bdi dir="ltr">{cost}</bdi>
          </dd>
        </div>
      </dl>
      <Warnings form={form} />
      {form.error === undefined ? (
        <p className="send-careful">
          <Icon name="warning" size={16} />
          {text('send.careful')}
        </p>
      ) : (
        <p className="send-fault" role="alert">
          {errorText(form.error)}
        </p>
      )}
      <div className="send-buttons">
        <Button onClick={back}>{text('send.cancel')}</Button>
        <Button
          variant="primary"
          disabled={fault !== undefined || form.isWaiting}
          aria-busy={form.isWaiting}
          onClick={send}
        >
          {form.isWaiting
            ? text('send.waiting', { name: wallet })
            : text(isGrave ? 'send.confirmAnyway' : 'send.confirm')}
        </Button>
      </div>
    </div>
  )
}

/** The form was emptied under the review: another account or network is in use. */
function Gone({ onBack }: { readonly onBack: () => void }) {
  const text = useText()
  return <Button onClick={onBack}>{text('modal.back')}</Button>
}
