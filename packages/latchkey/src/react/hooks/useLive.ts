import { useEffect, useRef } from 'react'
import { useKit } from '../KitContext.js'

/**
 * Looks again and again while the page is in sight, from `interval` up to `longest` milliseconds apart: the wait grows by
 * a quarter each time and starts anew when the page comes back. A hidden page asks nothing.
 *
 * @param look Settles when it is done; the next wait begins then. Its failures are its own.
 */
export function useLive(look: () => Promise<unknown>, { interval, longest }: useLive.Options): void {
  const { clock } = useKit()
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    let cancel = () => {}
    let isGone = false
    let wait = interval
    const plan = () => {
      cancel()
      if (isGone || document.hidden) return
      cancel = clock.setTimeout(() => {
        wait = Math.min(wait * 1.25, longest)
        latest.current().then(plan, plan)
      }, wait)
    }
    const onVisible = () => {
      wait = interval
      plan()
    }
    plan()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isGone = true
      cancel()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [clock, interval, longest])
}

export declare namespace useLive {
  type Options = { readonly interval: number; readonly longest: number }
}
