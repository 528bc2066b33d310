// Takes pictures of a login to the embedded wallet in a real page: the stack of `npm start`, and a visitor who has no wallet. Writes
// docs/images/login.png. They show the browser's own fonts in the wallet's frame, so no check compares them; e2e/specs/embedded.spec.ts tests
// these screens.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { joinPictures } from './pictures/joinPictures.mjs'
import { font, launch } from './pictures/screens.mjs'
import { images } from './pictures/sheets.mjs'
import { startDemo } from './pictures/startDemo.mjs'

// The stack keeps its wallets, and this visitor is new.
const email = `robin.${Date.now() % 10_000}@example.com`
/** The middle of the page, where the modal is. */
const clip = { x: 270, y: 40, width: 460, height: 720 }
const demo = await startDemo(Number(process.env.DEMO_PORT ?? 6580))
const browser = await launch()
try {
  const context = await browser.newContext({
    viewport: { width: 1000, height: 800 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    bypassCSP: true,
  })
  await context.route('**/picture-font.woff2', (route) => route.fulfill({ path: font }))
  const page = await context.newPage()
  await page.goto(demo.url)
  await page.addStyleTag({
    content:
      '@font-face { font-family: Inter; src: url(/picture-font.woff2); font-weight: 100 900 } :root, [data-latchkey] { --lk-font-family: Inter !important; font-family: Inter }',
  })
  const modal = page.getByRole('dialog')
  const take = () => page.screenshot({ clip, animations: 'disabled', caret: 'hide' })

  await page.getByRole('button', { name: 'Connect wallet' }).first().click()
  await modal.getByRole('textbox', { name: 'Email' }).fill(email)
  const pictures = [await take()]
  await page.keyboard.press('Enter')
  await modal.getByRole('heading', { name: 'Confirm email' }).waitFor()
  const code = await codeFor(email)
  await page.keyboard.type(code.slice(0, 3))
  pictures.push(await take())
  await page.keyboard.type(code.slice(3))
  await modal.waitFor({ state: 'hidden', timeout: 60_000 })
  await page.getByRole('button', { name: 'Sign and verify' }).click()
  const surface = page.frameLocator('#latchkey-frame')
  await surface.getByRole('button', { name: 'Approve', exact: true }).click({ trial: true, timeout: 60_000 })
  pictures.push(await take())
  writeFileSync(join(images, 'login.png'), await joinPictures(browser, pictures, clip))
  console.log('pictures: docs/images/login.png')
} finally {
  await browser.close()
  await demo.stop()
}

/** Waits for the mail with a code, and returns the code. @param {string} address */
async function codeFor(address) {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(`${demo.mailbox}/messages?to=${encodeURIComponent(address)}`)
    const messages = /** @type {readonly { text: string }[]} */ (await answer.json())
    const code = /^\s+(\d{6})\s*$/m.exec(messages[0]?.text ?? '')?.[1]
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no mail to ${address}`)
}
