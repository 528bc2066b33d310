import { useRef, useSyncExternalStore } from 'react'
import { isSameJson } from '../../../core/json.js'
import { type Current, requireCurrent } from '../current.js'
import { type Snapshot, snapshotOf } from '../Instance.js'

/** Returns the page's instance. @throws `APPKIT_NOT_CREATED`, naming the hook. */
export function useCurrent(hook: string): Current {
  return requireCurrent(hook)
}

/**
 * Reads from the page's kit and re-renders when the value changes. On a server and during hydration it returns the
 * value as it was when the kit was made.
 */
export function useInstance<value>(
  hook: string,
  read: (snapshot: Snapshot) => value,
  isEqual: (a: value, b: value) => boolean = isSameJson,
): value {
  const { instance } = useCurrent(hook)
  const last = useRef<{ readonly value: value } | undefined>(undefined)
  const stable = (value: value) => {
    if (last.current === undefined || !isEqual(last.current.value, value)) last.current = { value }
    return last.current.value
  }
  return useSyncExternalStore(
    instance.subscribe,
    () => stable(read(snapshotOf(instance))),
    () => stable(read(instance.initial)),
  )
}
