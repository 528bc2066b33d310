import { useEffect, useState } from 'react'
import { useKit } from '../KitContext.js'

/** Returns true once `isWaiting` has lasted longer than `delay`, in milliseconds. */
export function useIsLate(delay: number, isWaiting: boolean): boolean {
  const { clock } = useKit()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!isWaiting) return
    return clock.setTimeout(() => setLate(true), delay)
  }, [clock, delay, isWaiting])
  return isLate
}
