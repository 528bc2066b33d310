/**
 * Calls `listener` when a page wakes or comes online; returns a function that stops this. Browsers do not report a
 * socket that died while the page slept: iOS closes one within seconds of leaving the tab.
 */
export function watchWake(listener: () => void): () => void {
  if (typeof document === 'undefined' || typeof addEventListener === 'undefined') return () => {}
  const stopping = new AbortController()
  const { signal } = stopping
  const onVisibility = () => {
    if (document.visibilityState === 'visible') listener()
  }
  document.addEventListener('visibilitychange', onVisibility, { signal })
  // `pageshow` for a page from the back/forward cache, `focus` for windows that were never hidden.
  for (const name of ['pageshow', 'online', 'focus']) addEventListener(name, listener, { signal })
  return () => stopping.abort()
}
