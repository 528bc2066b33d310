import { useEffect, useRef, useState } from 'react'
import { useSheet } from '../shadow/ShadowRootContext.js'
import sheet from './CodeField.css.js'

/** How many digits a code has. */
const length = 6
const boxes = Array.from({ length }, (_, index) => index)

/**
 * A field for a code of six digits: one field, drawn as six boxes, so that pasting, arrow keys, deleting and the browser's
 * autofill of codes work as in any other. A complete code is submitted by itself.
 */
export function CodeField({ label, isBusy, isInvalid, describedBy, onComplete }: CodeField.Props) {
  useSheet(sheet)
  const [code, setCode] = useState('')
  const [caret, setCaret] = useState(0)
  const input = useRef<HTMLInputElement>(null)

  // A wrong code is typed anew.
  useEffect(() => {
    if (!isInvalid) return
    setCode('')
    setCaret(0)
    input.current?.focus({ preventScroll: true })
  }, [isInvalid])

  // The dialog takes the focus with each new screen, after the screen's own effects.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])

  const followCaret = () => setCaret(input.current?.selectionStart ?? 0)
  const change = (text: string) => {
    const digits = digitsOf(text)
    setCode(digits)
    setCaret(digits.length)
    if (digits.length === length && digits !== code) onComplete(digits)
  }
  return (
    <div className="code" data-invalid={isInvalid} data-busy={isBusy}>
      <input
        ref={input}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        name="code"
        dir="ltr"
        value={code}
        maxLength={length * 4}
        readOnly={isBusy}
        aria-label={label}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        onChange={({ target }) => change(target.value)}
        onSelect={followCaret}
        onKeyUp={followCaret}
      />
      <div className="code-boxes" aria-hidden="true">
        {boxes.map((index) => (
          <span
            key={index}
            className="code-box"
            data-current={index === Math.min(caret, length - 1) && !isBusy}
          >
            {code[index]}
          </span>
        ))}
      </div>
    </div>
  )
}

export declare namespace CodeField {
  type Props = {
    readonly label: string
    /** The code is being checked. */
    readonly isBusy: boolean
    /** The last code was wrong. */
    readonly isInvalid: boolean
    /** The id of the element that says what is wrong. */
    readonly describedBy?: string | undefined
    readonly onComplete: (code: string) => void
  }
}

/** The digits of a typed or pasted text, also those of Arabic and Persian. */
function digitsOf(text: string): string {
  return text
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\D/g, '')
    .slice(0, length)
}
