import { useEffect, useState } from 'react'
import type { Ask } from '../page/siteState.js'
import { dwell, isTooSmall, watchVisibility } from '../page/visibility.js'
import { focusHeading } from './focusHeading.js'
import { useSite, useSiteState } from './SiteContext.js'

/** What changes the ways in, or opens the wallet: a page could lead the visitor's hands there, too. Consents have their own check. */
const shielded: ReadonlySet<Ask['kind']> = new Set(['view', 'backup', 'recover'])

/** How long a surface may be covered or too small before it says so, in milliseconds. */
const patience = 1_500

/**
 * Takes no press and no key in an iframe until the surface has been wholly visible for {@link dwell}. Returns why it takes none for long: it offers the
 * wallet's own window then.
 */
export function useShield(ask: Ask | undefined): 'hidden' | 'small' | undefined {
  const { seesVisibility } = useSite()
  const surface = useSiteState((state) => state.surface)
  const isShielded = surface === 'iframe' && seesVisibility && ask !== undefined && shielded.has(ask.kind)
  const [fault, setFault] = useState<'hidden' | 'small'>()

  useEffect(() => {
    if (!isShielded) return
    const begun = performance.now()
    let hiddenSince: number | undefined = begun
    let smallSince: number | undefined
    const watch = watchVisibility([document.documentElement], (isVisible) => {
      hiddenSince = isVisible ? undefined : (hiddenSince ?? performance.now())
    })
    const look = () => {
      const since = watch.visibleSince()
      const now = performance.now()
      const size = { width: innerWidth, height: innerHeight, pixelRatio: devicePixelRatio }
      smallSince = isTooSmall(size) ? (smallSince ?? now) : undefined
      const isLong = (at: number | undefined) => at !== undefined && now - at > patience
      const found = isLong(smallSince) ? 'small' : isLong(hiddenSince) ? 'hidden' : undefined
      const isReady = smallSince === undefined && since !== undefined && now - since >= dwell
      setFault(found)
      // The offer of the window changes nothing in the wallet.
      const wasInert = document.body.inert
      document.body.inert = !isReady && found === undefined
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
  return isShielded ? fault : undefined
}
