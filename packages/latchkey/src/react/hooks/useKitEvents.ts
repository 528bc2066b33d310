import { useEffect, useRef } from 'react'
import type { KitEvent } from '../../protocol/events.js'
import { useKit } from '../KitContext.js'

/**
 * Calls `listener` with every event of the kit.
 *
 * @example
 * ```tsx
 * useKitEvents((event) => {
 *   if (event.type === 'CONNECT_SUCCESS') toast(`Connected with ${event.name}`)
 * })
 * ```
 */
export function useKitEvents(listener: (event: KitEvent) => void): void {
  const { events } = useKit()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => events.subscribe((event) => latest.current(event)), [events])
}
