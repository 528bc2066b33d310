import type { Page } from '@playwright/test'
import { EmbeddedWallet } from '../pages/EmbeddedWallet.js'
import { expect, test } from '../pages/test.js'
import { stack } from '../setup/stack.js'

// The page that embeds the wallet is hostile: it wants a signature that its visitor does not want to give.

/** Styles with which a page could hide what the visitor approves, or lead their click to it. */
const covers: { readonly [name: string]: string } = {
  'half transparent': 'iframe { opacity: 0.5 !important }',
  'almost invisible': 'iframe { opacity: 0.01 !important }',
  'within a faded page': 'body { opacity: 0.9 }',
  'within a page with a filter': 'body { filter: hue-rotate(90deg) }',
  blurred: 'iframe { filter: blur(2px) !important }',
  'scaled down': 'iframe { transform: scale(0.4) !important }',
  rotated: 'iframe { transform: rotate(180deg) !important }',
  'clipped to its button': 'iframe { clip-path: inset(80% 0 0 50%) !important }',
  'behind a mask': 'iframe { mask-image: linear-gradient(transparent, black) !important }',
  'blended into the page': 'iframe { mix-blend-mode: multiply !important }',
  'below a cover that lets clicks through':
    'html::after { content: ""; position: fixed; inset: 0; z-index: 2147483647; background: white; pointer-events: none }',
  'below a translucent cover':
    'html::after { content: ""; position: fixed; inset: 0; z-index: 2147483647; background: #fff8; pointer-events: none }',
  'with a cover over its button alone':
    'html::after { content: "Play"; position: fixed; inset: 60% 0 0 0; z-index: 2147483647; background: white; pointer-events: none }',
  'half outside of the window':
    'iframe { inset: auto !important; top: 400px !important; left: -200px !important }',
  'too small to read': 'iframe { width: 200px !important; height: 120px !important }',
  'of a low height': 'iframe { height: 300px !important }',
}

/** Adds a style to the page, as a script of it can. */
async function restyle(page: Page, css: string) {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }, css)
}

/** Presses where the button is, whatever lies over it. */
async function pressOn(page: Page, wallet: EmbeddedWallet): Promise<void> {
  const box = await wallet.approve.boundingBox()
  if (box === null) return
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.up()
}

test('no press counts on a surface that is covered, faded, bent, clipped or too small', async ({
  page,
  demo,
}) => {
  test.setTimeout(180_000)
  const wallet = new EmbeddedWallet(page)
  await wallet.logIn()
  await wallet.modal.expectClosed()
  for (const [name, css] of Object.entries(covers)) {
    await test.step(name, async () => {
      await demo.sign()
      await expect(wallet.approve).toBeEnabled()
      await restyle(page, css)
      // The surface says so, or offers the wallet's own window, or the button shows that it does nothing.
      const dead = wallet.surface.getByRole('button', { name: 'Continue in a window of the wallet' })
      await expect(
        dead.or(wallet.surface.getByRole('button', { name: 'Approve', disabled: true })).first(),
      ).toBeAttached()
      await pressOn(page, wallet)
      await pressOn(page, wallet)
      await page.evaluate(() => {
        document.adoptedStyleSheets = []
      })
      await wallet.reject.click()
      await wallet.modal.expectClosed()
      await expect(page.getByText('Verified: this account signed it.')).toHaveCount(0)
    })
  }
})

test('no message of the page, and none of a thousand requests, makes a signature', async ({ page, demo }) => {
  const wallet = new EmbeddedWallet(page)
  await wallet.logIn()
  await wallet.modal.expectClosed()
  await demo.sign()
  await expect(wallet.approve).toBeEnabled()
  const answers = await page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('#latchkey-frame')?.contentWindow
    const { port1, port2 } = new MessageChannel()
    const heard: unknown[] = []
    port1.onmessage = ({ data }) => heard.push(data)
    const id = 'AAAAAAAAAAAAAAAAAAAAAA'
    for (let index = 0; index < 1_000; index++) {
      const payload = { method: 'personal_sign', params: ['0x00', '0x00'], chainId: 'eip155:31337' }
      frame?.postMessage({ v: 1, k: 'req', t: 'RPC_REQUEST', id, seq: index, payload }, '*')
      frame?.postMessage({ type: '@w3m-app/RPC_REQUEST', id: String(index), payload }, '*')
      frame?.postMessage({ event: 'carryOut', id: index }, '*')
    }
    frame?.postMessage(
      { type: 'latchkey:init', v: 1, frameNonce: id, hostNonce: id, projectId: 'open', sdk: 'x' },
      '*',
      [port2],
    )
    return new Promise<readonly unknown[]>((resolve) => setTimeout(() => resolve(heard), 500))
  })
  expect(answers).toEqual([])
  await expect(wallet.approve).toBeEnabled()
  await wallet.reject.click()
  await expect(page.getByText('Verified: this account signed it.')).toHaveCount(0)
})

test('where the browser keeps nothing for frames, the wallet’s window takes over', async ({
  page,
  context,
  complaints,
}) => {
  // What Chromium does with "block third-party cookies": the frame's worker has no database; that of the window has one.
  await context.route('**/worker.js', async (route) => {
    const answer = await route.fetch()
    const isWindow = /\/window\//.test(route.request().headers().referer ?? '')
    const denied =
      "Object.defineProperty(self,'indexedDB',{get(){throw new DOMException('denied','SecurityError')}});"
    await route.fulfill({ response: answer, body: (isWindow ? '' : denied) + (await answer.text()) })
  })
  await page.goto(stack.demo)
  const wallet = new EmbeddedWallet(page)
  await wallet.logIn()
  const first = context.waitForEvent('page')
  await wallet.surface.getByRole('button', { name: 'Open the window' }).click()
  await first
  await wallet.modal.expectClosed()
  const address = await wallet.address()

  await page.getByRole('button', { name: 'Sign and verify' }).click()
  const second = context.waitForEvent('page')
  await wallet.surface.getByRole('button', { name: 'Open the window' }).click()
  const popup = await second
  await expect(popup.getByText(stack.demo)).toBeVisible()
  await popup.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Verified: this account signed it.')).toBeVisible()

  await page.reload()
  await expect(page.getByTestId('connection')).toContainText(/Status\s*connected/)
  expect(await wallet.address()).toBe(address)
  complaints.length = 0
})
