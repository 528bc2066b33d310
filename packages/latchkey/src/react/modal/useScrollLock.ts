import { useEffect } from 'react'

let locks = 0
let restore: (() => void) | undefined

/** Prevents the page behind the dialog from scrolling, and from shifting sideways when its scrollbar disappears. */
export function useScrollLock(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    if (locks++ === 0) restore = lock(document.documentElement)
    return () => {
      if (--locks === 0) restore?.()
    }
  }, [isActive])
}

function lock(element: HTMLElement): () => void {
  const { style } = element
  const before = { overflow: style.overflow, paddingInlineEnd: style.paddingInlineEnd }
  const scrollbar = window.innerWidth - element.clientWidth
  style.overflow = 'hidden'
  if (scrollbar > 0) style.paddingInlineEnd = `${scrollbar}px`
  return () => Object.assign(style, before)
}
