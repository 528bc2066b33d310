import type { Page } from '@playwright/test'
import { EmbeddedWallet } from '../pages/EmbeddedWallet.js'
import { expect, test } from '../pages/test.js'

// The page that embeds the wallet is hostile: it wants a signature that its visitor does not want to give.

// A CSS mask is missing here: no browser tells a frame about it. Operators who fear scripts in their apps let visitors approve in windows only
// (LATCHKEY_FRAME_APPROVE).

/** Styles with which a page could hide what the visitor approves, or lead their click to it. */
const covers: { readonly [name: string]: string } = {
  'half transparent': 'frame { opacity: 0.5 }',
  'almost invisible': 'frame { opacity: 0.01 }',
  'within a faded page': 'body { opacity: 0.9 }',
  'within a page with a filter': 'body { filter: hue-rotate(90deg) }',
  blurred: 'frame { filter: blur(2px) }',
  'scaled down': 'frame { transform: scale(0.4) }',
  rotated: 'frame { transform: rotate(180deg) }',
  'clipped to its button': 'frame { clip-path: inset(80% 0 0 50%) }',
  'shrunk by zoom': 'frame { zoom: 0.1 }',
  'blended into the page': 'frame { mix-blend-mode: multiply }',
  'below a cover that lets clicks through':
    'html::after { content: ""; position: fixed; inset: 0; z-index: 2147483647; background: white; pointer-events: none }',
  'below a translucent cover':
    'html::after { content: ""; position: fixed; inset: 0; z-index: 2147483647; background: #fff8; pointer-events: none }',
  'with a cover over its button alone':
    'html::after { content: "Play"; position: fixed; inset: 60% 0 0 0; z-index: 2147483647; background: white; pointer-events: none }',
  'half outside of the window': 'frame { inset: auto; top: 400px; left: -200px }',
  'too small to read': 'frame { width: 200px; height: 120px }',
  'of a low height': 'frame { height: 300px }',
}

/** Styles the page, or the frame itself, as a script of the page can. Returns how to undo it. */
async function restyle(page: Page, css: string) {
  const before = await page.evaluate((text) => {
    const frame = document.querySelector<HTMLElement>('#latchkey-frame')
    const own = /^frame \{ (.*) \}$/.exec(text)?.[1]
    const style = frame?.getAttribute('style') ?? ''
    for (const entry of own?.split('; ') ?? []) {
      const [name = '', value = ''] = entry.split(': ')
      frame?.style.setProperty(name, value, 'important')
    }
    const sheet = new CSSStyleSheet()
    if (own === undefined) sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
    return style
  }, css)
  return () =>
    page.evaluate((style) => {
      document.adoptedStyleSheets = []
      const frame = document.querySelector<HTMLElement>('#latchkey-frame')
      if (frame !== null) frame.style.cssText = style
    }, before)
}

/** Presses where the button is, whatever lies over it. */
async function pressOn(page: Page, wallet: EmbeddedWallet): Promise<void> {
  // The surface may have taken it away.
  const box = await wallet.approve.boundingBox({ timeout: 1_000 }).catch(() => null)
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
      const undo = await restyle(page, css)
      // The surface says so, or offers the wallet's own window, or the button shows that it does nothing.
      const dead = wallet.surface.getByRole('button', { name: 'Continue in a window of the wallet' })
      await expect(
        dead.or(wallet.surface.getByRole('button', { name: 'Approve', disabled: true })).first(),
      ).toBeAttached()
      await pressOn(page, wallet)
      await pressOn(page, wallet)
      await undo()
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
