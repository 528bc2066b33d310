import { useCallback, useRef, useSyncExternalStore } from 'react'
import { isSameJson } from '../../core/json.js'
import type { State } from '../../features/Kit.js'
import { useKit } from '../KitContext.js'

/**
 * Reads from the kit's state, and reads again when what it selects becomes another value. State is JSON, so two values
 * that print alike are one: a selector may build a new object each time.
 *
 * @example
 * ```tsx
 * const isOpen = useKitState((state) => state.modal.isOpen)
 * ```
 */
export function useKitState<value>(select: (state: State) => value): value {
  const { store } = useKit()
  const last = useRef<{ readonly value: value } | undefined>(undefined)
  const getSnapshot = () => {
    const value = select(store.getState())
    if (last.current === undefined || !isSameJson(last.current.value, value)) last.current = { value }
    return last.current.value
  }
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store])
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot)
}
