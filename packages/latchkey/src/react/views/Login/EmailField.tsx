import { type FormEvent, useId, useRef, useState } from 'react'
import { defineSlot } from '../../../core/slots.js'
import { loginByEmail } from '../../../features/embedded/loginByEmail.js'
import { EmbeddedIcon } from '../../embedded/EmbeddedIcon.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import { useErrorText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import buttons from '../../ui/Button/Button.css.js'
import field from '../../ui/Field/Field.css.js'
import { Spinner } from '../../ui/Spinner/Spinner.js'

/** The address as it was typed, for the visitor who comes back. */
const typedSlot = defineSlot<string>('embedded.typedEmail')

/** The shortest address for which the button wakes. */
const plausibleLength = 4

/** The field to log in by e-mail; its button appears once the address is plausible. */
export function EmailField() {
  useSheet(field)
  useSheet(buttons)
  const text = useEmbeddedText()
  const errorText = useErrorText()
  const { slots, events } = useKit()
  const send = useAction(loginByEmail)
  const login = useKitState(({ embedded }) => embedded?.login)
  const [email, setEmail] = useState(slots.get(typedSlot) ?? (login?.way === 'email' ? login.email : ''))
  const hasBegun = useRef(false)
  const errorId = useId()
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
      <div className="field" data-invalid={error !== undefined}>
        <EmbeddedIcon name="mail" />
        <input
          type="email"
          name="email"
          value={email}
          placeholder={text('login.email')}
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
          onFocus={onFocus}
          onChange={({ target }) => {
            slots.set(typedSlot, target.value)
            setEmail(target.value)
          }}
        />
        {isBusy ? (
          <span className="email-busy" role="status" aria-label={text('common.loading')}>
            <Spinner />
          </span>
        ) : email.length >= plausibleLength ? (
          <button type="submit" className="icon-button" aria-label={text('login.submit')}>
            <EmbeddedIcon name="arrow" />
          </button>
        ) : null}
      </div>
      {error === undefined ? null : (
        <p className="login-error" id={errorId} role="alert">
          {errorText(error)}
        </p>
      )}
    </form>
  )
}
