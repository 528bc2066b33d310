import type { ReactNode } from 'react'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import type { IconName } from '../../ui/Icon/Icon.js'
import { Picture } from '../../ui/Picture/Picture.js'
import { Ring } from '../../ui/Ring/Ring.js'
import { ConnectionTrouble } from './ConnectionTrouble.js'
import sheet from './WaitingPane.css.js'

/** A wallet's picture in its ring, the visitor's next step, and the available actions. */
export function WaitingPane({
  image,
  fallback = 'wallet',
  state,
  title,
  facts,
  text,
  children,
}: WaitingPane.Props) {
  useSheet(sheet)
  return (
    <div className="waiting">
      <Ring state={state}>
        <Picture src={image} fallback={fallback} size={80} />
      </Ring>
      <div className="waiting-words" role="status" aria-live="polite">
        <p className="waiting-title" data-state={state}>
          {title}
        </p>
        {facts === undefined ? null : <p className="waiting-facts">{facts}</p>}
        {text === undefined ? null : <p className="waiting-text">{text}</p>}
      </div>
      <ConnectionTrouble />
      {children === undefined ? null : <div className="waiting-actions">{children}</div>}
    </div>
  )
}

export declare namespace WaitingPane {
  type Props = {
    readonly image: string | undefined
    readonly fallback?: IconName | undefined
    readonly state: Ring.Props['state']
    readonly title: string
    /** The request's key facts: the amount and the recipient, or what is signed. */
    readonly facts?: ReactNode
    readonly text: string | undefined
    /** Buttons. */
    readonly children?: ReactNode | undefined
  }
}
