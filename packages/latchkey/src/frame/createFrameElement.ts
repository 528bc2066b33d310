import { frameElementId, frameZIndex } from '../protocol/frame/frameConstants.js'

/** What the wallet's site may do in the frame (docs/security.md "Frame"). */
const sandbox = [
  'allow-scripts',
  'allow-same-origin',
  'allow-forms',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
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
    all: 'initial',
    position: 'fixed',
    border: '0',
    'z-index': String(frameZIndex),
    // A host's own dialog may have taken the page's pointer events.
    'pointer-events': 'auto',
    'color-scheme': 'normal',
  })
  hideFrame(element)
  return element
}

/** Where the frame lies, in CSS pixels of the viewport. */
export type FramePlace = {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
  /** The corners' radius, as CSS: `'0 0 28px 28px'`. */
  readonly radius: string
}

/** Shows the frame at a place of the viewport. */
export function placeFrame(
  element: HTMLIFrameElement,
  { top, left, width, height, radius }: FramePlace,
): void {
  setStyles(element, {
    display: 'block',
    top: `${top}px`,
    left: `${left}px`,
    width: `${width}px`,
    height: `${height}px`,
    'border-radius': radius,
  })
}

export function hideFrame(element: HTMLIFrameElement): void {
  setStyles(element, { display: 'none' })
}

function setStyles({ style }: HTMLElement, styles: { readonly [property: string]: string }) {
  for (const [property, value] of Object.entries(styles)) style.setProperty(property, value, 'important')
}
