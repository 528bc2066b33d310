import { createContext, type RefObject, useContext, useLayoutEffect } from 'react'

/** How far the lists of the views in the history are scrolled, so that going back finds them as they were. */
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
