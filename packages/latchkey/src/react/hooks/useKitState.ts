import { useCallback, useRef, useSyncExternalStore } from 'react'
import { isSameJson } from '../../core/json.js'
import type { State } from '../../features/Kit.js'
import { useKit } from '../KitContext.js'

/**
 * Selects a value from the kit's state, and re-renders when it changes. State is JSON and values are compared as JSON,
 * so a selector may build a new object each time.
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
