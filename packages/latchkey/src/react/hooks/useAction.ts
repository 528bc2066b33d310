import { useCallback } from 'react'
import type { Kit } from '../../features/Kit.js'
import { useKit } from '../KitContext.js'

/**
 * Binds an action to the nearest provider's kit. Returns the same function on every render.
 *
 * @example
 * ```tsx
 * const open = useAction(openModal)
 * <button onClick={() => open()}>Connect</button>
 * ```
 */
export function useAction<parameters extends readonly unknown[], result>(
  action: (kit: Kit, ...parameters: parameters) => result,
): (...parameters: parameters) => result {
  const kit = useKit()
  return useCallback((...parameters: parameters) => action(kit, ...parameters), [kit, action])
}
