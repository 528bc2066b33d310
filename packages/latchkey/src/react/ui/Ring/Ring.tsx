import type { ReactNode } from 'react'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Icon } from '../Icon/Icon.js'
import sheet from './Ring.css.js'

/** A ring around a wallet's picture whose motion and colour show the status of the wallet's answer. */
export function Ring({ state, children }: Ring.Props) {
  useSheet(sheet)
  return (
    <div className="ring" data-state={state}>
      <svg className="ring-track" viewBox="0 0 104 104" aria-hidden="true">
        <rect x="3" y="3" width="98" height="98" rx="30" />
        <rect className="ring-run" x="3" y="3" width="98" height="98" rx="30" pathLength="100" />
      </svg>
      {children}
      {state === 'error' ? (
        <span className="ring-badge">
          <Icon name="close" size={14} />
        </span>
      ) : null}
    </div>
  )
}

export declare namespace Ring {
  type Props = { readonly state: 'idle' | 'waiting' | 'error' | 'success'; readonly children: ReactNode }
}
