import type { CSSProperties } from 'react'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import sheet from './Tooltip.css.js'

/** A hint above the rectangle that triggered it. */
export function Tooltip({ message, trigger, variant }: Tooltip.Props) {
  useSheet(sheet)
  const style: CSSProperties = { insetBlockStart: trigger.top, left: trigger.left + trigger.width / 2 }
  return (
    <div className="tooltip" role="tooltip" data-variant={variant} style={style}>
      {message}
    </div>
  )
}

export declare namespace Tooltip {
  type Props = {
    readonly message: string
    readonly trigger: { readonly width: number; readonly top: number; readonly left: number }
    readonly variant: 'shade' | 'fill'
  }
}
