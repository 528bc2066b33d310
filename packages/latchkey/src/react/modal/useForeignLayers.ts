import { type RefObject, useEffect } from 'react'

/** What a layer of the page takes, on the document, for something that happens outside of it. */
const outside = ['focusin', 'pointerdown', 'mousedown', 'touchstart', 'touchmove', 'wheel'] as const

/**
 * Keeps the dialog usable over a layer of the page that wants everything for itself, as a host's own modal dialog does
 * (Radix, say): it takes back the focus, closes at a press or Escape elsewhere, holds back the wheel, and hides the rest
 * of the page from screen readers. None of that reaches the dialog, and the layer hears nothing of what happens in it.
 */
export function useForeignLayers(dialog: RefObject<HTMLElement | null>, isActive: boolean): void {
  useEffect(() => {
    const root = dialog.current?.getRootNode()
    if (!isActive || !(root instanceof ShadowRoot)) return
    const { host } = root
    // Hidden when the layer opened, if the dialog's place in the page is older than that.
    for (const name of ['aria-hidden', 'inert']) host.removeAttribute(name)

    const keepIn = (event: Event) => event.stopPropagation()
    // The layer must not hear that the focus leaves it for the dialog: it would take it back.
    const onFocusOut = (event: FocusEvent) => {
      const { target, relatedTarget } = event
      if (relatedTarget !== null && relatedTarget !== target && relatedTarget === outermost(host)) {
        event.stopImmediatePropagation()
      }
    }
    // Layers hear Escape on the document before the dialog could, and a native one closes by itself: what stays within its
    // root no layer hears.
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

/** The element of the page itself that holds this one, through the shadow roots of hosts. */
function outermost(element: Element): Element {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? outermost(root.host) : element
}
