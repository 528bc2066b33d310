import type { Route } from '@playwright/test'
import { expect, test } from '../pages/test.js'
import { stack } from '../setup/stack.js'

const cors = { 'access-control-allow-origin': '*' }
const send = (body: string, more: { readonly status?: number; readonly headers?: object } = {}) => {
  const headers = { ...cors, 'content-type': 'application/json', ...more.headers }
  return (route: Route) => route.fulfill({ body, status: more.status ?? 200, headers })
}

const unreadable = 'The explorer service sent an answer that could not be read.'
/** Faults of an explorer, and the text that the visitor sees. */
const faults: { readonly [name: string]: readonly [fault: (route: Route) => unknown, text: string] } = {
  'a page of HTML': [
    send('<!doctype html><title>Log in to the network</title>', {
      headers: { 'content-type': 'text/html' },
    }),
    unreadable,
  ],
  null: [send('null'), unreadable],
  'wallets of the wrong shape': [send('{"data":{"0":{"id":7}},"count":"many"}'), unreadable],
  '10 MB': [send(`{"data":[],"count":1,"more":"${'x'.repeat(10 * 1024 * 1024)}"}`), unreadable],
  nothing: [() => {}, 'The explorer service did not answer in time. Try again.'],
  'status 500': [send('oh', { status: 500 }), 'The explorer service answered with status 500.'],
  'status 429': [
    send('', {
      status: 429,
      headers: { 'retry-after': '7', 'access-control-expose-headers': 'retry-after' },
    }),
    'Too many requests. Try again in 7 seconds.',
  ],
  'a broken line': [
    (route) => route.abort('connectionreset'),
    'The explorer service cannot be reached. Check your network and try again.',
  ],
}

for (const [name, [fault, text]] of Object.entries(faults)) {
  test(`the explorer answers with ${name}: the list shows an error and can be retried; everything else works`, async ({
    complaints,
    demo,
    modal,
    page,
    practice,
  }) => {
    await page.clock.install()
    await page.route(`${stack.services}/getWallets?**`, fault)
    await page.reload()
    await demo.openModal()
    await expect(modal.wallet(/Practice/)).toBeVisible()
    await modal.wallet(/All wallets/).click()
    await modal.expectView('All wallets')
    // Nobody waits longer than 15 seconds.
    if (name === 'nothing') await page.clock.fastForward(15_000)
    await expect(modal.dialog.getByText('Could not load wallets')).toBeVisible()
    await expect(modal.dialog.getByText(text)).toBeVisible()

    await page.unroute(`${stack.services}/getWallets?**`)
    await modal.button('Try again').click()
    await expect(modal.dialog.getByRole('gridcell').first()).toBeVisible()

    await modal.back()
    await modal.wallet(/^WalletConnect/).click()
    await expect(modal.dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
    await modal.back()
    await modal.wallet(/Practice/).click()
    await practice.approve()
    await demo.expectStatus('connected')
    // The browser logs failed answers itself; the kit logs nothing more.
    expect(complaints.filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
    complaints.length = 0
  })
}
