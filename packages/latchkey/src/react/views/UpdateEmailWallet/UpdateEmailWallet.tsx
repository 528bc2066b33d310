import { type FormEvent, useId, useState } from 'react'
import { changeEmail } from '../../../features/embedded/changeEmail.js'
import { goBack } from '../../../features/modal/navigate.js'
import { EmbeddedIcon } from '../../embedded/EmbeddedIcon.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useErrorText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Button } from '../../ui/Button/Button.js'
import field from '../../ui/Field/Field.css.js'
import login from '../Login/Login.css.js'
import sheet from './UpdateEmailWallet.css.js'

const plausibleLength = 4

/** Changes the e-mail address of the embedded wallet: asks for the new one. */
export function UpdateEmailWallet() {
  useSheet(field)
  useSheet(login)
  useSheet(sheet)
  const text = useEmbeddedText()
  const errorText = useErrorText()
  const back = useAction(goBack)
  const change = useAction(changeEmail)
  const current = useKitState(({ embedded }) => embedded?.user?.email ?? '')
  const pending = useKitState(({ embedded }) => embedded?.emailChange)
  const [email, setEmail] = useState(pending?.email ?? current)
  const errorId = useId()
  const isBusy = pending?.status === 'sending'
  const error = isBusy ? undefined : pending?.error
  const isReady = email.length >= plausibleLength && email !== current && !isBusy
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // The failure is in the state, which this screen shows.
    if (isReady) change({ email }).catch(() => {})
  }
  return (
    <form className="email email-edit" onSubmit={onSubmit} noValidate>
      <div className="field" data-invalid={error !== undefined}>
        <EmbeddedIcon name="mail" />
        <input
          type="email"
          name="email"
          value={email}
          aria-label={text('login.email')}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          maxLength={254}
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          dir="ltr"
          readOnly={isBusy}
          onChange={({ target }) => setEmail(target.value)}
        />
      </div>
      {error === undefined ? null : (
        <p className="login-error" id={errorId} role="alert">
          {errorText(error)}
        </p>
      )}
      <div className="email-actions">
        <Button onClick={back}>{text('common.cancel')}</Button>
        <Button variant="primary" type="submit" disabled={!isReady} aria-busy={isBusy}>
          {text('label.save')}
        </Button>
      </div>
    </form>
  )
}
