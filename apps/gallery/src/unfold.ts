/** Opens the parts of the modal that unfold, whenever they are drawn: some of them load later than their screen. */
export function unfold(): void {
  for (const { shadowRoot } of document.querySelectorAll('[data-latchkey]')) {
    for (const details of shadowRoot?.querySelectorAll('details') ?? []) details.open = true
  }
  requestAnimationFrame(unfold)
}
