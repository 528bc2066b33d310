import type { ReactNode } from 'react'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Icon, type IconName } from '../../ui/Icon/Icon.js'
import sheet from './Guide.css.js'

/** An explanation in three short points, and a next step. */
export function Guide({ points, children }: Guide.Props) {
  useSheet(sheet)
  return (
    <div className="guide">
      <ul className="guide-points">
        {points.map(({ icon, title, text }) => (
          <li key={title} className="guide-point">
            <span className="guide-drawing">
              <Icon name={icon} size={30} />
            </span>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}

export declare namespace Guide {
  type Props = {
    readonly points: readonly { readonly icon: IconName; readonly title: string; readonly text: string }[]
    readonly children?: ReactNode | undefined
  }
}
