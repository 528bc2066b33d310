import { useRef } from 'react'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { IconButton } from '../Button/Button.js'
import { Icon } from '../Icon/Icon.js'
import sheet from './Field.css.js'

/** The minimum number of rows for a search field: a shorter list is faster to read than to search. */
export const searchFrom = 6

/** A field to search a list, with a button that clears it. */
export function SearchField({ value, label, clearLabel, onChange, onKeyDown }: SearchField.Props) {
  useSheet(sheet)
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    // The button disappears with the text, so the field takes the focus back.
    input.current?.focus()
  }
  return (
    <search className="field">
      <Icon name="search" size={18} />
      <input
        ref={input}
        type="search"
        value={value}
        placeholder={label}
        aria-label={label}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {value === '' ? null : <IconButton icon="close" label={clearLabel} onClick={clear} />}
    </search>
  )
}

export declare namespace SearchField {
  type Props = {
    readonly value: string
    /** The field's accessible name and placeholder. */
    readonly label: string
    readonly clearLabel: string
    readonly onChange: (value: string) => void
    readonly onKeyDown?: ((event: React.KeyboardEvent<HTMLInputElement>) => void) | undefined
  }
}
