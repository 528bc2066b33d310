import { Icon } from 'latchkey/site'
import { useEffect, useId, useRef, useState } from 'react'
import { useText } from './SiteContext.js'

/** A field with its label, and what is wrong with its content under it. */
export function Entry({ label, value, fault, isSecret, takesFocus, onChange, ...input }: Entry.Props) {
  const text = useText()
  const id = useId()
  const field = useTakenFocus<HTMLInputElement>(takesFocus)
  const [isShown, setShown] = useState(false)
  return (
    <div className="entry">
      <label htmlFor={id}>{label}</label>
      <div className="entry-box">
        <input
          id={id}
          ref={field}
          type={isSecret && !isShown ? 'password' : (input.type ?? 'text')}
          value={value}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}fault`}
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          autoComplete={input.autoComplete}
          inputMode={input.inputMode}
          enterKeyHint="go"
          onChange={(event) => onChange(event.target.value)}
        />
        {isSecret ? (
          <button
            type="button"
            className="icon-button"
            aria-label={text(isShown ? 'password.hide' : 'password.show')}
            onClick={() => setShown(!isShown)}
          >
            <Eye isCrossed={isShown} />
          </button>
        ) : null}
      </div>
      {fault === undefined ? null : (
        <p className="entry-fault" id={`${id}fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

export declare namespace Entry {
  type Props = {
    readonly label: string
    readonly value: string
    readonly fault?: string | undefined
    /** Its content is hidden until the visitor shows it. */
    readonly isSecret?: boolean | undefined
    /** It takes the keyboard's focus when it appears, if the page has it. */
    readonly takesFocus?: boolean | undefined
    readonly type?: 'text' | 'email' | undefined
    readonly autoComplete?: string | undefined
    readonly inputMode?: 'numeric' | 'email' | undefined
    readonly onChange: (value: string) => void
  }
}

/** Several lines: the words of a kit. */
export function LongEntry({
  label,
  value,
  fault,
  takesFocus,
  onChange,
}: Pick<Entry.Props, 'label' | 'value' | 'fault' | 'takesFocus' | 'onChange'>) {
  const id = useId()
  const field = useTakenFocus<HTMLTextAreaElement>(takesFocus)
  return (
    <div className="entry">
      <label htmlFor={id}>{label}</label>
      <div className="entry-box">
        <textarea
          id={id}
          ref={field}
          rows={6}
          value={value}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}fault`}
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={600}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {fault === undefined ? null : (
        <p className="entry-fault" id={`${id}fault`} role="alert">
          <Icon name="warning" size={14} /> {fault}
        </p>
      )}
    </div>
  )
}

function useTakenFocus<element extends HTMLElement>(takesFocus = false) {
  const field = useRef<element>(null)
  useEffect(() => {
    if (takesFocus && document.hasFocus()) field.current?.focus()
  }, [takesFocus])
  return field
}

function Eye({ isCrossed }: { readonly isCrossed: boolean }) {
  return (
    <svg
      aria-hidden="true"
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12z" />
      <circle cx="12" cy="12" r="2.5" />
      {isCrossed ? <path d="M4 20 20 4" /> : null}
    </svg>
  )
}
