/** What the page knows of the moment in which a visitor presses a button that signs (spec §10 "Consent"). Times are of `performance.now()`. */
export type PressFacts = {
  /** In a window of its own a surface need not prove that it is visible. */
  readonly surface: 'iframe' | 'window'
  /** Whether the browser tells if an element is really visible (`IntersectionObserver` with `trackVisibility`). */
  readonly seesVisibility: boolean
  /** Since when the surface and the button have been wholly visible, or `undefined` if it is not. */
  readonly visibleSince: number | undefined
  /** When the content or the layout of the surface last changed. */
  readonly changedAt: number
  readonly pressedAt: number
  readonly width: number
  readonly height: number
  /** `devicePixelRatio`: a page can shrink the frame with `zoom`, which leaves its width in CSS pixels. */
  readonly pixelRatio: number
  readonly isTrusted: boolean
  /** `navigator.userActivation.isActive`. */
  readonly isActive: boolean
  /** Whether the press began on the button too. */
  readonly beganHere: boolean
}

/** How long the button must have been visible, and how long nothing may have changed, in milliseconds. */
export const dwell = 800
const calm = 500
/** The least size of a surface that may sign, in CSS pixels. */
const leastWidth = 320
const leastHeight = 360
/** The least pixels of the screen for each CSS pixel: a browser zoomed out to 75 % on a plain screen. */
const leastPixelRatio = 0.75

/**
 * Why a press does not count, or `undefined` if it does. `window`: this surface may not sign at all, the wallet's own window may.
 */
export type PressFault = 'window' | 'small' | 'hidden' | 'early' | 'forged'

/** Decides whether a press on Approve is a visitor's decision. */
export function faultOf(facts: PressFacts): PressFault | undefined {
  const { surface, seesVisibility, visibleSince, isTrusted, isActive, beganHere } = facts
  if (!isTrusted || !isActive || !beganHere) return 'forged'
  if (surface === 'iframe') {
    if (!seesVisibility) return 'window'
    if (isTooSmall(facts)) return 'small'
    if (visibleSince === undefined) return 'hidden'
  }
  return isTooEarly(facts) ? 'early' : undefined
}

/** Whether nobody can read what stands on the surface. */
export function isTooSmall({
  width,
  height,
  pixelRatio,
}: Pick<PressFacts, 'width' | 'height' | 'pixelRatio'>) {
  return width < leastWidth || height < leastHeight || pixelRatio < leastPixelRatio
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

/**
 * Follows whether elements are wholly visible to the visitor, all of them: covered, faded, scaled and clipped ones are not. A button alone is not
 * enough, because a page can clip the surface to it, and hide what is approved.
 */
export function watchVisibility(elements: readonly Element[], onChange: (isVisible: boolean) => void): Watch {
  let since: number | undefined
  const visible = new Set<Element>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries as readonly (IntersectionObserverEntry & {
        readonly isVisible?: boolean
      })[]) {
        if (entry.isVisible === true && entry.intersectionRatio >= 0.99) visible.add(entry.target)
        else visible.delete(entry.target)
      }
      const isVisible = visible.size === elements.length
      since = isVisible ? (since ?? performance.now()) : undefined
      onChange(isVisible)
    },
    { threshold: [0, 0.99, 1], trackVisibility: true, delay: 100 } as IntersectionObserverInit,
  )
  for (const element of elements) observer.observe(element)
  return { visibleSince: () => since, stop: () => observer.disconnect() }
}
