import type { ReactNode } from 'react'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Icon, type IconName } from '../Icon/Icon.js'
import sheet from './Row.css.js'

/** A list of rows: the wallets to connect with, the networks to switch to. */
export function Rows({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  useSheet(sheet)
  return (
    <ul className="rows" aria-label={label}>
      {children}
    </ul>
  )
}

/** One line of a list, as a single button: picture, name with a muted note under it, and an element at the end. */
export function Row({
  start,
  name,
  note,
  end,
  isCurrent,
  disabledReason,
  action,
  onClick,
  onPointerEnter,
}: Row.Props) {
  useSheet(sheet)
  const isDisabled = disabledReason !== undefined
  return (
    <li className={action === undefined ? undefined : 'row-pair'}>
      <button
        type="button"
        className="row"
        aria-current={isCurrent ? 'true' : undefined}
        // Not `disabled`, so that the keyboard can reach the row and a screen reader can read the reason.
        aria-disabled={isDisabled || undefined}
        onClick={isDisabled ? undefined : onClick}
        onPointerEnter={onPointerEnter}
      >
        {start}
        <span className="row-body">
          <span className="row-name">{name}</span>
          {(disabledReason ?? note) ? <span className="row-note">{disabledReason ?? note}</span> : null}
        </span>
        <span className="row-end">{end}</span>
      </button>
      {action}
    </li>
  )
}

export declare namespace Row {
  type Props = {
    readonly start: ReactNode
    readonly name: string
    readonly note?: string | undefined
    readonly end?: ReactNode | undefined
    /** True for the row in use. */
    readonly isCurrent?: boolean | undefined
    /** The reason why the row cannot be chosen; `undefined` if it can. */
    readonly disabledReason?: string | undefined
    /** A separate button next to the row, for another action on the same item. */
    readonly action?: ReactNode | undefined
    readonly onClick: () => void
    readonly onPointerEnter?: (() => void) | undefined
  }
}

/** An icon in place of a row's picture. */
export function RowIcon({ name }: { readonly name: IconName }) {
  return (
    <span className="row-icon">
      <Icon name={name} />
    </span>
  )
}
