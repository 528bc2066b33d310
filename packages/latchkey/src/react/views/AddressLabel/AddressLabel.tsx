import { type FormEvent, useRef, useState } from 'react'
import { labelLength } from '../../../features/account/labels.js'
import { setLabel } from '../../../features/account/setLabel.js'
import { goBack } from '../../../features/modal/navigate.js'
import type { ViewParameters } from '../../../features/modal/state.js'
import { useAction } from '../../hooks/useAction.js'
import { useLabels } from '../../hooks/useLabels.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowMount.js'
import { Avatar } from '../../ui/Avatar/Avatar.js'
import { Button, IconButton } from '../../ui/Button/Button.js'
import sheet from '../WalletSend/WalletSend.css.js'

/** What the visitor calls an address, to be typed; the address is in sight, all of it. */
export function AddressLabel({ parameters }: { readonly parameters: ViewParameters['AddressLabel'] }) {
  useSheet(sheet)
  const text = useText()
  const back = useAction(goBack)
  const name = useAction(setLabel)
  const label = useLabels()(parameters)
  // Until something is typed, it is what it is called now: that may be read from the storage a moment later.
  const [typed, setTyped] = useState<string>()
  const value = typed ?? label ?? ''
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    setTyped('')
    // The button goes with the text; whoever pressed it goes on typing.
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
        <Avatar address={parameters.address} size={40} />
        <span className="send-whole">
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
