/** Moves the keyboard to the heading of what is shown, if the page has it and it is nowhere: a screen reader says where the visitor is. */
export function focusHeading(heading: HTMLElement | null | undefined): void {
  const root = heading?.getRootNode()
  if (document.hasFocus() && root instanceof ShadowRoot && root.activeElement === null) heading?.focus()
}
