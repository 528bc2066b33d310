/** What the page knows of the moment in which a visitor presses a button that signs (spec §10 "Consent"). Times are of `performance.now()`. */
export type PressFacts = {
  /** In a window of its own a surface need not prove that it is visible. */
  readonly surface: 'iframe' | 'window'
  /** Whether the browser tells if an element is really visible (`IntersectionObserver` with `trackVisibility`). */
  readonly seesVisibility: boolean
  /** Since when the button has been wholly visible, or `undefined` if it is not. */
  readonly visibleSince: number | undefined
  /** When the content or the layout of the surface last changed. */
  readonly changedAt: number
  readonly pressedAt: number
  readonly width: number
  readonly height: number
  readonly isTrusted: boolean
  /** `navigator.userActivation.isActive`. */
  readonly isActive: boolean
  /** Whether the press began on the button too. */
  readonly beganHere: boolean
}

/** How long the button must have been visible, and how long nothing may have changed, in milliseconds. */
const dwell = 800
const calm = 500
/** The least size of a surface that may sign, in CSS pixels. */
const leastWidth = 320
const leastHeight = 360

/**
 * Why a press does not count, or `undefined` if it does. `window`: this surface may not sign at all, the wallet's own window may.
 */
export type PressFault = 'window' | 'small' | 'hidden' | 'early' | 'forged'

/** Decides whether a press on Approve is a visitor's decision. */
export function faultOf(facts: PressFacts): PressFault | undefined {
  const { surface, seesVisibility, visibleSince, width, height, isTrusted, isActive, beganHere } = facts
  if (!isTrusted || !isActive || !beganHere) return 'forged'
  if (surface === 'iframe') {
    if (!seesVisibility) return 'window'
    if (width < leastWidth || height < leastHeight) return 'small'
    if (visibleSince === undefined) return 'hidden'
  }
  return isTooEarly(facts) ? 'early' : undefined
}

/** Whether Approve has not been visible, or unchanged, for long enough yet: nobody can have read it. */
export function isTooEarly({
  surface,
  visibleSince,
  changedAt,
  pressedAt,
}: Pick<PressFacts, 'surface' | 'visibleSince' | 'changedAt' | 'pressedAt'>): boolean {
  if (pressedAt - changedAt < calm) return true
  return surface === 'iframe' && (visibleSince === undefined || pressedAt - visibleSince < dwell)
}

/** Whether this browser tells if an element is visible. Chromium does; others take no `trackVisibility`. */
export function seesVisibility(): boolean {
  return 'IntersectionObserverEntry' in globalThis && 'isVisible' in IntersectionObserverEntry.prototype
}

type Watch = { readonly visibleSince: () => number | undefined; readonly stop: () => void }

/** Follows whether an element is wholly visible to the visitor: covered, faded, scaled and clipped elements are not. */
export function watchVisibility(element: Element, onChange: (isVisible: boolean) => void): Watch {
  let since: number | undefined
  const observer = new IntersectionObserver(
    (entries) => {
      const entry = entries[entries.length - 1] as
        | (IntersectionObserverEntry & { readonly isVisible?: boolean })
        | undefined
      const isVisible = entry?.isVisible === true && entry.intersectionRatio >= 0.99
      // The browser looks every `delay` milliseconds at most: what it has not seen since then does not count.
      since = isVisible ? (since ?? performance.now()) : undefined
      onChange(isVisible)
    },
    { threshold: [0, 0.99, 1], trackVisibility: true, delay: 100 } as IntersectionObserverInit,
  )
  observer.observe(element)
  return { visibleSince: () => since, stop: () => observer.disconnect() }
}
