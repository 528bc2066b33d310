import { type RefObject, useEffect, useRef } from 'react'
import { focusablesOf } from '../../modal/focusPlace.js'
import type { PresentFrame } from './useFrameClient.js'

/**
 * Moves the keyboard between the dialog and the frame: the gate, a button of the dialog that the frame covers, passes it on
 * into the frame, to its first control or its last one; the frame says when it is left, and on which side.
 *
 * @returns What to do when the gate gets the focus, or is pressed.
 */
export function useFrameFocus(
  area: RefObject<HTMLElement | null>,
  gate: RefObject<HTMLElement | null>,
  frame: PresentFrame | undefined,
): () => void {
  const isBackwards = useRef(false)

  useEffect(() => {
    const dialog = area.current?.closest<HTMLElement>('.dialog')
    if (!dialog || frame === undefined) return
    const { client, element } = frame
    const listening = new AbortController()
    const options = { signal: listening.signal, capture: true }

    const onKeyDown = ({ key, shiftKey }: KeyboardEvent) => {
      if (key === 'Tab') isBackwards.current = shiftKey
    }
    // A browser may move the focus out of the frame by itself, to whatever lies behind it in the page.
    const onFocusIn = ({ relatedTarget, target }: FocusEvent) => {
      const isStrayed = relatedTarget === element && target instanceof Node && !isIn(dialog, target)
      if (isStrayed) dialog.focus({ preventScroll: true })
    }
    // A host's own dialog that traps the focus must not learn of it going to the frame.
    const onFocusOut = (event: FocusEvent) => {
      if (event.relatedTarget === element) event.stopImmediatePropagation()
    }
    const keepIn = (event: Event) => event.stopPropagation()
    window.addEventListener('keydown', onKeyDown, options)
    window.addEventListener('focusin', onFocusIn, options)
    window.addEventListener('focusout', onFocusOut, options)
    element.addEventListener('focusin', keepIn, { signal: listening.signal })

    const stop = client.subscribe((news) => {
      if (news.type !== 'LEAVE' || news.payload.way === 'escape') return
      const others = focusablesOf(dialog).filter((target) => target !== gate.current)
      const target = news.payload.way === 'forward' ? others[0] : others.at(-1)
      ;(target ?? dialog).focus({ preventScroll: true })
    })
    return () => {
      listening.abort()
      stop()
    }
  }, [area, gate, frame])

  return () => {
    if (frame === undefined) return
    const { client, element } = frame
    client.tell('SHOWN', { isShown: true, focus: isBackwards.current ? 'last' : 'first' })
    isBackwards.current = false
    element.focus({ preventScroll: true })
  }
}

/** Whether a node is in an element, also through shadow roots. */
function isIn(element: Node, node: Node): boolean {
  if (element.contains(node)) return true
  const root = node.getRootNode()
  return root instanceof ShadowRoot ? isIn(element, root.host) : node === elementHost(element)
}

function elementHost(element: Node): Node | undefined {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : undefined
}
