import { Icon, IconButton } from 'latchkey/site'
import { useId, useState } from 'react'
import { useText } from './SiteContext.js'

/** A field with its label, and what is wrong with its content under it. */
export function Entry({ label, value, fault, isSecret, onChange, ...input }: Entry.Props) {
  const text = useText()
  const id = useId()
  const [isShown, setShown] = useState(false)
  return (
    <div className="entry">
      <label htmlFor={id}>{label}</label>
      <div className="entry-box">
        <input
          id={id}
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
          <IconButton
            icon={isShown ? 'close' : 'search'}
            label={text(isShown ? 'password.hide' : 'password.show')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
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
  onChange,
}: Pick<Entry.Props, 'label' | 'value' | 'fault' | 'onChange'>) {
  const id = useId()
  return (
    <div className="entry">
      <label htmlFor={id}>{label}</label>
      <div className="entry-box">
        <textarea
          id={id}
          rows={4}
          value={value}
          aria-invalid={fault !== undefined}
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={600}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {fault === undefined ? null : (
        <p className="entry-fault" role="alert">
          <Icon name="warning" size={14} /> {fault}
        </p>
      )}
    </div>
  )
}
