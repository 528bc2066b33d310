import { type PointerEvent, type SyntheticEvent, useEffect } from 'react'
import { hideTooltip } from '../../features/notify/hideTooltip.js'
import { showTooltip } from '../../features/notify/showTooltip.js'
import { useAction } from './useAction.js'

/** Returns props for an element whose hint shows while the pointer is over it or it has the keyboard's focus. */
export function useTooltip(message: string) {
  const show = useAction(showTooltip)
  const hide = useAction(hideTooltip)
  useEffect(() => hide, [hide])

  function showAt({ currentTarget }: SyntheticEvent<HTMLElement>) {
    const { width, height, top, left } = currentTarget.getBoundingClientRect()
    show({ message, trigger: { width, height, top, left } })
  }

  return {
    // Touch has no hover, and a finger covers its target.
    onPointerEnter: (event: PointerEvent<HTMLElement>) => event.pointerType !== 'touch' && showAt(event),
    onPointerLeave: hide,
    onFocus: (event: SyntheticEvent<HTMLElement>) =>
      event.currentTarget.matches(':focus-visible') && showAt(event),
    onBlur: hide,
  }
}
