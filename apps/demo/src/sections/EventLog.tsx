import type { KitEvent } from 'latchkey'
import { useKitEvents } from 'latchkey/react'
import { useState } from 'react'
import { Card } from './Card.js'

type Line = { readonly id: number; readonly at: string; readonly event: KitEvent }

export function EventLog() {
  const [lines, setLines] = useState<readonly Line[]>([])
  useKitEvents((event) => {
    const at = new Date().toLocaleTimeString()
    setLines((before) => [{ id: (before[0]?.id ?? 0) + 1, at, event }, ...before].slice(0, 30))
  })
  return (
    <Card title="What happened">
      {lines.length === 0 ? <p className="quiet">Nothing yet.</p> : null}
      {/* The keyboard scrolls it, so it takes the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by the keyboard. */}
      <ol className="log" tabIndex={0} aria-label="Events">
        {lines.map(({ id, at, event: { type, ...rest } }) => (
          <li key={id}>
            <time>{at}</time> <b>{type}</b> <span>{describe(rest)}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Writes an event's properties, except its type, as `name: value`. */
function describe(details: object): string {
  const known = Object.entries(details).filter(([, value]) => value !== undefined)
  return known.map(([name, value]) => `${name}: ${String(value)}`).join(', ')
}
