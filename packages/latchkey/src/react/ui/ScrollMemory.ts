import { createContext, type RefObject, useContext, useLayoutEffect } from 'react'

/** The scroll positions of the lists of views in the history, restored when the visitor goes back. */
export const ScrollMemory = createContext<{ readonly places: Map<string, number>; readonly place: string }>({
  places: new Map(),
  place: '',
})

/** Keeps a list's scroll position while its view is in the history. */
export function useScrollMemory(element: RefObject<HTMLElement | null>): void {
  const { places, place } = useContext(ScrollMemory)
  useLayoutEffect(() => {
    const list = element.current
    if (list === null) return
    list.scrollTop = places.get(place) ?? 0
    const remember = () => places.set(place, list.scrollTop)
    list.addEventListener('scroll', remember, { passive: true })
    return () => list.removeEventListener('scroll', remember)
  }, [element, places, place])
}
