import { useEffect, useRef } from 'react'
import { useKit } from '../KitContext.js'

/**
 * Calls `start` one task after a screen has mounted, unless it has unmounted by then. React's StrictMode mounts every
 * component twice in development; a wallet asked at the first mount would refuse the second request as a duplicate.
 *
 * @param start The latest function passed is called.
 * @param stop Called at unmount if `start` was called; not needed if the screen's record does this (`Screen.onLeave`).
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
