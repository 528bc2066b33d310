import { type RefObject, useLayoutEffect } from 'react'
import type { FramePlace } from '../../../core/FrameClient.js'
import type { PresentFrame } from './useFrameClient.js'

/** For how many frames the place must stay the same until it is no longer looked at in each. */
const quietFrames = 20

/**
 * Lays the frame over an area of the dialog, and keeps it there while the dialog moves: in its animations, with the window,
 * and with the page where it is embedded. The frame goes when the area does.
 */
export function useFramePlace(area: RefObject<HTMLElement | null>, frame: PresentFrame | undefined): void {
  useLayoutEffect(() => {
    const element = area.current
    if (element === null || frame === undefined) return
    const { client } = frame
    let last: FramePlace | undefined
    let request = 0
    let quiet = 0

    const follow = () => {
      const place = placeOf(element)
      if (last === undefined || !isSamePlace(place, last)) {
        client.show(place, last === undefined ? 'first' : undefined)
        last = place
        quiet = 0
      } else quiet++
      if (quiet < quietFrames) request = requestAnimationFrame(follow)
    }
    const look = () => {
      cancelAnimationFrame(request)
      quiet = 0
      request = requestAnimationFrame(follow)
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    const dialog = element.closest('.dialog')
    if (dialog !== null) observer.observe(dialog)
    const listening = new AbortController()
    const options = { signal: listening.signal, capture: true, passive: true }
    window.addEventListener('resize', look, options)
    window.addEventListener('scroll', look, options)
    window.visualViewport?.addEventListener('resize', look, options)
    return () => {
      cancelAnimationFrame(request)
      observer.disconnect()
      listening.abort()
      client.hide()
    }
  }, [area, frame])
}

function placeOf(element: HTMLElement): FramePlace {
  const { top, left, width, height } = element.getBoundingClientRect()
  const dialog = element.closest('.dialog')
  const { borderBottomLeftRadius, borderBottomRightRadius } = getComputedStyle(dialog ?? element)
  return { top, left, width, height, radius: `0 0 ${borderBottomRightRadius} ${borderBottomLeftRadius}` }
}

function isSamePlace(one: FramePlace, other: FramePlace): boolean {
  return (['top', 'left', 'width', 'height', 'radius'] as const).every((name) => one[name] === other[name])
}
