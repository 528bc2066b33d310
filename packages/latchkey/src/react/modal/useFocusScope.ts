import { type RefObject, useEffect, useRef } from 'react'
import { defineSlot } from '../../core/slots.js'
import { lastFocus } from '../../features/modal/lastFocus.js'
import { useKit } from '../KitContext.js'
import { type FocusPlace, findPlace, focusablesOf, placeOf } from './focusPlace.js'

/** The element that gets the focus back when the dialog closes. */
export const openerSlot = defineSlot<Element | null>('modal.opener')

type Options = {
  readonly isActive: boolean
  /** The focus starts at the top of each view; Back returns it to the element that led away. */
  readonly viewName: string
  readonly depth: number
  readonly onEscape: () => void
}

/**
 * Keeps the keyboard within the dialog while it is open, and restores the focus afterwards. Leaves the focus alone
 * where another layer of the page sets it: a wallet's overlay must be usable while the dialog waits.
 */
export function useFocusScope(
  dialog: RefObject<HTMLElement | null>,
  { isActive, viewName, depth, onEscape }: Options,
): void {
  const { slots } = useKit()
  const escapeHandler = useRef(onEscape)
  useEffect(() => {
    escapeHandler.current = onEscape
  })

  useEffect(() => {
    const element = dialog.current
    if (!isActive || element === null) return
    const opener = openerOf(slots.get(lastFocus))
    const successor = successorOf(opener)
    slots.set(openerSlot, opener)

    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) {
        event.stopPropagation()
        escapeHandler.current()
      }
      if (event.key === 'Tab' && element !== null) keepInside(element, event)
    }
    // The focused element may be removed or disabled, here or in a layer of the page. Browsers then focus nothing, and
    // not all of them fire an event: key presses would go to the page.
    const takeBack = () => {
      if (isNothingFocused()) element.focus({ preventScroll: true })
    }
    function onPageKeyDown(event: KeyboardEvent) {
      if ((event.key !== 'Escape' && event.key !== 'Tab') || event.defaultPrevented) return
      if (!isNothingFocused()) return
      takeBack()
      onKeyDown(event)
    }
    let frame = 0
    const changes = new MutationObserver(() => {
      cancelAnimationFrame(frame)
      // Runs after the browser has decided whether the element keeps the focus.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(takeBack)
      })
    })
    changes.observe(element, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled', 'hidden', 'inert'],
    })
    element.addEventListener('keydown', onKeyDown)
    document.addEventListener('keydown', onPageKeyDown)
    return () => {
      changes.disconnect()
      cancelAnimationFrame(frame)
      element.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('keydown', onPageKeyDown)
      slots.take(openerSlot)
      // Not if the focus has already moved on, into a wallet's overlay or by a click elsewhere.
      const active = deepActiveElement(document)
      if (active === null || active === document.body || element.contains(active)) {
        giveBack(() => (opener?.isConnected ? opener : successor()))
      }
    }
  }, [slots, dialog, isActive])

  const places = useRef(new Map<string, FocusPlace>())
  const previous = useRef<{ readonly viewName: string; readonly depth: number }>(undefined)
  useEffect(() => {
    const element = dialog.current
    const before = previous.current
    if (element === null) return
    const key = `${depth} ${viewName}`
    const remember = ({ target }: FocusEvent) => {
      const place = target instanceof Element ? placeOf(element, target) : undefined
      if (place !== undefined) places.current.set(key, place)
    }
    if (before?.viewName !== viewName) {
      previous.current = { viewName, depth }
      const place = before !== undefined && depth < before.depth ? places.current.get(key) : undefined
      // The focused element was removed with its view: the dialog itself has the focus until the visitor moves on. An
      // embedded card does not take the focus when the page has just loaded.
      if (isActive || before !== undefined) {
        const target = (place && findPlace(element, place)) ?? element
        target.focus({ preventScroll: true })
      }
    }
    element.addEventListener('focusin', remember)
    return () => element.removeEventListener('focusin', remember)
  }, [dialog, isActive, viewName, depth])
}

/** How many frames the page may take to replace the button that opened the dialog: about a second. */
const swapFrames = 60

/** Focuses an element of the page now, and again if the page replaces it or enables it later. */
function giveBack(find: () => Element | null | undefined, frames = swapFrames): void {
  if (frames === swapFrames || isNothingFocused()) {
    const target = find()
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
  if (frames > 0) requestAnimationFrame(() => giveBack(find, frames - 1))
  else awaitEnabled(find())
}

/** A host may disable its button for longer. It gets the focus once it can take it, unless the visitor has moved on. */
function awaitEnabled(element: Element | null | undefined): void {
  if (!element?.matches(':disabled')) return
  const changes = new MutationObserver(() => {
    if (element.matches(':disabled')) return
    changes.disconnect()
    if (element instanceof HTMLElement && isNothingFocused()) element.focus({ preventScroll: true })
  })
  changes.observe(element, { attributeFilter: ['disabled'] })
}

/** Returns the element that had the focus before the dialog opened, also if the host has disabled it since. */
function openerOf(last: EventTarget | undefined): Element | null {
  const isLost = isNothingFocused() && last instanceof Element && last.matches(':disabled')
  return isLost ? last : deepActiveElement(document)
}

const swapped = '[data-latchkey=connect-button], [data-latchkey=account-button]'

/** Returns a function that finds a button's replacement: connecting and disconnecting swap the kit's buttons. */
function successorOf(element: Element | null): () => Element | null | undefined {
  const root = element?.getRootNode()
  const host = root instanceof ShadowRoot ? root.host.closest(swapped) : null
  const home = host?.getRootNode()
  const all = () =>
    home instanceof ShadowRoot || home instanceof Document ? [...home.querySelectorAll(swapped)] : []
  const index = host === null ? -1 : all().indexOf(host)
  return () => all()[index]?.shadowRoot?.querySelector('button')
}

function isNothingFocused(): boolean {
  const active = deepActiveElement(document)
  return active === null || active === document.body || active === document.documentElement
}

function keepInside(element: HTMLElement, event: KeyboardEvent) {
  const targets = focusablesOf(element)
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

/** Returns the focused element, also inside shadow roots. */
export function deepActiveElement(root: Document | ShadowRoot): Element | null {
  const active = root.activeElement
  return active?.shadowRoot ? deepActiveElement(active.shadowRoot) : active
}
