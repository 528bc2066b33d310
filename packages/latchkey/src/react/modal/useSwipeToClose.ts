import { type PointerEvent, type RefObject, useRef } from 'react'

/** The distance in CSS pixels, or the speed in pixels per millisecond, from which a swipe down closes the sheet. */
const distance = 120
const speed = 0.6

/** Returns handlers for the sheet's grab handle: the sheet follows the finger and closes after a far or fast swipe. */
export function useSwipeToClose(sheet: RefObject<HTMLElement | null>, onClose: () => void) {
  const start = useRef<{ readonly y: number; readonly at: number } | undefined>(undefined)

  function move(offset: number) {
    if (sheet.current !== null) sheet.current.style.translate = offset === 0 ? '' : `0 ${offset}px`
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { y: event.clientY, at: event.timeStamp }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current !== undefined) move(Math.max(event.clientY - start.current.y, 0))
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (start.current === undefined) return
      const offset = event.clientY - start.current.y
      const isFast = offset / Math.max(event.timeStamp - start.current.at, 1) > speed
      start.current = undefined
      move(0)
      if (offset > distance || (isFast && offset > 24)) onClose()
    },
    onPointerCancel() {
      start.current = undefined
      move(0)
    },
  }
}
