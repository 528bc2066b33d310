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

/** The result of an action; screen readers announce its changes. */
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

/** Shows a value: an address, a hash, a signature. */
export function Value({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="value">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
