import type { ReactNode } from 'react'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Icon, type IconName } from '../Icon/Icon.js'
import sheet from './Notice.css.js'

/** Replaces the content of a screen or a list that found nothing or failed, with an action to continue. */
export function Notice({ icon, title, text, variant = 'neutral', action }: Notice.Props) {
  useSheet(sheet)
  return (
    <div className="notice" data-variant={variant} role={variant === 'error' ? 'alert' : 'status'}>
      <span className="notice-icon">
        <Icon name={icon} size={24} />
      </span>
      <p className="notice-title">{title}</p>
      {text === undefined ? null : <p className="notice-text">{text}</p>}
      {action === undefined ? null : <div className="notice-action">{action}</div>}
    </div>
  )
}

export declare namespace Notice {
  type Props = {
    readonly icon: IconName
    readonly title: string
    readonly text?: string | undefined
    readonly variant?: 'neutral' | 'error' | 'warning' | undefined
    readonly action?: ReactNode | undefined
  }
}
