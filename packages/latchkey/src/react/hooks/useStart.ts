import { useEffect, useRef } from 'react'
import { useKit } from '../KitContext.js'

/**
 * Does a screen's work once it has come to stay. React's StrictMode mounts every component twice in development; a
 * wallet that was asked in the rehearsal would refuse the real request as one too many.
 *
 * @param start What to do; the latest one given counts.
 * @param stop What to do when the component goes, where no screen's record does it (`Screen.onLeave`).
 */
export function useStart(start: () => void, stop?: (() => void) | undefined): void {
  const { clock } = useKit()
  const latest = useRef({ start, stop })
  useEffect(() => {
    latest.current = { start, stop }
  })
  useEffect(() => {
    let hasStarted = false
    const cancel = clock.setTimeout(() => {
      hasStarted = true
      latest.current.start()
    }, 0)
    return () => {
      cancel()
      if (hasStarted) latest.current.stop?.()
    }
  }, [clock])
}
