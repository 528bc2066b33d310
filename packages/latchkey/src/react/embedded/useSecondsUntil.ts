import { useEffect, useState } from 'react'
import { useKit } from '../KitContext.js'

/** Returns the whole seconds until a time, and counts them down; 0 once it has passed. */
export function useSecondsUntil(at: number | undefined): number {
  const { clock } = useKit()
  const left = at === undefined ? 0 : Math.max(0, Math.ceil((at - clock.now()) / 1_000))
  const [, setTick] = useState(0)
  useEffect(() => {
    if (left > 0) return clock.setTimeout(() => setTick((tick) => tick + 1), 1_000)
    return undefined
  })
  return left
}
