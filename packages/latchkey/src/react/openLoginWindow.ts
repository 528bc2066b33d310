/** The size of a provider's window, in CSS pixels. */
const [width, height] = [600, 800]

/**
 * Opens an empty window for a login at a provider, over the middle of this one; `null` if the browser does not allow it.
 * Call it within the visitor's click.
 */
export function openLoginWindow(): Window | null {
  const left = Math.max(0, screenX + (outerWidth - width) / 2)
  const top = Math.max(0, screenY + (outerHeight - height) / 2)
  return window.open('', 'latchkey-login', `popup,width=${width},height=${height},left=${left},top=${top}`)
}
