import { type FormEvent, useRef, useState } from 'react'
import { defineSlot } from '../../../core/slots.js'
import { loginByEmail } from '../../../features/embedded/loginByEmail.js'
import { EmailInput, plausibleLength } from '../../embedded/EmailInput.js'
import { EmbeddedIcon } from '../../embedded/EmbeddedIcon.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import buttons from '../../ui/Button/Button.css.js'
import { Spinner } from '../../ui/Spinner/Spinner.js'

/** The address as it was typed, for the visitor who comes back. */
const typedSlot = defineSlot<string>('embedded.typedEmail')

/** The field to log in by e-mail; its button appears once the address is plausible. */
export function EmailField() {
  useSheet(buttons)
  const text = useEmbeddedText()
  const { slots, events } = useKit()
  const send = useAction(loginByEmail)
  const login = useKitState(({ embedded }) => embedded?.login)
  const [email, setEmail] = useState(slots.get(typedSlot) ?? (login?.way === 'email' ? login.email : ''))
  const hasBegun = useRef(false)
  const isBusy = login?.way === 'email' && (login.status === 'sending' || login.status === 'entering')
  const error = login?.way === 'email' && login.status === 'error' ? login.error : undefined

  const onFocus = () => {
    if (hasBegun.current) return
    hasBegun.current = true
    events.emit({ type: 'EMAIL_LOGIN_SELECTED' })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && email.length >= plausibleLength) send({ email }).catch(() => {})
  }
  return (
    <form className="email" onSubmit={onSubmit} noValidate>
      <EmailInput
        value={email}
        error={error}
        isBusy={isBusy}
        placeholder={text('login.email')}
        onFocus={onFocus}
        onType={(typed) => {
          slots.set(typedSlot, typed)
          setEmail(typed)
        }}
        end={
          isBusy ? (
            <span className="email-busy" role="status" aria-label={text('common.loading')}>
              <Spinner />
            </span>
          ) : email.length >= plausibleLength ? (
            <button type="submit" className="icon-button" aria-label={text('login.submit')}>
              <EmbeddedIcon name="arrow" />
            </button>
          ) : null
        }
      />
    </form>
  )
}
