import type { ReactNode } from 'react'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import sheet from './Tag.css.js'

/** A short muted label at the end of a row. */
export function Tag({ children, variant = 'neutral' }: Tag.Props) {
  useSheet(sheet)
  return (
    <span className="tag" data-variant={variant}>
      {children}
    </span>
  )
}

export declare namespace Tag {
  type Props = { readonly children: ReactNode; readonly variant?: 'neutral' | 'success' | undefined }
}
