import { useEffect, useRef } from 'react'
import { useKit } from '../KitContext.js'

/**
 * Calls `look` repeatedly while the page is visible, `interval` to `longest` milliseconds apart: the wait grows by a
 * quarter each time, once `steady` milliseconds have passed. A hidden page does not poll; when it becomes visible the wait restarts at `interval`, and an
 * overdue call runs immediately.
 *
 * @param look The next wait begins when its promise resolves. It handles its own failures.
 */
export function useLive(
  look: () => Promise<unknown>,
  { interval, longest, steady = 0 }: useLive.Options,
): void {
  const { clock } = useKit()
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    let cancel = () => {}
    let isGone = false
    let isLooking = false
    let wait = interval
    const startedAt = clock.now()
    let lookedAt = startedAt
    const plan = (delay: number) => {
      cancel()
      if (isGone || isLooking || document.hidden) return
      cancel = clock.setTimeout(() => {
        isLooking = true
        if (clock.now() - startedAt >= steady) wait = Math.min(wait * 1.25, longest)
        latest.current().then(onLooked, onLooked)
      }, delay)
    }
    const onLooked = () => {
      isLooking = false
      lookedAt = clock.now()
      plan(wait)
    }
    const onVisibility = () => {
      wait = interval
      plan(Math.max(interval - (clock.now() - lookedAt), 0))
    }
    plan(wait)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      isGone = true
      cancel()
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [clock, interval, longest, steady])
}

export declare namespace useLive {
  type Options = {
    readonly interval: number
    readonly longest: number
    /** @default 0 */
    readonly steady?: number | undefined
  }
}
