/**
 * Calls `listener` when a page comes back to life or to the network; returns its cancellation. A browser tells a page
 * nothing of a socket that died while it slept: iOS kills one within seconds of leaving the tab.
 */
export function watchWake(listener: () => void): () => void {
  if (typeof document === 'undefined' || typeof addEventListener === 'undefined') return () => {}
  const onVisibility = () => {
    if (document.visibilityState === 'visible') listener()
  }
  // `pageshow` for a page out of the back/forward cache, `focus` for windows that never were hidden.
  const names = ['pageshow', 'online', 'focus'] as const
  document.addEventListener('visibilitychange', onVisibility)
  for (const name of names) addEventListener(name, listener)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    for (const name of names) removeEventListener(name, listener)
  }
}
