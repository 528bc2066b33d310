import { type RefObject, useEffect, useRef } from 'react'
import { useKit } from '../KitContext.js'

/** Where `kit.live` holds what the focus goes back to, while the dialog is open. */
export const openerKey = 'modal.opener'

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]'

type Options = {
  readonly isActive: boolean
  /** Focus begins again at the top of each view. */
  readonly viewName: string
  readonly onEscape: () => void
}

/**
 * Keeps the keyboard within the dialog while it is open, and gives the focus back to where it was. Whatever another
 * layer of the page focuses by itself is left alone: a wallet's own overlay must be usable while the dialog waits.
 */
export function useFocusScope(
  dialog: RefObject<HTMLElement | null>,
  { isActive, viewName, onEscape }: Options,
): void {
  const { live } = useKit()
  const escapeHandler = useRef(onEscape)
  useEffect(() => {
    escapeHandler.current = onEscape
  })

  useEffect(() => {
    const element = dialog.current
    if (!isActive || element === null) return
    const opener = deepActiveElement(document)
    live.set(openerKey, opener)

    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) {
        event.stopPropagation()
        escapeHandler.current()
      }
      if (event.key === 'Tab' && element !== null) keepInside(element, event)
    }
    element.addEventListener('keydown', onKeyDown)
    return () => {
      element.removeEventListener('keydown', onKeyDown)
      live.delete(openerKey)
      // Not where the focus has moved on already: into a wallet's overlay, or by a click elsewhere.
      const active = deepActiveElement(document)
      if (active === null || active === document.body || element.contains(active)) {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      }
    }
  }, [live, dialog, isActive])

  const previousView = useRef<string>(undefined)
  useEffect(() => {
    const isFirst = previousView.current === undefined
    if (previousView.current === viewName) return
    previousView.current = viewName
    // What was focused went with its view; the dialog itself has the focus until the visitor moves on. An embedded card
    // does not take the focus of a page that has just loaded.
    if (isActive || !isFirst) dialog.current?.focus({ preventScroll: true })
  }, [dialog, isActive, viewName])
}

function keepInside(element: HTMLElement, event: KeyboardEvent) {
  const targets = [...element.querySelectorAll<HTMLElement>(focusable)].filter(
    (target) => target.tabIndex >= 0 && target.getClientRects().length > 0,
  )
  const active = (element.getRootNode() as ShadowRoot | Document).activeElement
  const first = targets[0]
  const last = targets[targets.length - 1]
  if (first === undefined || last === undefined) return event.preventDefault()
  const isAtEdge = event.shiftKey ? active === first || active === element : active === last
  if (!isAtEdge) return
  event.preventDefault()
  const next = event.shiftKey ? last : first
  next.focus()
}

/** The focused element, also where it is inside shadow roots. */
export function deepActiveElement(root: Document | ShadowRoot): Element | null {
  const active = root.activeElement
  return active?.shadowRoot ? deepActiveElement(active.shadowRoot) : active
}
