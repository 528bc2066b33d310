import type { ReactNode } from 'react'
import { useSheet } from '../../shadow/ShadowMount.js'
import { Icon } from '../Icon/Icon.js'
import sheet from './Ring.css.js'

/** A ring round a wallet's picture that says, by its motion and colour, how the wallet's answer stands. */
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

// Spec §9 "Spinner sizes".
const spinnerSizes = { sm: 12, md: 16, lg: 24, xl: 32 }

export function Spinner({ size = 'lg' }: Spinner.Props) {
  useSheet(sheet)
  const pixels = spinnerSizes[size]
  return (
    <svg
      className="spinner"
      width={pixels}
      height={pixels}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.2" />
      <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

export declare namespace Spinner {
  type Props = { readonly size?: keyof typeof spinnerSizes | undefined }
}
