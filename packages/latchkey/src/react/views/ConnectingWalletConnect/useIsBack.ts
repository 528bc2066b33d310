import { useEffect, useState } from 'react'
import { useKit } from '../../KitContext.js'
import { returnPatience } from '../../styles/timings.js'

/**
 * Whether the visitor has just come back to the page from a wallet's app. Its answer may take a moment: iOS closes the
 * socket of a page that is not in front, and so it must be opened anew.
 */
export function useIsBack(isWaiting: boolean): boolean {
  const { clock } = useKit()
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    setBack(false)
    if (!isWaiting) return
    let cancel = () => {}
    const onVisibility = () => {
      cancel()
      const isVisible = document.visibilityState === 'visible'
      setBack(isVisible)
      if (isVisible) cancel = clock.setTimeout(() => setBack(false), returnPatience)
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      cancel()
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [clock, isWaiting])
  return isBack
}
