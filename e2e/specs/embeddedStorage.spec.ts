import { EmbeddedWallet } from '../pages/EmbeddedWallet.js'
import { hideVisibility, setStorage } from '../pages/frameStorage.js'
import { openWindow } from '../pages/openWindow.js'
import { expect, test } from '../pages/test.js'
import { stack } from '../setup/stack.js'

// What browsers keep for an iframe on another site: nothing, or what the wallet's window does not see.

test('where the browser keeps nothing for frames, the wallet’s window takes over', async ({
  page,
  context,
  complaints,
}) => {
  // What Chromium does with "block third-party cookies": the frame's worker has no database; that of the window has one.
  await setStorage(context, (surface) => (surface === 'iframe' ? 'denied' : 'window'))
  await page.goto(stack.demo)
  const wallet = new EmbeddedWallet(page)
  await wallet.logIn()
  const toWindow = wallet.surface.getByRole('button', { name: 'Open the window' })
  await openWindow(page, toWindow)
  await wallet.modal.expectClosed()
  const address = await wallet.address()

  await page.getByRole('button', { name: 'Sign and verify' }).click()
  const popup = await openWindow(page, toWindow)
  await expect(popup.getByText(stack.demo)).toBeVisible()
  await popup.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Verified: this account signed it.')).toBeVisible()

  await page.reload()
  await expect(page.getByTestId('connection')).toContainText(/Status\s*connected/)
  expect(await wallet.address()).toBe(address)
  complaints.length = 0
})

test('where an iframe has a storage of its own, its window gets the wallet from it, and gives it to the next iframe', async ({
  page,
  context,
}) => {
  // A second code for one address is sent after 30 seconds.
  test.setTimeout(120_000)
  let host = 'first'
  await setStorage(context, (surface) => (surface === 'iframe' ? host : 'window'))
  await hideVisibility(context)
  await page.goto(stack.demo)
  const wallet = new EmbeddedWallet(page)
  const mail = await wallet.logIn()
  const askedAt = Date.now()
  await wallet.modal.expectClosed()
  const address = await wallet.address()
  const toWindow = wallet.surface.getByRole('button', { name: 'Continue in a window of the wallet' })

  await page.getByRole('button', { name: 'Sign and verify' }).click()
  const popup = await openWindow(page, toWindow)
  await popup.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Verified: this account signed it.')).toBeVisible()

  // On another site the iframe knows nothing; the window does.
  host = 'second'
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(async () => expect(Date.now() - askedAt).toBeGreaterThan(30_000)).toPass({ timeout: 40_000 })
  await wallet.logIn(mail, 2)
  await openWindow(page, toWindow)
  await wallet.modal.expectClosed()
  expect(await wallet.address()).toBe(address)
})
