import type { Page } from '@playwright/test'
import { DemoPage } from '../pages/DemoPage.js'
import { Explorer, manyWallets } from '../pages/Explorer.js'
import { LinkSpy } from '../pages/LinkSpy.js'
import { expect, test } from '../pages/test.js'

test.describe('by keyboard alone', () => {
  test('connects, and returns the focus to the button', async ({ demo, modal, practice, page }) => {
    await tabTo(page, 'Connect wallet')
    await page.keyboard.press('Enter')
    await modal.expectView('Connect wallet')
    await expect(modal.dialog).toBeFocused()
    await tabTo(page, /Practice/)
    await page.keyboard.press('Enter')
    await expect(practice.window.getByRole('button', { name: 'Reject' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await modal.expectClosed()
    await demo.expectStatus('connected')
    // The account button is in the same place as the connect button was.
    await expect(page.getByRole('button', { name: /^Account/ })).toBeFocused()
  })

  test('traps the focus in both directions', async ({ demo, modal, page }) => {
    await demo.openModal()
    await expect(modal.wallet('All wallets')).toBeVisible()
    await expect(modal.wallet(/Practice/)).toBeVisible()
    for (const key of ['Tab', 'Shift+Tab']) {
      const seen = new Set<string>()
      for (let presses = 0; presses < 16; presses++) {
        await page.keyboard.press(key)
        const { host, name } = await focused(page)
        expect(host).toBe('modal')
        seen.add(name)
      }
      expect([...seen]).toEqual(expect.arrayContaining(['Close', 'What is a wallet?', 'Get started']))
    }
  })

  test('closes by Escape on every screen, and returns the focus', async ({ demo, modal, page }) => {
    for (const next of [undefined, 'What is a wallet?', /^All wallets/, /^WalletConnect/]) {
      await demo.openModal()
      await modal.expectView('Connect wallet')
      if (next !== undefined) {
        await tabTo(page, next)
        await page.keyboard.press('Enter')
        await expect(modal.button('Back')).toBeVisible()
      }
      await page.keyboard.press('Escape')
      await modal.expectClosed()
      await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeFocused()
    }
  })

  test('moves through the grid of wallets with arrow keys, as one tab stop', async ({ page, modal }) => {
    await new Explorer(manyWallets(60)).serve(page)
    const demo = new DemoPage(page)
    await demo.open()
    await demo.openModal()
    await modal.wallet('All wallets').click()
    await tabTo(page, /^Harbour 1\s?Certified/)
    await page.keyboard.press('ArrowRight')
    await expect(modal.button('Harbour 2')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(modal.button('Harbour 6')).toBeFocused()
    await page.keyboard.press('Home')
    await expect(modal.button('Harbour 1 Certified')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(modal.button('Installed')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await modal.expectView('Harbour 2')
  })
})

test.describe('back and opening', () => {
  test('goes back the way it came; a first screen has no back button', async ({ demo, modal }) => {
    await demo.openModal()
    await modal.expectView('Connect wallet')
    await expect(modal.button('Back')).toHaveCount(0)
    await modal.button('What is a wallet?').click()
    await modal.expectView('What is a wallet?')
    await modal.button('Get a wallet').click()
    await modal.expectView('Get a wallet')
    await modal.button('See all wallets').click()
    await modal.expectView('All wallets')
    for (const title of ['Get a wallet', 'What is a wallet?', 'Connect wallet']) {
      await modal.back()
      await modal.expectView(title)
    }
    await expect(modal.button('Back')).toHaveCount(0)
  })

  test('opens on the requested view, with a new history each time', async ({
    demo,
    modal,
    page,
    practice,
  }) => {
    const networkButton = page.getByRole('button', { name: 'Network: Local One' })
    await networkButton.click()
    await modal.expectView('Choose network')
    await expect(modal.button('Back')).toHaveCount(0)
    await modal.button('What is a network?').click()
    await modal.close()
    await demo.openModal()
    await modal.expectView('Connect wallet')

    await modal.wallet(/Practice/).click()
    await practice.approve()
    await modal.expectClosed()
    await page.getByRole('button', { name: /^Account/ }).click()
    await modal.expectView('Account')
    await modal.button('Switch network, now Local One').click()
    await modal.expectView('Choose network')
    await modal.back()
    await modal.expectView('Account')
    await modal.close()
    await networkButton.click()
    await modal.expectView('Choose network')
    await expect(modal.button('Back')).toHaveCount(0)
  })

  test('closes on a click on the backdrop, but not if the press began in the dialog', async ({
    demo,
    modal,
    page,
  }) => {
    await demo.openModal()
    await modal.expectView('Connect wallet')
    const heading = await modal.dialog.getByRole('heading', { level: 2 }).boundingBox()
    if (heading === null) throw new Error('the dialog has no heading in sight')
    await page.mouse.move(heading.x + 4, heading.y + 4)
    await page.mouse.down()
    await page.mouse.move(8, 8)
    await page.mouse.up()
    await modal.expectView('Connect wallet')
    await page.mouse.click(8, 8)
    await modal.expectClosed()
  })
})

test.describe('all wallets', () => {
  test('fetches pages of 40 while scrolling, and renders only visible rows', async ({ page, modal }) => {
    const explorer = new Explorer(manyWallets(600))
    await explorer.serve(page)
    const demo = new DemoPage(page)
    await demo.open()
    await demo.openModal()
    await expect(modal.wallet(/All wallets.*600\+/)).toBeVisible()
    await modal.wallet(/All wallets/).click()
    const grid = modal.dialog.getByRole('grid', { name: 'All wallets' })
    const tiles = grid.getByRole('gridcell')
    await expect(tiles.first()).toBeVisible()
    expect(explorer.pages).toEqual([1])

    for (let page = 2; page <= 15; page++) {
      await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      await expect.poll(() => explorer.pages.length).toBe(page)
      expect(await tiles.count()).toBeLessThanOrEqual(60)
    }
    await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(modal.button('Harbour 600')).toBeVisible()
    expect(explorer.pages).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
    expect(await tiles.count()).toBeLessThanOrEqual(60)

    // Going back from a wallet restores the scroll position.
    await modal.button('Harbour 600').click()
    await modal.expectView('Harbour 600')
    await modal.back()
    await expect(modal.button('Harbour 600')).toBeVisible()
    expect(explorer.pages).toHaveLength(15)
  })

  test('fetches each picture once, when its wallet is listed', async ({ page, modal }) => {
    const wallets = manyWallets(120).map((wallet) => ({ ...wallet, image_id: `picture-${wallet.id}` }))
    const explorer = new Explorer(wallets)
    await explorer.serve(page)
    const demo = new DemoPage(page)
    await demo.open()
    await demo.openModal()
    await modal.wallet(/All wallets/).click()
    await expect(modal.dialog.getByRole('gridcell').first().locator('img')).toBeVisible()
    expect(explorer.pictures.length).toBeLessThanOrEqual(44)
    await modal.dialog.getByRole('grid').evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect.poll(() => explorer.pictures.length).toBeGreaterThan(44)
    expect(new Set(explorer.pictures).size).toBe(explorer.pictures.length)
  })

  test('searches, filters and clears', async ({ page, modal }) => {
    await new Explorer(manyWallets(600)).serve(page)
    const demo = new DemoPage(page)
    await demo.open()
    await demo.openModal()
    await modal.wallet(/All wallets/).click()
    const field = modal.dialog.getByRole('searchbox', { name: 'Search wallets' })
    const tiles = modal.dialog.getByRole('gridcell')
    await field.fill('harbour 59')
    await expect(tiles).toHaveCount(11)
    await modal.button('Certified').click()
    await expect(tiles).toHaveCount(1)
    await expect(modal.button('Harbour 591 Certified')).toBeVisible()
    await modal.button('Clear').click()
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()

    await field.fill('nobody')
    await expect(modal.dialog.getByText('No wallet found')).toBeVisible()
    await modal.button('Clear the search').click()
    await expect(field).toHaveValue('')
    await expect(modal.button('Certified')).toHaveAttribute('aria-pressed', 'false')
    await expect(modal.button('Harbour 1 Certified')).toBeVisible()
  })

  test('offers downloads by safe links only', async ({ page, modal }) => {
    const spy = new LinkSpy(page)
    await spy.install()
    await new Explorer([
      {
        id: 'sly',
        name: 'Sly',
        homepage: 'javascript:alert(1)',
        app_store: 'data:text/html,<script>alert(1)</script>',
        play_store: 'https://bank.example@evil.example',
        chrome_store: 'https://chromewebstore.google.com/detail/sly',
        mobile_link: 'javascript://',
        webapp_link: 'http://plain.example.com',
      },
    ]).serve(page)
    const demo = new DemoPage(page)
    await demo.open()
    await demo.openModal()
    await modal.button('Get started').click()
    // The embedded wallet comes first; this is for those who want another.
    await modal.expectView('Create wallet')
    await modal.button('Get started').click()
    await modal.button('Get a wallet').click()
    await modal.button('Sly').click()
    await modal.expectView('Get Sly')
    await expect(modal.dialog.getByRole('list', { name: 'Downloads' }).getByRole('button')).toHaveCount(1)
    await modal.button('Chrome extension').click()
    expect(await spy.opened()).toEqual([
      { href: 'https://chromewebstore.google.com/detail/sly', target: '_blank', isInTap: true },
    ])
  })
})

const phones = {
  Android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
}

for (const [name, userAgent] of Object.entries(phones)) {
  test.describe(`on a phone: ${name}`, () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, userAgent })

    test('shows a full-width sheet at the bottom of the page', async ({ demo, modal }) => {
      await demo.openModal()
      await modal.expectView('Connect wallet')
      await expect
        .poll(async () => {
          const box = await modal.dialog.boundingBox()
          return box === null
            ? undefined
            : { x: box.x, width: box.width, foot: Math.round(box.y + box.height) }
        })
        .toEqual({ x: 0, width: 390, foot: 844 })
    })
  })
}

/** Presses Tab until the named control has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab')
    const { name: current } = await focused(page)
    if (typeof name === 'string' ? current === name : name.test(current)) return
  }
  throw new Error(`the Tab key never came to ${name}`)
}

/** Returns the focused element: its kit mount and its text. */
function focused(page: Page): Promise<{ readonly host: string | undefined; readonly name: string }> {
  return page.evaluate(() => {
    const host = document.activeElement
    let active = host
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    const name = active?.getAttribute('aria-label') ?? active?.textContent ?? ''
    return {
      host: host instanceof HTMLElement ? host.dataset.latchkey : undefined,
      name: name.replace(/\s+/g, ' ').trim(),
    }
  })
}
