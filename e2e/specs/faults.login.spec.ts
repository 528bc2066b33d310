import type { Route } from '@playwright/test'
import { codeFor, EmbeddedWallet, newAddress } from '../pages/EmbeddedWallet.js'
import { expect, test } from '../pages/test.js'

// Each call of a login fails once: the visitor reads why, tries again where they are, and gets in.

const refusal = 'a server that does not know the page'

const troubles: { readonly [name: string]: (route: Route) => Promise<void> } = {
  'an error page': (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  'an answer without sense': (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"nonsense": true}' }),
  [refusal]: (route) =>
    route.fulfill({ status: 403, contentType: 'application/json', body: '{"error":{"code":"FORBIDDEN"}}' }),
  'a line that breaks': (route) => route.abort('connectionreset'),
}

for (const [name, trouble] of Object.entries(troubles)) {
  test(`${name} at each call of a login: the visitor reads why, and gets in`, async ({
    page,
    demo,
    complaints,
  }) => {
    let failing: RegExp | undefined
    await page
      .context()
      .route(/\/(auth\/v1\/login|keys\/v1)\//, (route) =>
        failing?.test(route.request().url()) === true ? trouble(route) : route.continue(),
      )
    const wallet = new EmbeddedWallet(page)
    const { dialog } = wallet.modal

    // A refusal of the first call hides the login: the test below.
    if (name !== refusal) failing = /\/login\/methods/
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    if (name !== refusal) {
      await expect(dialog.getByText('Login cannot be reached right now')).toBeVisible()
      failing = undefined
      await dialog.getByRole('button', { name: /Try again/ }).click()
    }

    failing = /\/login\/email/
    const address = newAddress()
    await dialog.getByRole('textbox', { name: 'Email' }).fill(address)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText(
      /^(We could not send the code\. Try again\.|Wallet service is temporarily unavailable)$/,
    )
    failing = undefined
    await dialog.getByRole('textbox', { name: 'Email' }).press('Enter')
    await wallet.modal.expectView('Confirm email')

    const code = await codeFor(address)
    failing = /\/login\/code/
    await page.keyboard.type(code)
    await expect(dialog.getByText('Wallet service is temporarily unavailable')).toBeVisible()
    failing = /\/keys\/v1\//
    // The words may show a moment before the code is selected for another try.
    await dialog.getByRole('textbox', { name: 'Code with 6 digits' }).press('ControlOrMeta+a')
    await page.keyboard.type(code)
    await expect(wallet.modal.button('Try again')).toBeVisible()
    await expect(dialog.getByText('Wallet service is temporarily unavailable')).toBeVisible()
    failing = undefined
    await wallet.modal.button('Try again').click()
    await wallet.modal.expectClosed()
    await demo.expectStatus('connected')
    await wallet.address()
    // The browser itself tells of each failed call.
    complaints.length = 0
  })
}

test('a page that may not embed the wallet offers no login, and the developer hears why', async ({
  page,
  modal,
  complaints,
}) => {
  await page.goto('/')
  await page.route(/\/login\/methods/, (route) =>
    route.fulfill({
      status: 403,
      json: { error: { code: 'FORBIDDEN', message: 'Unauthorized: origin not allowed' } },
    }),
  )
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect.poll(() => complaints.join()).toContain('is not on the allow-list of this project')
  await expect(modal.wallet(/^WalletConnect/)).toBeVisible()
  await expect(modal.dialog.getByRole('textbox', { name: 'Email' })).toHaveCount(0)
  await page.unrouteAll()
  await modal.button('Close').click()
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(modal.dialog.getByRole('textbox', { name: 'Email' })).toBeVisible()
  complaints.length = 0
})
