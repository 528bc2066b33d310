import { Icon, useSheet } from 'latchkey/site'
import { type ReactNode, useEffect, useRef } from 'react'
import { focusHeading } from './focusHeading.js'
import { useSiteState } from './SiteContext.js'
import sheet from './site.css.js'

/** A surface: a heading, a middle that scrolls, and buttons that stay at the bottom. */
export function Layout({ title, text, children, foot }: Layout.Props) {
  useSheet(sheet)
  const isWindow = useSiteState(({ surface }) => surface === 'window')
  const heading = useRef<HTMLHeadingElement>(null)
  // A step that gave way to another has taken the keyboard's focus with it; a field of the new one may have it already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title is a new step.
  useEffect(() => focusHeading(heading.current), [title])
  return (
    <main className={isWindow ? 'surface surface-window' : 'surface'}>
      {/* Keyboards scroll it, also where nothing in it takes the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section className="surface-body" tabIndex={0} aria-label={title}>
        <header className="surface-head">
          {/* Where the keyboard arrives: a screen reader says what is asked. */}
          <h1 tabIndex={-1} ref={heading}>
            {title}
          </h1>
          {text === undefined ? null : <p>{text}</p>}
        </header>
        {children}
      </section>
      {foot === undefined ? null : <div className="surface-foot">{foot}</div>}
    </main>
  )
}

export declare namespace Layout {
  type Props = {
    readonly title: string
    readonly text?: string | undefined
    readonly children?: ReactNode | undefined
    readonly foot?: ReactNode | undefined
  }
}

export type Severity = 'block' | 'danger' | 'caution' | 'info'

/** A sentence to heed, with an icon, so that its weight does not hang on its colour. */
export function Caution({ severity, text }: { readonly severity: Severity; readonly text: string }) {
  return (
    <p className="caution" data-severity={severity} role={severity === 'info' ? undefined : 'note'}>
      <Icon name={severity === 'info' ? 'help' : 'warning'} size={18} />
      <span>{text}</span>
    </p>
  )
}
