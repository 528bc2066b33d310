import { type RefObject, useEffect } from 'react'

/** Events that a layer of the page listens to on the document, to react to events outside of it. */
const outside = ['focusin', 'pointerdown', 'mousedown', 'touchstart', 'touchmove', 'wheel'] as const

/**
 * Keeps the dialog usable over a layer of the page that traps input, such as a host's own modal dialog (Radix, say):
 * the layer takes the focus back, closes at an outside press or Escape, blocks the wheel, and hides the rest of the
 * page from screen readers. This hook keeps all of that off the dialog, and keeps the dialog's events from the layer.
 */
export function useForeignLayers(dialog: RefObject<HTMLElement | null>, isActive: boolean): void {
  useEffect(() => {
    const root = dialog.current?.getRootNode()
    if (!isActive || !(root instanceof ShadowRoot)) return
    const { host } = root
    // Removes what the layer set when it opened, if the dialog's element was already in the page.
    for (const name of ['aria-hidden', 'inert']) host.removeAttribute(name)

    const keepIn = (event: Event) => event.stopPropagation()
    // The layer must not receive the event for focus moving to the dialog, or it would take the focus back.
    const onFocusOut = (event: FocusEvent) => {
      const { target, relatedTarget } = event
      if (relatedTarget !== null && relatedTarget !== target && relatedTarget === outermost(host)) {
        event.stopImmediatePropagation()
      }
    }
    // Layers handle Escape on the document before the dialog could, and a native one closes by itself. An event that
    // stays within the dialog's root reaches no layer.
    const onKeyDown = (event: KeyboardEvent) => {
      const [target] = event.composedPath()
      const { key, code, isComposing } = event
      if (key !== 'Escape' || isComposing || !event.composedPath().includes(host)) return
      event.stopImmediatePropagation()
      event.preventDefault()
      target?.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))
    }
    for (const type of outside) host.addEventListener(type, keepIn)
    window.addEventListener('focusout', onFocusOut, true)
    window.addEventListener('keydown', onKeyDown, true)
    return () => {
      for (const type of outside) host.removeEventListener(type, keepIn)
      window.removeEventListener('focusout', onFocusOut, true)
      window.removeEventListener('keydown', onKeyDown, true)
    }
  }, [dialog, isActive])
}

/** Returns the outermost shadow host that contains this element, or the element itself if it is in no shadow root. */
function outermost(element: Element): Element {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? outermost(root.host) : element
}
