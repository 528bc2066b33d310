import type { Locator } from '@playwright/test'
import { hostUrl, serveHosts } from '../pages/accessHosts.js'
import { Explorer, manyWallets } from '../pages/Explorer.js'
import { Modal } from '../pages/Modal.js'
import { expect, test } from '../pages/test.js'

// Visitors who zoom, need forced colours or reduced motion, or read from right to left.

serveHosts()

/** The screens between the connect screen and a wallet, each with the steps that lead there. */
const screens: { readonly [title: string]: (modal: Modal) => Promise<void> } = {
  'Connect wallet': async () => {},
  WalletConnect: (modal) => modal.wallet(/^WalletConnect/).click(),
  'All wallets': (modal) => modal.wallet(/^All wallets/).click(),
  'What is a wallet?': (modal) => modal.button('What is a wallet?').click(),
}

const zooms = {
  // A window of 1180 × 900, and one of 1280 × 1024, as the page sees them.
  '200 %': { viewport: { width: 590, height: 450 }, deviceScaleFactor: 2 },
  '400 %': { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 },
}

for (const [zoom, options] of Object.entries(zooms)) {
  test.describe(`zoomed to ${zoom}`, () => {
    test.use(options)

    test('nothing is cut off, and every control can be brought into sight', async ({ page }) => {
      const modal = new Modal(page)
      await new Explorer(manyWallets(8)).serve(page)
      await page.goto(hostUrl('/plain'))
      for (const [title, enter] of Object.entries(screens)) {
        await page.getByRole('button', { name: 'Connect wallet' }).click()
        await modal.expectView('Connect wallet')
        await expect(modal.wallet(/^All wallets/)).toBeVisible()
        await enter(modal)
        await modal.expectView(title)
        await expect(modal.dialog.locator('[aria-busy="true"]')).toHaveCount(0)
        const controls = modal.dialog.getByRole('button')
        for (let index = 0; index < (await controls.count()); index++) {
          await controls.nth(index).scrollIntoViewIfNeeded()
          await expect(controls.nth(index), title).toBeInViewport({ ratio: 0.9 })
        }
        expect(await modal.dialog.evaluate(overflowing), title).toEqual([])
        await modal.close()
        await modal.expectClosed()
      }
    })
  })
}

test.describe('forced colours', () => {
  test.use({ forcedColors: 'active' })

  test('the focus, what is pressed and the code to scan can be told apart', async ({ page }) => {
    const modal = new Modal(page)
    await new Explorer(manyWallets(8)).serve(page)
    await page.goto(hostUrl('/plain'))
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toHaveCSS('outline-style', 'solid')
    await page.keyboard.press('Enter')
    await modal.expectView('Connect wallet')
    expect(await edgeOf(modal.dialog)).toBe('2px solid')
    await page.keyboard.press('Tab')
    const outline = await modal.dialog
      .locator(':focus')
      .evaluate((element) => getComputedStyle(element).outline)
    expect(outline).toMatch(/ solid 2px$/)

    await modal.wallet(/^All wallets/).click()
    const filter = modal.button('Certified')
    const before = await edgeOf(filter)
    await filter.click()
    await expect(filter).toHaveAttribute('aria-pressed', 'true')
    expect(await edgeOf(filter)).not.toBe(before)

    await modal.back()
    await modal.wallet(/^WalletConnect/).click()
    const code = modal.dialog.getByRole('img', { name: /QR code/ })
    await expect(code).toBeVisible()
    expect(await code.evaluate(coloursOf)).toEqual({ ground: 'rgb(255, 255, 255)', ink: 'rgb(20, 22, 27)' })
  })
})

test.describe('reduced motion', () => {
  test.use({ reducedMotion: 'reduce' })
  for (const [name, viewport] of Object.entries({
    desktop: { width: 1180, height: 900 },
    phone: { width: 390, height: 844 },
  })) {
    test(`nothing slides, turns, shakes or grows: ${name}`, async ({ page, wallet }) => {
      await page.setViewportSize(viewport)
      await page.addInitScript(watchMoves)
      const modal = new Modal(page)
      await new Explorer(manyWallets(8)).serve(page)
      await page.goto(hostUrl('/plain'))
      await page.getByRole('button', { name: 'Connect wallet' }).click()
      await modal.wallet(/^WalletConnect/).click()
      await modal.button('Copy link').click()
      await expect(modal.dialog.getByText('Link copied')).toBeVisible()
      await modal.back()
      wallet.behave('silent')
      await modal.wallet('Test wallet').click()
      await expect(modal.dialog.getByText('Continue in Test wallet')).toBeVisible()
      await expect.poll(() => wallet.pending).not.toEqual([])
      wallet.settle('reject')
      await expect(modal.dialog.getByText('Connection declined')).toBeVisible()
      await modal.back()
      await modal.close()
      await modal.expectClosed()
      const seen = await page.evaluate(
        () => (window as unknown as { readonly moves: Set<string> }).moves.size,
      )
      expect(seen).toBeGreaterThan(0)
      const moving = await page.evaluate(() => [
        ...(window as unknown as { readonly moving: Set<string> }).moving,
      ])
      expect(moving).toEqual([])
    })
  }
})

test.describe('right to left', () => {
  test('the dialog, its keys and its arrows run the other way', async ({ page }) => {
    const modal = new Modal(page)
    await new Explorer(manyWallets(60)).serve(page)
    await page.goto(hostUrl('/plain?locale=ar'))
    await page.locator('[data-latchkey="connect-button"]').getByRole('button').click()
    const list = modal.dialog.getByRole('list').getByRole('button')
    await expect(list.first()).toBeVisible()
    await expect(modal.dialog).toHaveCSS('direction', 'rtl')
    // A row begins with its picture, which is at the right in a right-to-left language.
    const [picture, row] = [
      await list.first().locator('img, svg').first().boundingBox(),
      await list.first().boundingBox(),
    ]
    expect((picture?.x ?? 0) - (row?.x ?? 0)).toBeGreaterThan((row?.width ?? 0) / 2)

    await list.last().click()
    const grid = modal.dialog.getByRole('grid')
    const tiles = grid.getByRole('gridcell')
    await expect(tiles.nth(1)).toBeVisible()
    const [first, second] = [await tiles.nth(0).boundingBox(), await tiles.nth(1).boundingBox()]
    expect(first?.x ?? 0).toBeGreaterThan(second?.x ?? 0)
    await tiles.nth(0).getByRole('button').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(tiles.nth(1).getByRole('button')).toBeFocused()

    const header = modal.dialog.getByRole('banner').or(modal.dialog.locator('.header'))
    const [back, close] = [
      header.first().getByRole('button').first(),
      header.first().getByRole('button').last(),
    ]
    expect((await back.boundingBox())?.x ?? 0).toBeGreaterThan((await close.boundingBox())?.x ?? 0)
    const turned = await back
      .locator('svg')
      .evaluate((svg) => getComputedStyle(svg).scale + getComputedStyle(svg).transform)
    expect(turned).toMatch(/-1/)
  })
})

/** Runs in the page: returns the controls and texts of a dialog that overflow its sides. */
function overflowing(dialog: Element): readonly string[] {
  const bounds = dialog.getBoundingClientRect()
  const found = [...dialog.querySelectorAll('button, a, input, p, h2, svg, img')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 0 && (left < bounds.left - 1 || right > bounds.right + 1)
  })
  const isWide = document.documentElement.scrollWidth > window.innerWidth
  const isCut = bounds.top < 0 || bounds.bottom > window.innerHeight + 1
  return [
    ...found.map(({ outerHTML }) => outerHTML.slice(0, 80)),
    ...(isWide ? ['the page scrolls sideways'] : []),
    ...(isCut ? ['the dialog is higher than the window'] : []),
  ]
}

function edgeOf(locator: Locator): Promise<string> {
  return locator.evaluate((element) => {
    const { borderTopWidth, borderTopStyle } = getComputedStyle(element)
    return `${borderTopWidth} ${borderTopStyle}`
  })
}

/** Runs in the page: returns the rendered colours of a QR code and its ground. */
function coloursOf(code: Element): { readonly ground: string; readonly ink: string } {
  const { backgroundColor } = getComputedStyle(code.parentElement ?? code)
  return { ground: backgroundColor, ink: getComputedStyle(code).fill }
}

/** Runs in the page: records the kit's animations frame by frame, and which of them move something. */
function watchMoves(): void {
  const moves = new Set<string>()
  const moving = new Set<string>()
  Object.assign(window, { moves, moving })
  const properties = ['transform', 'translate', 'rotate', 'scale', 'blockSize', 'height', 'strokeDashoffset']
  function look() {
    for (const host of document.querySelectorAll('[data-latchkey]')) {
      for (const animation of host.shadowRoot?.getAnimations() ?? []) {
        const { animationName, transitionProperty } = animation as CSSAnimation & CSSTransition
        const name = animationName ?? transitionProperty
        moves.add(name)
        const frames = (animation.effect as KeyframeEffect).getKeyframes()
        const duration = Number(animation.effect?.getComputedTiming().duration)
        if (duration > 1 && frames.some((frame) => properties.some((property) => property in frame)))
          moving.add(name)
      }
    }
    requestAnimationFrame(look)
  }
  look()
}
