import { useEffect, useState } from 'react'
import { emailCooldown } from '../../protocol/frame/frameConstants.js'
import { useKit } from '../KitContext.js'

/** Returns the whole seconds until another code may be asked for, and counts them down; 0 once it may. */
export function useSecondsUntil(at: number | undefined): number {
  const { clock } = useKit()
  // A clock that was set back must not make the visitor wait longer.
  const wait = at === undefined ? 0 : Math.min(at - clock.now(), emailCooldown)
  const left = Math.max(0, Math.ceil(wait / 1_000))
  const [, setTick] = useState(0)
  useEffect(() => {
    if (left > 0) return clock.setTimeout(() => setTick((tick) => tick + 1), 1_000)
    return undefined
  })
  return left
}
