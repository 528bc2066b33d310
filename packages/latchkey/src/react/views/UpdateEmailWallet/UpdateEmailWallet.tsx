import { type FormEvent, useState } from 'react'
import { changeEmail } from '../../../features/embedded/changeEmail.js'
import { goBack } from '../../../features/modal/navigate.js'
import { EmailInput, plausibleLength } from '../../embedded/EmailInput.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Button } from '../../ui/Button/Button.js'
import login from '../Login/Login.css.js'
import sheet from './UpdateEmailWallet.css.js'

/** Changes the e-mail address of the embedded wallet: asks for the new one. */
export function UpdateEmailWallet() {
  useSheet(login)
  useSheet(sheet)
  const text = useEmbeddedText()
  const back = useAction(goBack)
  const change = useAction(changeEmail)
  const current = useKitState(({ embedded }) => embedded?.user?.email ?? '')
  const pending = useKitState(({ embedded }) => embedded?.emailChange)
  const [email, setEmail] = useState(pending?.email ?? current)
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
      <EmailInput value={email} error={error} isBusy={isBusy} onType={setEmail} />
      <div className="email-actions">
        <Button onClick={back}>{text('common.cancel')}</Button>
        <Button variant="primary" type="submit" disabled={!isReady} aria-busy={isBusy}>
          {text('label.save')}
        </Button>
      </div>
    </form>
  )
}
