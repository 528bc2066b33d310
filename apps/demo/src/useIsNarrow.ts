import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 400px)')

/** Whether the page is as narrow as on a small phone. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(follow, () => narrow.matches)
}

function follow(onChange: () => void): () => void {
  narrow.addEventListener('change', onChange)
  return () => narrow.removeEventListener('change', onChange)
}
