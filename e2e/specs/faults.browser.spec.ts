import { DemoPage } from '../pages/DemoPage.js'
import type { Modal } from '../pages/Modal.js'
import type { PracticeWallet } from '../pages/PracticeWallet.js'
import { Traffic } from '../pages/Traffic.js'
import { expect, test } from '../pages/test.js'
import { stack } from '../setup/stack.js'

test.describe('storage', () => {
  /** Faulty storages, each installed in the page first. */
  const storages: { readonly [name: string]: () => void } = {
    'throws where it is read': () => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    },
    'is full': () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    },
    'is not there': () => {
      Object.defineProperty(window, 'localStorage', { value: null })
      Object.defineProperty(window, 'sessionStorage', { value: null })
      Object.defineProperty(window, 'indexedDB', { value: undefined })
    },
  }
  for (const [name, break_] of Object.entries(storages)) {
    test(`${name}: connects and signs, and reports once what it cannot store`, async ({
      page,
      modal,
      practice,
    }) => {
      await page.addInitScript(break_)
      const demo = new DemoPage(page)
      const note = modal.dialog.getByText("We can't remember this browser")
      await demo.open()
      await demo.openModal()
      // A storage that fails only on writing is detected with the first write.
      const isKnownAtOnce = name !== 'is full'
      await expect(note).toHaveCount(isKnownAtOnce ? 1 : 0)
      await modal.close()
      await connectAndSign(demo, modal, practice)
      await page.getByRole('button', { name: 'Open account' }).click()
      await modal.expectView('Account')
      await expect(note).toHaveCount(isKnownAtOnce ? 0 : 1)
    })
  }

  test('holds garbage under every key: it is moved aside', async ({ page, modal, practice }) => {
    const demo = new DemoPage(page)
    await demo.open()
    await connectAndSign(demo, modal, practice)
    const keys = await page.evaluate(() => Object.keys(localStorage))
    expect(keys.some((key) => key.startsWith('latchkey.'))).toBe(true)
    for (const garbage of ['', '{', 'null', '[]', '{"version":1,"value":{"eip155":{"connectorId":{}}}}']) {
      await page.evaluate(
        ([names, value]) => {
          for (const name of names) localStorage.setItem(name, value)
        },
        [keys.filter((key) => key.startsWith('latchkey.')), garbage] as const,
      )
      await page.reload()
      await demo.expectStatus('disconnected')
    }
    await demo.openModal()
    await modal.wallet(/Practice/).click()
    await demo.expectStatus('connected')
  })
})

const day = 86_400_000

test('a device whose clock is a day ahead connects over the relay', async ({
  page,
  demo,
  modal,
  walletApp,
}) => {
  await page.clock.install({ time: Date.now() + day })
  await page.reload()
  await demo.openModal()
  await walletApp.pair(await modal.copyPairingLink())
  await walletApp.approve()
  await page.bringToFront()
  await demo.expectStatus('connected')
})

test('a device whose clock is hours behind learns the time from its first link and connects with the second', async ({
  page,
  demo,
  modal,
  walletApp,
  complaints,
}) => {
  await page.clock.install({ time: Date.now() - 20 * 3_600_000 })
  await page.reload()
  await demo.openModal()
  await walletApp.pair(await modal.copyPairingLink())
  await page.bringToFront()
  // The visitor's notice, and the developer's alert.
  await expect(modal.dialog.getByText('Session Expired')).toHaveCount(2)
  await expect.poll(() => complaints).toEqual([expect.stringContaining("Check the device's date and time")])
  complaints.length = 0
  await modal.button('Try again').click()
  await expect(modal.dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await modal.button('Copy link').click()
  await walletApp.pair(await page.evaluate(() => navigator.clipboard.readText()))
  await walletApp.approve()
  await page.bringToFront()
  await demo.expectStatus('connected')
})

test.describe('hostile announcements', () => {
  test('shows lookalikes with their origin, skips broken and poisoned wallets, and runs nothing of theirs', async ({
    page,
    modal,
    practice,
  }) => {
    await page.addInitScript(announceHostileWallets)
    const traffic = new Traffic(page)
    const demo = new DemoPage(page)
    await demo.open()
    await demo.openModal()
    const rows = modal.dialog.getByRole('list', { name: 'Wallets' }).getByRole('button')
    // The real wallet and its two lookalikes each show their rdns.
    await expect(rows.filter({ hasText: 'example.latchkey.practice' })).not.toHaveCount(0)
    await expect(rows.filter({ hasText: 'evil.example.lookalike' })).toContainText('2 wallets use this name')
    await expect(rows.filter({ hasText: 'Tracker' })).toBeVisible()
    await expect(rows.filter({ hasText: 'Script' }).locator('img')).toBeVisible()
    await expect(modal.dialog.getByText(/Throws|Proxy/)).toHaveCount(0)

    // One of the two that use the practice wallet's name has no account, and shows an error.
    const twins = rows.filter({ hasText: 'Practice wallet' })
    await twins.first().click()
    await expect(modal.dialog.getByText('No accounts found')).toBeVisible()
    await modal.back()
    await twins.last().click()
    await practice.approve()
    await demo.expectStatus('connected')
    expect(await page.evaluate(() => (window as { ran?: unknown }).ran)).toBeUndefined()
    const known = [stack.demo, stack.services, stack.site, ...stack.chains]
    expect(traffic.origins().filter((origin) => !known.includes(origin))).toEqual([])
  })

  test('5,000 of them leave the page usable and keep the first wallets', async ({ page, modal }) => {
    await page.addInitScript(() => {
      window.addEventListener('eip6963:requestProvider', () => {
        for (let index = 0; index < 5_000; index++) {
          const info = {
            uuid: `flood-${index}`,
            name: `Flood ${index}`,
            rdns: `example.flood${index}`,
            icon: 'data:,',
          }
          const provider = { request: async () => [], on() {}, removeListener() {} }
          window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
        }
      })
    })
    const demo = new DemoPage(page)
    await demo.open()
    await demo.openModal()
    await modal.expectView('Connect wallet')
    await expect(modal.wallet('Flood 0')).toBeVisible()
    const rows = modal.dialog.getByRole('list', { name: 'Wallets' }).getByRole('button')
    expect(await rows.count()).toBeLessThanOrEqual(110)
    await modal.close()
    await modal.expectClosed()
  })
})

test('an invalid configuration gives one sentence that names every mistake', async ({ page }) => {
  const network = { id: 31337, name: 'One', rpcUrl: 'ftp://nowhere' }
  await page.route('**/settings.json', (route) =>
    route.fulfill({ json: { services: 'not an address', wallet: '', chains: [network] } }),
  )
  await page.goto(stack.demo)
  await expect(page.getByRole('heading', { name: 'The demo could not start' })).toBeVisible()
  const sentence = page.getByText(/^Invalid configuration: /)
  await expect(sentence).toContainText('services')
})

async function connectAndSign(demo: DemoPage, modal: Modal, practice: PracticeWallet): Promise<void> {
  await demo.openModal()
  await modal.wallet(/Practice/).click()
  await practice.approve()
  await demo.expectStatus('connected')
  await demo.sign()
  await practice.approve()
  await expect(demo.card('Sign a message')).toContainText('Verified')
}

/** Runs in the page: announces wallets that lie, throw, track and carry scripts. */
function announceHostileWallets(): void {
  const provider = { request: async () => [], on() {}, removeListener() {} }
  const svg = (content: string) =>
    `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4">${content}</svg>`)}`
  const bad = () => {
    throw new Error('a hostile getter')
  }
  const details: readonly unknown[] = [
    {
      info: {
        uuid: 'spoof',
        name: 'Practice wallet',
        rdns: 'example.latchkey.practice',
        icon: svg('<path d="M0 0h4v4H0z"/>'),
      },
      provider,
    },
    { info: { uuid: 'twin-1', name: 'Meadow', rdns: 'com.example.meadow', icon: svg('') }, provider },
    { info: { uuid: 'twin-2', name: 'Meadоw', rdns: 'evil.example.lookalike', icon: svg('') }, provider },
    {
      info: {
        uuid: 'tracker',
        name: 'Tracker',
        rdns: 'example.tracker',
        icon: 'https://tracker.example/me.png',
      },
      provider,
    },
    {
      info: {
        uuid: 'script',
        name: 'Script',
        rdns: 'example.script',
        icon: svg(
          '<script>top.ran = 1</script><image href="https://tracker.example/x.png"/><path onload="top.ran = 2" d="M0 0h4v4H0z"/>',
        ),
      },
      provider,
    },
    {
      info: {
        uuid: 'throws',
        get name() {
          return bad()
        },
        rdns: 'example.throws',
        icon: '',
      },
      provider,
    },
    new Proxy({}, { get: bad, has: bad, ownKeys: bad }),
    { info: new Proxy({ name: 'Proxy' }, { get: bad }), provider },
    {
      info: { uuid: 'mute', name: 'Throws mute', rdns: 'example.mute', icon: '' },
      provider: {
        get request() {
          return bad()
        },
      },
    },
    null,
    'text',
    { info: null, provider: null },
  ]
  window.addEventListener('eip6963:requestProvider', () => {
    for (const detail of details)
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  })
}
