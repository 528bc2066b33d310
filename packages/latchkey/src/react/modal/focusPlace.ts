const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]'

/** Returns the elements that the keyboard can reach within an element, in order. */
export function focusablesOf(element: HTMLElement): readonly HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(focusable)].filter(
    (target) => target.tabIndex >= 0 && target.getClientRects().length > 0,
  )
}

/** A position of the focus, described so that it can be found again after its view was rendered anew. */
export type FocusPlace = {
  readonly name: string
  /** Its index among the elements with this name. */
  readonly index: number
}

export function placeOf(root: HTMLElement, target: Element): FocusPlace | undefined {
  const name = nameOf(target)
  const alike: readonly Element[] = named(root, name)
  const index = alike.indexOf(target)
  return index < 0 ? undefined : { name, index }
}

export function findPlace(root: HTMLElement, { name, index }: FocusPlace): HTMLElement | undefined {
  return named(root, name)[index]
}

const named = (root: HTMLElement, name: string) => focusablesOf(root).filter((one) => nameOf(one) === name)

const nameOf = (element: Element) =>
  `${element.tagName} ${element.id} ${element.getAttribute('aria-label') ?? element.textContent}`
