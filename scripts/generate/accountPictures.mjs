// Takes pictures of the account in a real page: the stack of `npm start`, a visitor who sends, and another one who
// receives. Writes docs/images/account.png and docs/images/sending.png. They show current balances and dates, so no
// check compares them; e2e/specs/account.spec.ts tests these screens.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { joinPictures } from './pictures/joinPictures.mjs'
import { font, launch } from './pictures/screens.mjs'
import { images } from './pictures/sheets.mjs'
import { startDemo } from './pictures/startDemo.mjs'

const port = Number(process.env.DEMO_PORT ?? 6560)
const size = { width: 440, height: 760 }
const demo = await startDemo(port)
const browser = await launch()
try {
  const sender = await openAccount('juniper.eth', 'light')
  const receiver = await openAccount('marlow.eth', 'dark')
  await receiver.tab('Activity', 'listitem')

  const holdings = [await sender.take()]
  for (const [tab, role] of /** @type {const} */ ([
    ['NFTs', 'button'],
    ['Activity', 'listitem'],
  ])) {
    await sender.tab(tab, role)
    holdings.push(await sender.take())
  }
  writeFileSync(join(images, 'account.png'), await joinPictures(browser, holdings, size))

  const review = await writeTransfer(sender, '25', 'marlow.eth')
  await sender.modal.getByRole('button', { name: 'Send', exact: true }).click()
  await sender.approve()
  await sender.modal.getByText('Sent 25 KUSD').waitFor({ timeout: 60_000 })
  // The other page shows the payment without any input.
  await receiver.modal
    .getByRole('listitem')
    .filter({ hasText: '+25 KUSD' })
    .first()
    .waitFor({ timeout: 90_000 })
  const sending = [review, await sender.take(), await receiver.take()]
  writeFileSync(join(images, 'sending.png'), await joinPictures(browser, sending, size))
  console.log('pictures: docs/images/account.png, docs/images/sending.png')
} finally {
  await browser.close()
  await demo.stop()
}

/**
 * Opens the account of a visitor with a separate browser profile and the practice wallet connected.
 *
 * @param {string} person
 * @param {'light' | 'dark'} colorScheme
 */
async function openAccount(person, colorScheme) {
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme,
    bypassCSP: true,
  })
  await context.addInitScript((name) => localStorage.setItem('practice.person', name), person)
  await context.route('**/picture-font.woff2', (route) => route.fulfill({ path: font }))
  const page = await context.newPage()
  await page.goto(demo.url)
  await page.addStyleTag({
    content:
      '@font-face { font-family: Inter; src: url(/picture-font.woff2); font-weight: 100 900 } :root, [data-latchkey] { --lk-font-family: Inter !important; font-family: Inter }',
  })
  const modal = page.getByRole('dialog')
  const approve = () =>
    page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Connect wallet' }).first().click()
  await modal.getByRole('button', { name: /Practice wallet/ }).click()
  await approve()
  await page
    .getByRole('button', { name: /^Account/ })
    .first()
    .click()
  await modal.getByRole('listitem').filter({ hasText: 'Key Dollar' }).waitFor({ timeout: 60_000 })
  return {
    modal,
    approve,
    /** @param {string} name @param {'button' | 'listitem'} role What it lists. */
    async tab(name, role) {
      await modal.getByRole('tab', { name }).click()
      await modal.getByRole('region', { name }).getByRole(role).first().waitFor({ timeout: 60_000 })
    },
    async take() {
      await page.waitForLoadState('networkidle')
      return page.screenshot({ animations: 'disabled', caret: 'hide' })
    },
  }
}

/** @param {Awaited<ReturnType<typeof openAccount>>} visitor @param {string} amount @param {string} recipient */
async function writeTransfer({ modal, take }, amount, recipient) {
  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  await modal.getByRole('button', { name: /Select token/ }).click()
  await modal.getByRole('button', { name: /Key Dollar/ }).click()
  await modal.getByLabel('Amount').fill(amount)
  await modal.getByLabel('Recipient').fill(recipient)
  await modal.getByRole('button', { name: 'Preview send' }).click({ timeout: 60_000 })
  await modal.getByRole('heading', { name: 'Review send' }).waitFor()
  return take()
}
