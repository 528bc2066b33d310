import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Makes the stage follow its content's height, animated by its style sheet, and returns whether the content scrolls.
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
    const follow = () => {
      const height = element.offsetHeight
      frame.style.blockSize = `${height}px`
      // The stage is still animating towards that height, so its maximum height counts.
      const limit = Number.parseFloat(getComputedStyle(dialog).maxHeight)
      setOverflowing(height > limit - frame.offsetTop)
    }
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    window.addEventListener('resize', follow)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', follow)
    }
  }, [])

  return { stage, scroller, content, isOverflowing }
}
