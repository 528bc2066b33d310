import { useSyncExternalStore } from 'react'
import { useKitState } from '../hooks/useKitState.js'

/** Returns the theme mode to render: the kit's, or the system's if the kit follows it. */
export function useThemeMode(): 'dark' | 'light' {
  const mode = useKitState((state) => state.theme.mode)
  const isSystemDark = useMedia('(prefers-color-scheme: dark)')
  if (mode !== 'auto') return mode
  return isSystemDark ? 'dark' : 'light'
}

/** Returns whether a media query matches, live; `false` on a server. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
