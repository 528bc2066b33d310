import { useEffect, useRef } from 'react'
import { Skeleton } from '../../ui/Skeleton/Skeleton.js'

/** Marks the end of the loaded part of a list; fetches more when it comes into view. */
export function ListEnd({ isBusy, onSeen }: { readonly isBusy: boolean; readonly onSeen: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(onSeen)
  useEffect(() => {
    latest.current = onSeen
  })
  useEffect(() => {
    const element = end.current
    if (element === null || isBusy) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isBusy])
  return (
    <div ref={end} aria-hidden="true">
      <Skeleton shape="row" />
    </div>
  )
}
