import { useCallback } from 'react'
import type { Kit } from '../../features/Kit.js'
import { useKit } from '../KitContext.js'

/**
 * An action of the kit, bound to the nearest provider's kit. The same function from render to render.
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
