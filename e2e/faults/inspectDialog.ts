/** Runs in the page: lists problems of the open dialog that a visitor must never see, whatever the services answer. */
export function inspectDialog(): readonly string[] {
  const dialog = document
    .querySelector('[data-latchkey="modal"]')
    ?.shadowRoot?.querySelector('[role="dialog"]')
  if (!(dialog instanceof HTMLElement)) return ['There is no dialog.']
  const problems: string[] = []
  const turning = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/
  const elements = [...dialog.querySelectorAll<HTMLElement>('*')]
  const isInSight = (element: Element) => {
    const { top, bottom, width, height } = element.getBoundingClientRect()
    const frame = dialog.getBoundingClientRect()
    return width > 0 && height > 0 && top < frame.bottom && bottom > frame.top
  }

  // Waiting elements must have a text.
  for (const element of elements) {
    const isPlaceholder = element.matches('.skeleton, .account-nft-empty, .view-loading, .tile-empty')
    if (isPlaceholder && isInSight(element)) problems.push(`A placeholder is left: ${element.className}`)
    const isBusy = element.getAttribute('aria-busy') === 'true' && isInSight(element)
    if (isBusy && element.textContent.trim() === '' && !(element instanceof HTMLInputElement)) {
      problems.push(`Busy without a word: ${element.outerHTML.slice(0, 160)}`)
    }
  }

  // Only text and data pictures of foreign content are drawn.
  const forbidden = 'script, iframe, object, embed, foreignObject, base, meta, link'
  for (const element of dialog.querySelectorAll(forbidden)) problems.push(`An element: ${element.outerHTML}`)
  for (const element of elements) {
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) problems.push(`A handler: ${name}="${value}"`)
      if (turning.test(value)) problems.push(`An attribute turns the text around: ${name}="${value}"`)
      if (/^(href|src|action)$/.test(name) && !/^(https?:|blob:|data:image\/|#)/.test(value)) {
        problems.push(`An address: ${name}="${value}"`)
      }
    }
    if (element instanceof HTMLImageElement && !/^(blob:|data:)/.test(element.src)) {
      problems.push(`A picture from elsewhere: ${element.src}`)
    }
  }
  if ('ran' in window) problems.push(`A script ran: ${String(window.ran)}`)

  // The text is readable.
  // Uses the rendered text: hidden text cannot be nonsense.
  // biome-ignore lint/performance/useDomNodeTextContent: the line breaks between parts are wanted.
  const text = dialog.innerText
  if (turning.test(text)) problems.push('The text is turned around.')
  const nonsense = /\bNaN\b|\bInfinity\b|\bundefined\b|\[object|\d[eE]\+\d|\$-|-\$/.exec(text)
  if (nonsense !== null)
    problems.push(`Nonsense is shown: ${text.slice(nonsense.index - 40, nonsense.index + 40)}`)
  for (const scroller of dialog.querySelectorAll('.scroller')) {
    if (scroller.scrollWidth > scroller.clientWidth + 1) {
      problems.push(`It is wider than its place: ${scroller.scrollWidth} of ${scroller.clientWidth}`)
    }
  }

  // A button leads out of the dialog.
  const buttons = elements.filter(
    (element) => element instanceof HTMLButtonElement && !element.disabled && isInSight(element),
  )
  const ways = buttons.filter(
    (button) => (button.getAttribute('aria-label') ?? button.textContent).trim() !== '',
  )
  if (ways.length === 0) problems.push('There is no way out.')
  return problems
}
