import { type ReactNode, useId } from 'react'
import type { ErrorState } from '../../core/ErrorState.js'
import { useErrorText } from '../locales/useText.js'
import { useSheet } from '../shadow/ShadowRootContext.js'
import field from '../ui/Field/Field.css.js'
import { EmbeddedIcon } from './EmbeddedIcon.js'
import { useEmbeddedText } from './useEmbeddedText.js'

/** The shortest text that may be an e-mail address: its button wakes then. */
export const plausibleLength = 4

/** The field of an e-mail address, with what is wrong below it. */
export function EmailInput({ value, error, isBusy, placeholder, end, onFocus, onType }: EmailInput.Props) {
  useSheet(field)
  const text = useEmbeddedText()
  const errorText = useErrorText()
  const errorId = useId()
  return (
    <>
      <div className="field" data-invalid={error !== undefined}>
        <EmbeddedIcon name="mail" />
        <input
          type="email"
          name="email"
          value={value}
          placeholder={placeholder}
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
          onChange={({ target }) => onType(target.value)}
        />
        {end}
      </div>
      {error === undefined ? null : (
        <p className="login-error" id={errorId} role="alert">
          {errorText(error)}
        </p>
      )}
    </>
  )
}

export declare namespace EmailInput {
  type Props = {
    readonly value: string
    readonly error: ErrorState | undefined
    readonly isBusy: boolean
    readonly placeholder?: string | undefined
    /** A button, or a sign of work, at the end of the field. */
    readonly end?: ReactNode | undefined
    readonly onFocus?: (() => void) | undefined
    readonly onType: (value: string) => void
  }
}
