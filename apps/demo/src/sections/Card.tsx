import type { ReactNode } from 'react'

export function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = title.toLowerCase().replace(/\W+/g, '-')
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** What an action came to: said to screen readers as it changes. */
export function Outcome({
  kind,
  children,
}: {
  readonly kind: 'good' | 'bad' | 'plain'
  readonly children: ReactNode
}) {
  return (
    <output className="outcome" data-kind={kind}>
      {children}
    </output>
  )
}

/** A value to read: an address, a hash, a signature. */
export function Value({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="value">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
