import { useRef } from 'react'
import { shortAddress } from '../../../core/addresses.js'
import type { Account } from '../../../features/account/state.js'
import { pushView } from '../../../features/modal/navigate.js'
import { setSendRecipient } from '../../../features/send/editSend.js'
import { followLinkNetwork } from '../../../features/send/followLinkNetwork.js'
import type { Recipient, SendState } from '../../../features/send/state.js'
import { suggestRecipients } from '../../../features/send/suggestRecipients.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useLabels } from '../../hooks/useLabels.js'
import { useKit } from '../../KitContext.js'
import { useErrorText, useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Avatar } from '../../ui/Avatar/Avatar.js'
import { Button, IconButton } from '../../ui/Button/Button.js'
import sheet from './RecipientBox.css.js'
import { recipientFaultText } from './sendTexts.js'

/** The recipient field: the visitor types, pastes or scans an address, or chooses one used or labelled before. */
export function RecipientBox({ form, account }: RecipientBox.Props) {
  useSheet(sheet)
  const text = useText()
  const errorText = useErrorText()
  const push = useAction(pushView)
  const setRecipient = useAction(setSendRecipient)
  const follow = useAction(followLinkNetwork)
  const input = useRef<HTMLInputElement>(null)
  const { recipient } = form
  const clear = () => {
    setRecipient({ text: '' })
    // The button disappears with the text, so the field takes the focus back.
    input.current?.focus()
  }
  const choose = (address: string, isByKeyboard: boolean) => {
    setRecipient({ text: address })
    // The list disappears once a recipient is found, so the field takes the focus. Not after a touch: focusing the
    // field would open the on-screen keyboard over the form.
    if (isByKeyboard) input.current?.focus()
  }
  const problem = recipientFaultText(text, form, errorText({ code: 'NAME_RESOLUTION_FAILED' }))
  const paste = () => {
    // If the browser does not allow a page to read the clipboard, the visitor pastes by keyboard.
    void navigator.clipboard
      ?.readText()
      .then((pasted) => setRecipient({ text: pasted.trim() }))
      .catch(() => {})
  }
  return (
    <div className="send-box">
      <label htmlFor="send-recipient">{text('send.recipient')}</label>
      <div className="send-line">
        <input
          ref={input}
          id="send-recipient"
          dir="ltr"
          placeholder={text('send.placeholder')}
          value={form.text}
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          aria-busy={recipient.status === 'pending'}
          aria-invalid={recipient.status === 'invalid' ? true : undefined}
          aria-describedby="send-found"
          onChange={(event) => setRecipient({ text: event.target.value })}
        />
        {form.text === '' ? (
          <>
            <Button size="small" onClick={paste}>
              {text('send.paste')}
            </Button>
            <IconButton
              icon="camera"
              label={text('send.scan')}
              onClick={() => push({ name: 'WalletSendScan' })}
            />
          </>
        ) : (
          <IconButton icon="close" label={text('common.clear')} onClick={clear} />
        )}
      </div>
      <div id="send-found" role="status">
        {recipient.status === 'valid' ? <Found recipient={recipient} account={account} /> : null}
        {problem === undefined ? null : <p className="send-fault">{problem}</p>}
        {recipient.status === 'invalid' && recipient.networkId !== undefined ? (
          <button type="button" className="send-link" onClick={() => void follow()}>
            {text('switch.title')}
          </button>
        ) : null}
      </div>
      {recipient.status === 'valid' ? <NameFound recipient={recipient} account={account} /> : null}
      <KnownRecipients form={form} account={account} onChoose={choose} />
    </div>
  )
}

export declare namespace RecipientBox {
  type Props = { readonly form: SendState; readonly account: Account }
}

/** The resolved recipient: the visitor's label and the full address. */
function Found({ recipient, account }: Found.Props) {
  const { address, lookalike } = recipient
  const of = { address, namespace: account.namespace }
  const label = useLabels()(of)
  return (
    <>
      {/* The field shows only the end of the address. The look-alike notice shows it in full already. */}
      {lookalike !== undefined ? null : (
        <p className="send-found">
          <bdi dir="ltr">{address}</bdi>
        </p>
      )}
      {label === undefined ? null : (
        <p className="send-found">
          <bdi className="send-label">{label}</bdi>
        </p>
      )}
    </>
  )
}

declare namespace Found {
  type Props = { readonly recipient: Extract<Recipient, { status: 'valid' }>; readonly account: Account }
}

/** A button that labels the recipient, or edits the label. Outside the live region, because it is not a result. */
function NameFound({ recipient, account }: Found.Props) {
  const text = useText()
  const push = useAction(pushView)
  const of = { address: recipient.address, namespace: account.namespace }
  const label = useLabels()(of)
  return (
    <button
      type="button"
      className="send-link send-name"
      onClick={() => push({ name: 'AddressLabel', parameters: of })}
    >
      {label === undefined ? text('label.this') : text('label.edit', { name: label })}
    </button>
  )
}

/** Recipients that the visitor has sent to or labelled before, to choose with one press. */
function KnownRecipients({ form, account, onChoose }: KnownRecipients.Props) {
  const kit = useKit()
  const text = useText()
  const suggestions = useKitState((state) => suggestRecipients(kit, state, account, form.text))
  if (form.recipient.status === 'valid' || suggestions.length === 0) return null
  return (
    <ul className="send-known" aria-label={text('send.suggestions')}>
      {suggestions.map(({ address, label }) => (
        <li key={address}>
          <button type="button" onClick={({ detail }) => onChoose(address, detail === 0)}>
            <Avatar address={address} size={24} />
            {label === undefined ? null : <bdi className="send-label">{label}</bdi>}
            <span className="send-known-address">
              <bdi dir="ltr">{shortAddress(kit, { address, namespace: account.namespace })}</bdi>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

declare namespace KnownRecipients {
  type Props = RecipientBox.Props & {
    readonly onChoose: (address: string, isByKeyboard: boolean) => void
  }
}
