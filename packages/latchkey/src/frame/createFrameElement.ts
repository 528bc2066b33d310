import type { FramePlace } from '../core/FrameClient.js'
import { frameElementId, frameZIndex } from '../protocol/frame/frameConstants.js'

/** What the wallet's site may do in the frame (docs/security.md "Frame"). */
const sandbox = [
  'allow-scripts',
  'allow-same-origin',
  'allow-forms',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  // The file of a recovery kit. Without this the browser saves nothing, and tells nobody.
  'allow-downloads',
  'allow-storage-access-by-user-activation',
]
const permissions = [
  'publickey-credentials-get',
  'publickey-credentials-create',
  'clipboard-write',
  'storage-access',
]

/** Makes the frame's element, hidden. Its styles are set by script, which every page's policy allows, and win over the page's own. */
export function createFrameElement(src: string, origin: string): HTMLIFrameElement {
  const element = document.createElement('iframe')
  element.id = frameElementId
  element.title = 'Wallet'
  element.setAttribute('sandbox', sandbox.join(' '))
  element.allow = permissions.map((name) => `${name} ${origin}`).join('; ')
  element.referrerPolicy = 'strict-origin'
  element.src = src
  setStyles(element, {
    position: 'fixed',
    'z-index': String(frameZIndex),
    // A host's own dialog may have taken the page's pointer events.
    'pointer-events': 'auto',
    'color-scheme': 'normal',
    // Whatever the page says of its frames.
    ...{ margin: '0', padding: '0', border: '0', 'box-shadow': 'none', 'box-sizing': 'border-box' },
    ...{ right: 'auto', bottom: 'auto', 'min-width': '0', 'min-height': '0' },
    ...{ 'max-width': 'none', 'max-height': 'none', 'aspect-ratio': 'auto' },
    ...{ visibility: 'visible', opacity: '1', filter: 'none', 'mix-blend-mode': 'normal' },
    ...{ transform: 'none', 'clip-path': 'none', mask: 'none', transition: 'none', animation: 'none' },
  })
  hideFrame(element)
  return element
}

/** Shows the frame at a place of the viewport. */
export function placeFrame(
  element: HTMLIFrameElement,
  { top, left, width, height, radius = '0' }: FramePlace,
): void {
  const put = (y: number, x: number) => setStyles(element, { top: `${y}px`, left: `${x}px` })
  put(top, left)
  setStyles(element, {
    display: 'block',
    width: `${width}px`,
    height: `${height}px`,
    'border-radius': radius,
  })
  // In a page whose body is moved by a transform, a fixed element is placed within that.
  const now = element.getBoundingClientRect()
  if (now.top !== top || now.left !== left) put(2 * top - now.top, 2 * left - now.left)
}

export function hideFrame(element: HTMLIFrameElement): void {
  setStyles(element, { display: 'none' })
}

function setStyles({ style }: HTMLElement, styles: { readonly [property: string]: string }) {
  for (const [property, value] of Object.entries(styles)) style.setProperty(property, value, 'important')
}
