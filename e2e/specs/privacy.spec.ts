import { DemoPage } from '../pages/DemoPage.js'
import { Traffic } from '../pages/Traffic.js'
import { expect, test } from '../pages/test.js'
import { stack } from '../setup/stack.js'

test('makes no calls, stores nothing and sets no cookie before the first click', async ({ page }) => {
  const traffic = new Traffic(page)
  const demo = new DemoPage(page)
  await demo.open()
  await page.getByRole('button', { name: 'Connect wallet' }).hover()
  await page.getByRole('button', { name: 'Connect wallet' }).focus()
  await page.waitForLoadState('networkidle')
  expect(traffic.origins()).toEqual([stack.demo])
  expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).toEqual({})
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
  expect(await page.context().cookies()).toEqual([])
})

test('calls only the configured explorer when opened and closed', async ({ demo, modal, page }) => {
  const traffic = new Traffic(page)
  await demo.openModal()
  await modal.wallet('All wallets').click()
  await modal.expectView('All wallets')
  await page.waitForLoadState('networkidle')
  // The wallet's site says which ways to log in it has.
  const known = [stack.demo, stack.services, stack.site]
  expect(traffic.origins()).toEqual(known.sort())
  await modal.close()
  await modal.expectClosed()
  traffic.forget()
  await demo.openModal()
  await modal.close()
  await page.waitForLoadState('networkidle')
  expect(traffic.origins().filter((origin) => !known.includes(origin))).toEqual([])
})

test('calls the relay only for a QR code, and sends it only encrypted messages', async ({
  demo,
  modal,
  page,
}) => {
  const traffic = new Traffic(page)
  const sent: string[] = []
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
  await demo.openModal()
  await modal.expectView('Connect wallet')
  expect(traffic.origins()).not.toContain(stack.relay)
  const opened = page.waitForEvent('websocket')
  const link = await modal.copyPairingLink()
  const { origin, searchParams } = new URL((await opened).url())
  expect(origin).toBe(stack.relay)
  expect(traffic.origins()).toEqual([stack.demo, stack.services, stack.site, stack.relay].sort())
  expect([...searchParams.keys()].sort()).toEqual(['auth', 'projectId', 'useOnCloseEvent'])

  // The proposal was sent, without the app's name and without its key.
  await expect.poll(() => sent.length).toBeGreaterThan(1)
  const key = new URL(link).searchParams.get('symKey') ?? ''
  expect(key).toHaveLength(64)
  expect(sent.join()).not.toContain(key)
  expect(sent.join()).not.toContain('Tidepool')
})

test('sends the explorer only the necessary parameters', async ({ demo, modal, page }) => {
  const asked = page.waitForRequest((request) => request.url().startsWith(`${stack.services}/getWallets`))
  await demo.openModal()
  await modal.expectView('Connect wallet')
  const request = await asked
  const headers = await request.allHeaders()
  expect(headers.cookie).toBeUndefined()
  expect(headers.referer ?? `${stack.demo}/`).toBe(`${stack.demo}/`)
  expect(request.postData()).toBeNull()
})

test('makes no calls on the next visit after a disconnect', async ({ demo, modal, practice, page }) => {
  await demo.openModal()
  await modal.wallet(/Practice/).click()
  await practice.approve()
  await demo.expectStatus('connected')
  await demo.card('Your connection').getByRole('button', { name: 'Disconnect' }).click()
  await demo.expectStatus('disconnected')
  // Requests of the page that the visitor leaves do not count as requests of the next visit.
  await page.goto('about:blank')
  const traffic = new Traffic(page)
  await page.goto('/', { waitUntil: 'networkidle' })
  await demo.expectStatus('disconnected')
  expect(traffic.origins()).toEqual([stack.demo])
})
