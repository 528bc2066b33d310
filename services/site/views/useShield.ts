import { useEffect, useState } from 'react'
import type { Ask } from '../page/siteState.js'
import { dwell, isTooSmall, watchVisibility } from '../page/visibility.js'
import { focusHeading } from './focusHeading.js'
import { useSite, useSiteState } from './SiteContext.js'

/** What changes the ways in, or opens the wallet: a page could lead the visitor's hands there, too. Consents have their own check. */
const shielded: ReadonlySet<Ask['kind']> = new Set(['view', 'backup', 'recover'])

/** How long a surface may take to show itself before it says that it is covered, in milliseconds. */
const patience = 1_500

/**
 * Takes no press and no key in an iframe until the surface has been wholly visible for {@link dwell}. Returns whether it is covered: it offers the
 * wallet's own window then.
 */
export function useShield(ask: Ask | undefined): boolean {
  const { seesVisibility } = useSite()
  const surface = useSiteState((state) => state.surface)
  const isShielded = surface === 'iframe' && seesVisibility && ask !== undefined && shielded.has(ask.kind)
  const [isCovered, setCovered] = useState(false)

  useEffect(() => {
    if (!isShielded) return
    const begun = performance.now()
    let hiddenSince: number | undefined = begun
    const watch = watchVisibility([document.documentElement], (isVisible) => {
      hiddenSince = isVisible ? undefined : (hiddenSince ?? performance.now())
    })
    const look = () => {
      const since = watch.visibleSince()
      const now = performance.now()
      const size = { width: innerWidth, height: innerHeight, pixelRatio: devicePixelRatio }
      const isReady = since !== undefined && now - since >= dwell && !isTooSmall(size)
      const isLongHidden = hiddenSince !== undefined && now - hiddenSince > patience
      setCovered(isLongHidden)
      // The offer of the window changes nothing in the wallet.
      const wasInert = document.body.inert
      document.body.inert = !isReady && !isLongHidden
      // What is inert loses the keyboard.
      if (wasInert && !document.body.inert)
        focusHeading(document.body.firstElementChild?.shadowRoot?.querySelector('h1'))
    }
    look()
    const timer = setInterval(look, 100)
    return () => {
      clearInterval(timer)
      watch.stop()
      document.body.inert = false
    }
  }, [isShielded])
  return isShielded && isCovered
}
