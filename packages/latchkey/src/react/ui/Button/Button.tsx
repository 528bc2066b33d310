import type { ComponentProps, ReactNode } from 'react'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Icon, type IconName } from '../Icon/Icon.js'
import sheet from './Button.css.js'

/** A labelled button. One `primary` per screen; a destructive button is never primary. */
export function Button({ variant = 'secondary', size = 'full', icon, children, ...props }: Button.Props) {
  useSheet(sheet)
  return (
    <button type="button" className="button" data-variant={variant} data-size={size} {...props}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  )
}

export declare namespace Button {
  type Props = Omit<ComponentProps<'button'>, 'className' | 'style'> & {
    readonly variant?: 'primary' | 'secondary' | 'quiet' | undefined
    /** `full` fills the row. @default 'full' */
    readonly size?: 'full' | 'small' | undefined
    readonly icon?: IconName | undefined
    readonly children: ReactNode
  }
}

/** A link that looks like a button; opens in a new tab, without referrer or opener. */
export function LinkButton({
  variant = 'secondary',
  size = 'full',
  icon,
  children,
  href,
  onClick,
}: LinkButton.Props) {
  useSheet(sheet)
  return (
    <a
      className="button"
      data-variant={variant}
      data-size={size}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onClick}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </a>
  )
}

export declare namespace LinkButton {
  type Props = Pick<Button.Props, 'variant' | 'size' | 'icon' | 'children'> & {
    readonly href: string
    readonly onClick?: (() => void) | undefined
  }
}

/** A button with only an icon; screen readers read its label. */
export function IconButton({ icon, label, isFlipped = false, ...props }: IconButton.Props) {
  useSheet(sheet)
  return (
    <button type="button" className="icon-button" data-flips={isFlipped} aria-label={label} {...props}>
      <Icon name={icon} />
    </button>
  )
}

export declare namespace IconButton {
  type Props = Omit<ComponentProps<'button'>, 'className' | 'style' | 'children' | 'aria-label'> & {
    readonly icon: IconName
    readonly label: string
    /** Mirrors the icon in right-to-left languages, because it points along the text. @default false */
    readonly isFlipped?: boolean | undefined
  }
}
