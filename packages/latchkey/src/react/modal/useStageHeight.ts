import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Makes the stage follow its content's height, animated by its style sheet, and returns whether the content scrolls.
 *
 * While a pointer is pressed the height stays as it is: the dialog is centered, so every control moves with it, and a
 * control that is no longer under the pointer at the release gets no click.
 */
export function useStageHeight() {
  const stage = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [isOverflowing, setOverflowing] = useState(false)

  useLayoutEffect(() => {
    const [frame, element] = [stage.current, content.current]
    const dialog = frame?.parentElement
    if (frame === null || element === null || !dialog) return
    let isPressed = false
    const follow = () => {
      if (isPressed) return
      const height = element.offsetHeight
      frame.style.blockSize = `${height}px`
      // The stage is still animating towards that height, so its maximum height counts.
      const limit = Number.parseFloat(getComputedStyle(dialog).maxHeight)
      setOverflowing(height > limit - frame.offsetTop)
    }
    const onWindow = ({ type }: Event) => {
      isPressed = type === 'pointerdown'
      // Ends an animation that is under way.
      if (isPressed) frame.style.blockSize = `${frame.offsetHeight}px`
      follow()
    }
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    const listening = new AbortController()
    for (const type of ['resize', 'pointerdown', 'pointerup', 'pointercancel']) {
      window.addEventListener(type, onWindow, { capture: true, signal: listening.signal })
    }
    return () => {
      observer.disconnect()
      listening.abort()
    }
  }, [])

  return { stage, scroller, content, isOverflowing }
}
