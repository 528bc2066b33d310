/** Tells what gets the focus in the page. Returns a function that ends it. */
export function followFocus(onFocus: (target: EventTarget | undefined) => void): () => void {
  const tell = (event: FocusEvent) => onFocus(event.composedPath()[0])
  document.addEventListener('focusin', tell)
  return () => document.removeEventListener('focusin', tell)
}
