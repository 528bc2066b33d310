import { useEffect } from 'react'
import type { Ask } from '../page/siteState.js'
import { SiteError } from '../page/toFrameError.js'
import { useSite, useSiteState } from './SiteContext.js'

/** Escape leaves what can be left; the host takes the frame away. Tab leaves the frame at its edges, to the host's dialog around it. */
export function useLeaving(first: Ask | undefined): void {
  const { asks, tellLeave, giveUpWindow } = useSite()
  const isFrame = useSiteState(({ surface }) => surface === 'iframe')
  useEffect(() => {
    const leaveAsk = () => {
      if (first?.kind === 'consent' && first.status === 'busy') return
      if (first?.kind === 'window' && first.status === 'working') giveUpWindow(first.id)
      else if (first !== undefined) {
        asks.reject(first.id, new SiteError('rejected', 'Left by the visitor', { rpc: 4001 }))
      }
      tellLeave('escape')
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented) return
      if (event.key === 'Escape') return leaveAsk()
      // The browser would go on to whatever lies behind the frame in the page.
      if (event.key !== 'Tab' || !isFrame || !isAtEdge(event.shiftKey)) return
      event.preventDefault()
      tellLeave(event.shiftKey ? 'back' : 'forward')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [first, asks, tellLeave, giveUpWindow, isFrame])
}

/** Whether the keyboard is on the first element of the surface that takes it, or on the last one. */
function isAtEdge(isBackwards: boolean): boolean {
  const root = document.activeElement?.shadowRoot
  if (root == null) return false
  const stops = [
    ...root.querySelectorAll<HTMLElement>(
      ':is(button, input, textarea):not(:disabled), summary, a[href], [tabindex="0"]',
    ),
  ].filter((stop) => stop.checkVisibility())
  return root.activeElement === stops.at(isBackwards ? 0 : -1)
}
