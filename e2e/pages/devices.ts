import type { BrowserContextOptions, Page } from '@playwright/test'
import { DemoPage } from './DemoPage.js'
import { Explorer } from './Explorer.js'
import { LinkSpy } from './LinkSpy.js'
import type { Modal } from './Modal.js'
import { expect } from './test.js'

export const iosSafari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
export const iosWebView =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
export const androidChrome =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
export const androidWebView =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36'

/** Returns the context options of a phone. */
export const phone = (
  userAgent: string,
  viewport = { width: 390, height: 844 },
): Pick<BrowserContextOptions, 'userAgent' | 'viewport' | 'hasTouch' | 'isMobile'> => ({
  userAgent,
  viewport,
  hasTouch: true,
  isMobile: true,
})

export const [appStore, playStore] = [
  'https://apps.apple.com/harbour',
  'https://play.google.com/harbour',
] as const

/** A wallet with its own scheme, and one with a universal link. */
export const wallets = [
  {
    id: 'harbour',
    name: 'Harbour',
    homepage: 'https://harbour.example.com',
    mobile_link: 'harbour://',
    app_store: appStore,
    play_store: playStore,
  },
  { id: 'meadow', name: 'Meadow', mobile_link: 'https://meadow.example.com/app' },
]

/** Opens the page on a device that follows no links, and the modal's list of all wallets. */
export async function openWallets(page: Page, modal: Modal): Promise<LinkSpy> {
  const spy = new LinkSpy(page)
  await spy.install()
  await new Explorer(wallets).serve(page)
  const demo = new DemoPage(page)
  await demo.open()
  await page.getByRole('button', { name: 'Connect wallet' }).tap()
  await modal.wallet(/^All wallets/).tap()
  await expect(modal.button('Harbour')).toBeVisible()
  return spy
}

/** Returns the pairing link that a wallet's app was opened with. The browser makes the click of a tap a moment later. */
export async function openedPairing(spy: LinkSpy): Promise<string> {
  await expect.poll(async () => (await spy.opened()).length).toBeGreaterThan(0)
  const [link] = await spy.opened()
  return pairingIn(link?.href)
}

/** Reads the pairing link in a wallet link, URL-encoded `encodings` times. */
export function pairingIn(href = '', encodings = 1): string {
  const pairing = new URL(href).searchParams.get('uri') ?? ''
  return encodings === 1 ? pairing : decodeURIComponent(pairing)
}
