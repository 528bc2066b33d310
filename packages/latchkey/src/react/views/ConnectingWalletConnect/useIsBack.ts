import { useEffect, useState } from 'react'
import { useKit } from '../../KitContext.js'
import { returnPatience } from '../../styles/timings.js'

/**
 * Returns true for a while after the visitor came back to the page from a wallet's app. The wallet's answer may take a
 * moment: iOS closes the socket of a page in the background, so it must be reopened.
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
