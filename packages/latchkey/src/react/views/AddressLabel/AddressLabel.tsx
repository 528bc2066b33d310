import { type FormEvent, useRef, useState } from 'react'
import { isSameAddress } from '../../../core/addresses.js'
import { labelLength } from '../../../features/account/labels.js'
import { setLabel } from '../../../features/account/setLabel.js'
import { accountsOf } from '../../../features/account/switchAccount.js'
import { goBack } from '../../../features/modal/navigate.js'
import type { ViewParameters } from '../../../features/modal/screens.js'
import { useAccountPicture } from '../../hooks/useAccountPicture.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useLabels } from '../../hooks/useLabels.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Avatar } from '../../ui/Avatar/Avatar.js'
import { Button, IconButton } from '../../ui/Button/Button.js'
import sheet from '../WalletSend/WalletSend.css.js'

/** Edits the visitor's label for an address; shows the full address. */
export function AddressLabel({ parameters }: { readonly parameters: ViewParameters['AddressLabel'] }) {
  useSheet(sheet)
  const text = useText()
  const back = useAction(goBack)
  const name = useAction(setLabel)
  const label = useLabels()(parameters)
  const kit = useKit()
  // The visitor's own account looks the same as on the other screens.
  const own = useKitState((state) =>
    accountsOf(state).find((account) => isSameAddress(kit, account, parameters)),
  )
  const picture = useAccountPicture(own?.caipAddress)
  // Until the visitor types, the field shows the current label, which may arrive from the storage a moment later.
  const [typed, setTyped] = useState<string>()
  const value = typed ?? label ?? ''
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    setTyped('')
    // The button disappears with the text, so the field takes the focus back.
    input.current?.focus()
  }
  const keep = (next: string) => {
    name({ ...parameters, label: next })
    back()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    keep(value)
  }
  return (
    <form className="send" onSubmit={submit} autoComplete="off">
      <div className="send-sum">
        <Avatar address={parameters.address} src={picture} size={40} />
        <span className="send-words send-whole">
          <bdi dir="ltr">{parameters.address}</bdi>
        </span>
      </div>
      <div className="send-box">
        <label htmlFor="label-name">{text('label.name')}</label>
        <div className="send-line">
          <input
            ref={input}
            id="label-name"
            dir="auto"
            value={value}
            maxLength={labelLength}
            enterKeyHint="done"
            aria-describedby="label-hint"
            onChange={(event) => setTyped(event.target.value)}
          />
          {value === '' ? null : <IconButton icon="close" label={text('common.clear')} onClick={clear} />}
        </div>
      </div>
      <p id="label-hint" className="send-hint">
        {text('label.hint')}
      </p>
      <Button type="submit" variant="primary" disabled={value.trim() === (label ?? '')}>
        {text('label.save')}
      </Button>
      {label === undefined ? null : <Button onClick={() => keep('')}>{text('label.remove')}</Button>}
    </form>
  )
}
