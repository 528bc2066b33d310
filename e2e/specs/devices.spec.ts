import type { BrowserContextOptions } from '@playwright/test'
import { DemoPage } from '../pages/DemoPage.js'
import {
  androidChrome,
  androidWebView,
  appStore,
  iosSafari,
  iosWebView,
  openedPairing,
  openWallets,
  pairingIn,
  phone,
  playStore,
  wallets,
} from '../pages/devices.js'
import { Explorer } from '../pages/Explorer.js'
import { LinkSpy } from '../pages/LinkSpy.js'
import { expect, test } from '../pages/test.js'
import { stack } from '../setup/stack.js'

// Chromium with the user agents and screens of other devices. Behaviour that only real engines have is not tested here.

type Device = {
  readonly options: BrowserContextOptions
  /** Runs in the page first, to set the device's globals. */
  readonly prepare?: (() => void) | undefined
  /** The target of a link with an app's own scheme. */
  readonly target: '_self' | '_blank'
  /** How many times a link's pairing is URL-encoded. */
  readonly encodings: 1 | 2
  readonly store: 'https://apps.apple.com/harbour' | 'https://play.google.com/harbour'
}

const asTelegram = () => Object.assign(window, { TelegramWebviewProxy: {} })
const asIpad = () => {
  Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' })
  Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 5 })
}
const devices: { readonly [name: string]: Device } = {
  'iPhone, Safari': { options: phone(iosSafari), target: '_self', encodings: 1, store: appStore },
  'a small iPhone, Safari': {
    options: phone(iosSafari, { width: 320, height: 568 }),
    target: '_self',
    encodings: 1,
    store: appStore,
  },
  'iPad, Safari as a desktop': {
    options: phone(
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      { width: 820, height: 1180 },
    ),
    prepare: asIpad,
    target: '_self',
    encodings: 1,
    store: appStore,
  },
  'Android, Chrome': { options: phone(androidChrome), target: '_self', encodings: 1, store: playStore },
  'iPhone, in the browser of another app': {
    options: phone(`${iosWebView} Instagram 380.0.0.0`),
    target: '_self',
    encodings: 1,
    store: appStore,
  },
  'Android, in the browser of another app': {
    options: phone(`${androidWebView} [FB_IAB/FB4A;FBAV/500.0.0.0;]`),
    target: '_self',
    encodings: 1,
    store: playStore,
  },
  'iPhone, Telegram': {
    options: phone(iosWebView),
    prepare: asTelegram,
    target: '_blank',
    encodings: 1,
    store: appStore,
  },
  'Android, Telegram': {
    options: phone(`${androidWebView} Telegram-Android/11.9.0 (Google Pixel 9; Android 15; SDK 35)`),
    prepare: asTelegram,
    target: '_blank',
    encodings: 2,
    store: playStore,
  },
}

for (const [name, { options, prepare, target, encodings, store }] of Object.entries(devices)) {
  test.describe(name, () => {
    test.use(options)
    test.beforeEach(async ({ page }) => {
      if (prepare !== undefined) await page.addInitScript(prepare)
    })

    test('opens apps within the tap with a valid pairing, and the store for a missing app', async ({
      page,
      modal,
      remoteWallet,
    }) => {
      await page.clock.install()
      const spy = await openWallets(page, modal)
      await modal.button('Meadow').tap()
      // The browser makes the click of a tap a moment later; Back on the list would come before it.
      await expect(modal.dialog.getByText('Continue in Meadow')).toBeVisible()
      await modal.back()
      await modal.button('Harbour').tap()
      await expect(modal.dialog.getByText('Continue in Harbour')).toBeVisible()
      await page.clock.runFor(5_000)
      await modal.button('Try again').tap()
      await modal.button('Get').tap()

      await expect.poll(async () => (await spy.opened()).length).toBe(4)
      const opened = await spy.opened()
      const own = { href: expect.stringMatching(/^harbour:\/\/wc\?uri=/), target, isInTap: true }
      const universal = /^https:\/\/meadow\.example\.com\/app\/wc\?uri=/
      expect(opened).toEqual([
        { href: expect.stringMatching(universal), target: '_blank', isInTap: true },
        own,
        own,
        { href: store, target: '_blank', isInTap: true },
      ])
      const pairing = pairingIn(opened[1]?.href, encodings)
      expect(pairing).toMatch(/^wc:[0-9a-f]{64}@2\?/)
      await remoteWallet.pair(pairing)
      await modal.expectClosed()
      await new DemoPage(page).expectStatus('connected')
    })
  })
}

test.describe('the pairing exists before the tap', () => {
  test.use(phone(iosSafari))

  test('even while the relay is unreachable', async ({ page, modal, complaints }) => {
    await page.routeWebSocket(/./, () => {})
    const spy = await openWallets(page, modal)
    await modal.button('Harbour').tap()
    expect(await openedPairing(spy)).toMatch(/^wc:[0-9a-f]{64}@2\?/)
    complaints.length = 0
  })

  test('the pairing stays valid when the app opens the same link again', async ({ page, modal }) => {
    await page.clock.install()
    const spy = await openWallets(page, modal)
    await modal.button('Harbour').tap()
    await page.clock.runFor(5_000)
    await modal.button('Try again').tap()
    await expect.poll(async () => (await spy.opened()).length).toBe(2)
    const [first, second] = await spy.opened()
    expect(second).toEqual(first)
  })
})

test.describe('in a frame of another page', () => {
  test.use(phone(androidChrome))

  test('an app’s own scheme opens in the top window', async ({ page, modal }) => {
    const spy = new LinkSpy(page)
    await spy.install()
    await new Explorer(wallets).serve(page)
    // The demo forbids frames, so a copy without that header is served; it must not use the relay.
    await page.routeWebSocket(/./, () => {})
    await page.route(`${stack.demo}/`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { 'content-type': 'text/html' } })
    })
    // Chromium does not know where a page that was written here comes from, and lets it call no other site of this machine.
    await page.route(`${stack.site}/**`, (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: {
          email: false,
          socials: [],
          farcaster: false,
          passkey: false,
          custody: 'self',
          site: '0123456789abcdef',
        },
      }),
    )
    await page.route('**/frame.html', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><meta name="viewport" content="width=device-width"><title>Frame</title><style>body{margin:0}iframe{border:0;width:100%;height:100vh}</style><iframe src="/"></iframe>',
      }),
    )
    await page.goto(new URL('/frame.html', stack.demo).href)
    const frame = page.frameLocator('iframe')
    await frame.getByRole('button', { name: 'Connect wallet' }).tap()
    await frame
      .getByRole('dialog')
      .getByRole('button', { name: /^All wallets/ })
      .tap()
    await frame.getByRole('dialog').getByRole('button', { name: 'Harbour' }).tap()
    const opened = await page.frames()[1]?.evaluate(() => (window as { openedLinks?: unknown }).openedLinks)
    expect(opened).toMatchObject([{ target: '_top', isInTap: true }])
    await expect(modal.dialog).toHaveCount(0)
  })
})

test.describe("in a wallet's browser", () => {
  test.use(phone(`${androidWebView} HarbourWallet/3.1`))

  test("offers the page's wallet, even without an announcement", async ({ page, modal, wallet }) => {
    // Older wallet apps set `window.ethereum` without an announcement.
    await page.addInitScript(() => {
      localStorage.setItem('tidepool.practiceWallet', 'off')
      window.addEventListener('eip6963:announceProvider', (event) => {
        const { provider } = (event as CustomEvent<{ readonly provider: unknown }>).detail
        Object.assign(window, { ethereum: provider })
        event.stopImmediatePropagation()
      })
      window.dispatchEvent(new Event('eip6963:requestProvider'))
    })
    const demo = new DemoPage(page)
    await demo.open()
    await page.getByRole('button', { name: 'Connect wallet' }).tap()
    await modal.wallet('Browser wallet').tap()
    await demo.expectStatus('connected')
    await expect(page.getByTestId('address')).toHaveText(wallet.address)
  })
})
