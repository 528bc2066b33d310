import { type ReactNode, useId } from 'react'
import type { ErrorState } from '../../core/ErrorState.js'
import { useErrorText } from '../locales/useText.js'
import { useSheet } from '../shadow/ShadowRootContext.js'
import { CodeField } from './CodeField.js'
import sheet from './CodeScreen.css.js'
import { SentTo } from './SentTo.js'
import { useEmbeddedText } from './useEmbeddedText.js'

/** A screen for a code that a mail has brought: whom it went to, the field, what is wrong with it, and another code. */
export function CodeScreen({ email, minutes, status, error, triesLeft, foot, onComplete }: CodeScreen.Props) {
  useSheet(sheet)
  const text = useEmbeddedText()
  const errorText = useErrorText()
  const statusId = useId()
  const words = () => {
    if (error !== undefined) {
      const message = errorText(error)
      const sentence = error.code === 'CODE_WRONG' ? text('otp.failed', { message }) : message
      const tries =
        triesLeft === undefined || triesLeft === 0 ? undefined : text('otp.tries', { count: triesLeft })
      return [sentence, tries].filter(Boolean).join(' · ')
    }
    if (status === 'checking') return text('otp.checking')
    return status === 'entering' ? text('otp.opening') : ''
  }
  return (
    <div className="code-screen">
      <div className="code-words">
        <SentTo sentence={text('otp.sentTo', { email: '{email}' })} email={email} />
        {minutes === undefined || error?.code === 'CODE_EXPIRED' ? null : (
          <p className="code-note">{text('otp.expires', { count: minutes })}</p>
        )}
      </div>
      <CodeField
        label={text('otp.label')}
        isBusy={status !== 'code'}
        isInvalid={error !== undefined}
        describedBy={statusId}
        onComplete={onComplete}
      />
      <p
        className="code-status"
        id={statusId}
        role="status"
        data-state={error === undefined ? 'neutral' : 'error'}
      >
        {words()}
      </p>
      {foot}
    </div>
  )
}

export declare namespace CodeScreen {
  type Props = {
    readonly email: string
    /** For how many minutes the code is valid. */
    readonly minutes?: number | undefined
    readonly status: 'code' | 'checking' | 'entering'
    readonly error?: ErrorState | undefined
    readonly triesLeft?: number | undefined
    /** The way to another code. */
    readonly foot: ReactNode
    readonly onComplete: (code: string) => void
  }
}
