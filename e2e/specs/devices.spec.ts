import type { BrowserContextOptions, Page } from '@playwright/test'
import { DemoPage } from '../pages/DemoPage.js'
import { Explorer } from '../pages/Explorer.js'
import { LinkSpy } from '../pages/LinkSpy.js'
import type { Modal } from '../pages/Modal.js'
import { Phone } from '../pages/Phone.js'
import { expect, test } from '../pages/test.js'
import { stack } from '../setup/stack.js'

// Chromium, told to be what a visitor may hold. What only a real engine can show is not claimed here.

const iosSafari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const iosWebView =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const androidChrome =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const androidWebView =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36'

type Device = {
  readonly options: BrowserContextOptions
  /** What the page finds in its window there. */
  readonly prepare?: (() => void) | undefined
  /** Where a link of an app's own scheme opens. */
  readonly target: '_self' | '_blank'
  /** How often the pairing is encoded in a link. */
  readonly encodings: 1 | 2
  readonly store: 'https://apps.apple.com/harbour' | 'https://play.google.com/harbour'
}

const phone = (
  userAgent: string,
  viewport = { width: 390, height: 844 },
): Pick<BrowserContextOptions, 'userAgent' | 'viewport' | 'hasTouch' | 'isMobile'> => ({
  userAgent,
  viewport,
  hasTouch: true,
  isMobile: true,
})

const asTelegram = () => Object.assign(window, { TelegramWebviewProxy: {} })
const asIpad = () => {
  Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' })
  Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 5 })
}
const [appStore, playStore] = ['https://apps.apple.com/harbour', 'https://play.google.com/harbour'] as const

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

const wallets = [
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

/** Opens the page on a device whose links go nowhere, and the modal's list of all wallets. */
async function openWallets(page: Page, modal: Modal): Promise<LinkSpy> {
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

/** The pairing link that a wallet's app was opened with. */
async function openedPairing(spy: LinkSpy): Promise<string> {
  const [link] = await spy.opened()
  return pairingIn(link?.href)
}

function pairingIn(href = '', encodings = 1): string {
  const pairing = new URL(href).searchParams.get('uri') ?? ''
  return encodings === 1 ? pairing : decodeURIComponent(pairing)
}

for (const [name, { options, prepare, target, encodings, store }] of Object.entries(devices)) {
  test.describe(name, () => {
    test.use(options)
    test.beforeEach(async ({ page }) => {
      if (prepare !== undefined) await page.addInitScript(prepare)
    })

    test('opens apps in the tap, with a pairing that they can take up; knows the way where there is none', async ({
      page,
      modal,
      remoteWallet,
    }) => {
      await page.clock.install()
      const spy = await openWallets(page, modal)
      await modal.button('Meadow').tap()
      await modal.back()
      await modal.button('Harbour').tap()
      await expect(modal.dialog.getByText('Continue in Harbour')).toBeVisible()
      await page.clock.runFor(5_000)
      await modal.button('Try again').tap()
      await modal.button('Get').tap()

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

  test('even where the relay cannot be reached yet', async ({ page, modal, complaints }) => {
    await page.routeWebSocket(/./, () => {})
    const spy = await openWallets(page, modal)
    await modal.button('Harbour').tap()
    expect(await openedPairing(spy)).toMatch(/^wc:[0-9a-f]{64}@2\?/)
    complaints.length = 0
  })

  test('the pairing that the app took up is still good when it opens the same link again', async ({
    page,
    modal,
  }) => {
    await page.clock.install()
    const spy = await openWallets(page, modal)
    await modal.button('Harbour').tap()
    await page.clock.runFor(5_000)
    await modal.button('Try again').tap()
    const [first, second] = await spy.opened()
    expect(second).toEqual(first)
  })
})

test.describe('in a frame of another page', () => {
  test.use(phone(androidChrome))

  test('an app’s own scheme leaves by the top window', async ({ page, modal }) => {
    const spy = new LinkSpy(page)
    await spy.install()
    await new Explorer(wallets).serve(page)
    // The demo itself lets nobody frame it; what is served in its place must stay without the relay.
    await page.routeWebSocket(/./, () => {})
    await page.route(`${stack.demo}/`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { 'content-type': 'text/html' } })
    })
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

test.describe('back from the wallet’s app', () => {
  test.use(phone(iosSafari))

  for (const way of ['leave', 'leaveSilently'] as const) {
    const death = way === 'leave' ? 'was closed' : 'died silently'

    test(`connects, where the socket ${death} meanwhile`, async ({ page, modal, remoteWallet }) => {
      remoteWallet.behave('silent')
      const device = new Phone(page)
      await device.install()
      const spy = await openWallets(page, modal)
      await modal.button('Harbour').tap()
      await remoteWallet.pair(await openedPairing(spy))
      await expect.poll(() => remoteWallet.pending).toEqual(['connect'])
      await device[way]()
      remoteWallet.settle('approve')

      await device.comeBack()
      await modal.expectClosed()
      await new DemoPage(page).expectStatus('connected')
    })

    test(`has its signature, where the socket ${death} meanwhile`, async ({ page, modal, remoteWallet }) => {
      const device = new Phone(page)
      await device.install()
      const spy = await openWallets(page, modal)
      const demo = new DemoPage(page)
      await modal.button('Harbour').tap()
      await remoteWallet.pair(await openedPairing(spy))
      await demo.expectStatus('connected')

      remoteWallet.behave({ sign: 'silent' })
      await demo.sign()
      await expect.poll(() => remoteWallet.pending).toEqual(['sign'])
      // The app that was chosen comes to the front again for the request.
      expect((await spy.opened()).slice(1)).toMatchObject([{ href: 'harbour://', target: '_self' }])
      await device[way]()
      await expect.poll(() => remoteWallet.pending).not.toEqual([])
      remoteWallet.settle('approve')

      await device.comeBack()
      await expect(demo.card('Sign a message')).toContainText('Verified')
    })
  }

  test('says that it is connecting, then offers the app again', async ({ page, modal, remoteWallet }) => {
    await page.clock.install()
    remoteWallet.behave('silent')
    const device = new Phone(page)
    await device.install()
    await openWallets(page, modal)
    await modal.button('Harbour').tap()
    await expect(modal.dialog.getByText('Continue in Harbour')).toBeVisible()
    await device.leave()
    // From here on time stands still but for what the test lets pass: the page says this for five seconds only.
    await page.clock.pauseAt(Date.now() + 120_000)
    await device.comeBack()
    await expect(modal.dialog.getByText('Connecting…')).toBeVisible()
    await expect(modal.button('Try again')).toHaveCount(0)
    await page.clock.runFor(5_000)
    await expect(modal.dialog.getByText('Continue in Harbour')).toBeVisible()
    await expect(modal.button('Try again')).toBeVisible()
  })

  test('the visitor declined there: says so, and can begin anew', async ({ page, modal, remoteWallet }) => {
    remoteWallet.behave('silent')
    const device = new Phone(page)
    await device.install()
    const spy = await openWallets(page, modal)
    await modal.button('Harbour').tap()
    await remoteWallet.pair(await openedPairing(spy))
    await expect.poll(() => remoteWallet.pending).toEqual(['connect'])
    await device.leave()
    remoteWallet.settle('reject')
    await device.comeBack()
    await expect(modal.dialog.getByText('Connection declined')).toBeVisible()
    await modal.button('Try again').tap()
    await expect(modal.button('Open Harbour')).toBeEnabled()
  })
})

test.describe('in the browser of a wallet', () => {
  test.use(phone(`${androidWebView} HarbourWallet/3.1`))

  test('the wallet of the page is offered, also where it does not say who it is', async ({
    page,
    modal,
    wallet,
  }) => {
    // As older wallet apps do: no announcement, only `window.ethereum`.
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
