/**
 * Calls `listener` when a page wakes or comes online; returns a function that stops this. Browsers do not report a
 * socket that died while the page slept: iOS closes one within seconds of leaving the tab.
 */
export function watchWake(listener: () => void): () => void {
  if (typeof document === 'undefined' || typeof addEventListener === 'undefined') return () => {}
  const onVisibility = () => {
    if (document.visibilityState === 'visible') listener()
  }
  // `pageshow` for a page from the back/forward cache, `focus` for windows that were never hidden.
  const names = ['pageshow', 'online', 'focus'] as const
  document.addEventListener('visibilitychange', onVisibility)
  for (const name of names) addEventListener(name, listener)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    for (const name of names) removeEventListener(name, listener)
  }
}
