import type { ReactNode } from 'react'
import { ShadowMount } from '../shadow/ShadowMount.js'
import { useSheet } from '../shadow/ShadowRootContext.js'
import sheet from './HostButton.css.js'

/** A button of the kit in the host's page. On a server and until hydration it renders a plain button. */
export function HostButton({ name, label, children, ...props }: HostButton.Props) {
  return (
    <ShadowMount
      name={name}
      fallback={
        <button type="button" disabled>
          {label}
        </button>
      }
    >
      <Inner label={label} {...props}>
        {children}
      </Inner>
    </ShadowMount>
  )
}

export declare namespace HostButton {
  type Props = {
    /** Identifies this mount among the kit's mounts in the page. */
    readonly name: string
    /** The accessible name, if it differs from the content. */
    readonly label: string
    readonly variant: 'primary' | 'secondary'
    readonly state?: 'warning' | undefined
    readonly isDisabled?: boolean | undefined
    readonly isBusy?: boolean | undefined
    /** Focuses the button when it appears. */
    readonly takesFocus?: boolean | undefined
    readonly onClick: () => void
    readonly children: ReactNode
  }
}

function Inner({
  label,
  variant,
  state,
  isDisabled,
  isBusy,
  takesFocus,
  onClick,
  children,
}: Omit<HostButton.Props, 'name'>) {
  useSheet(sheet)
  return (
    <button
      type="button"
      className="host-button"
      aria-label={label}
      aria-haspopup="dialog"
      aria-busy={isBusy}
      data-variant={variant}
      data-state={state}
      disabled={isDisabled}
      // biome-ignore lint/a11y/noAutofocus: only where it stands in for a button that had the focus.
      autoFocus={takesFocus}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
