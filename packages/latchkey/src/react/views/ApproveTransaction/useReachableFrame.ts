import { type RefObject, useLayoutEffect } from 'react'
import { useViewTitle } from '../../modal/useViewTitle.js'
import type { PresentFrame } from './useFrameClient.js'

/**
 * Lets screen readers reach the frame while it lies over the dialog. A modal dialog hides everything outside of it from
 * them, and the frame is outside; so the dialog is not modal meanwhile, and the rest of the page is hidden in its stead.
 * A dialog of the host that hides the page must not hide the frame.
 */
export function useReachableFrame(
  area: RefObject<HTMLElement | null>,
  frame: PresentFrame | undefined,
): void {
  const title = useViewTitle()
  useLayoutEffect(() => {
    if (frame !== undefined) frame.element.title = title
  }, [frame, title])

  useLayoutEffect(() => {
    const dialog = area.current?.closest('.dialog')
    const root = area.current?.getRootNode()
    if (frame === undefined || !dialog || dialog.role !== 'dialog' || !(root instanceof ShadowRoot)) return
    const { element } = frame
    for (const name of ['aria-hidden', 'inert']) element.removeAttribute(name)
    dialog.removeAttribute('aria-modal')
    const hidden = [...document.body.children].filter(
      (other) => other !== element && !other.contains(root.host) && !other.hasAttribute('aria-hidden'),
    )
    for (const other of hidden) other.setAttribute('aria-hidden', 'true')
    return () => {
      dialog.setAttribute('aria-modal', 'true')
      for (const other of hidden) other.removeAttribute('aria-hidden')
    }
  }, [area, frame])
}
