import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { mnemonicToAccount } from 'viem/accounts'
import { recoverWallet } from '../../services/recover/recoverWallet.js'
import { codeFor, EmbeddedWallet, newAddress } from '../pages/EmbeddedWallet.js'
import { expect, test } from '../pages/test.js'
import { stack } from '../setup/stack.js'

// A visitor without a wallet: e-mail, code, account. The site, its services, the mail server and the chains are real.

const password = 'seven tall herons 41'

async function setBalance(address: string, wei: bigint) {
  const [rpcUrl = ''] = stack.chains
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'anvil_setBalance',
    params: [address, `0x${wei.toString(16)}`],
  }
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(true)
}

test('a code is enough for an account, which signs, sends, and is there after a reload', async ({
  page,
  demo,
}) => {
  const wallet = new EmbeddedWallet(page)
  await wallet.logIn()
  await wallet.modal.expectClosed()
  await demo.expectStatus('connected')
  const address = await wallet.address()

  await demo.sign()
  await expect(wallet.surface.getByRole('heading', { name: 'Sign a message' })).toBeVisible()
  await expect(wallet.surface.getByText(stack.demo)).toBeVisible()
  await wallet.approve.click()
  await expect(page.getByText('Verified: this account signed it.')).toBeVisible()

  await setBalance(address, 10n ** 18n)
  await demo.send()
  await expect(wallet.surface.getByText('−0.01 ETH')).toBeVisible()
  await wallet.approve.click()
  await expect(demo.receipt).toContainText('Block')

  await page.reload()
  await demo.expectStatus('connected')
  expect(await wallet.address()).toBe(address)
  await demo.sign()
  await wallet.reject.click()
  await expect(page.getByText('Verified: this account signed it.')).toHaveCount(0)
  await wallet.modal.expectClosed()
})

test('sends from the modal: review, the wallet’s own surface over it, and what became of it', async ({
  page,
  demo,
}) => {
  const wallet = new EmbeddedWallet(page)
  await wallet.logIn()
  await wallet.modal.expectClosed()
  await setBalance(await wallet.address(), 10n ** 18n)
  await page.getByRole('button', { name: 'Open account' }).click()
  await wallet.modal.button('Send').click()
  await wallet.modal.dialog.getByRole('textbox').first().fill('0.25')
  await wallet.modal.dialog.getByRole('textbox').nth(1).fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await wallet.modal.button('Preview send').click()
  await wallet.modal.expectView('Review send')
  await wallet.modal.button('Send').click()
  await expect(wallet.surface.getByText('−0.25 ETH')).toBeVisible()
  await wallet.approve.click()
  await expect(wallet.modal.dialog.getByText('Sent 0.25 ETH')).toBeVisible()
  await wallet.modal.button('Done').click()
  await wallet.modal.close()
  await demo.expectStatus('connected')
})

test('with the keyboard alone: from the connect button to a signature', async ({ page, demo }) => {
  const wallet = new EmbeddedWallet(page)
  await page.getByRole('button', { name: 'Connect wallet' }).focus()
  await page.keyboard.press('Enter')
  const email = wallet.modal.dialog.getByRole('textbox', { name: 'Email' })
  await expect(email).toBeVisible()
  for (let presses = 0; presses < 20 && !(await isFocused(email)); presses++) await page.keyboard.press('Tab')
  const address = newAddress()
  await page.keyboard.type(address)
  await page.keyboard.press('Enter')
  await wallet.modal.expectView('Confirm email')
  await page.keyboard.type(await codeFor(address))
  await wallet.modal.expectClosed()
  await page.getByRole('button', { name: 'Sign and verify' }).focus()
  await page.keyboard.press('Enter')
  await expect(wallet.approve).toBeEnabled()
  for (let presses = 0; presses < 12 && !(await isFocused(wallet.approve)); presses++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Verified: this account signed it.')).toBeVisible()
  await demo.expectStatus('connected')
})

const isFocused = (element: ReturnType<Page['locator']>) =>
  element.evaluate((node) => (node.getRootNode() as Document | ShadowRoot).activeElement === node)

test('a host that asks to sign in gets a signature that the services accept', async ({ page }) => {
  await page.goto(`${stack.demo}/?signIn=required`)
  const wallet = new EmbeddedWallet(page)
  await wallet.logIn()
  await wallet.modal.expectView('Sign in')
  await wallet.modal.button('Sign').click()
  await expect(wallet.surface.getByRole('heading', { name: /Sign in/ })).toBeVisible()
  await wallet.approve.click()
  await expect(page.getByTestId('sign-in')).toHaveText('Signed in')
})

test('a recovery kit is saved as a file, which opens the account’s wallet with its words', async ({
  page,
}) => {
  await page.goto(stack.demo)
  const wallet = new EmbeddedWallet(page)
  await wallet.logIn()
  await wallet.modal.expectClosed()
  const address = await wallet.address()
  await wallet.openSettings()
  await wallet.modal.wallet(/Add a second way in/).click()
  await wallet.surface.getByRole('button', { name: /Make a recovery kit/ }).click()
  const shown = wallet.surface.getByRole('list', { name: 'The words of your kit' }).locator('bdi')
  await expect(shown).toHaveCount(24)
  const words = await shown.allInnerTexts()
  const saved = page.waitForEvent('download')
  await wallet.surface.getByRole('button', { name: 'Save the file' }).click()
  const file = readFileSync(await (await saved).path(), 'utf8')
  await wallet.surface.getByRole('button', { name: 'I have kept it' }).click()
  await wallet.modal.expectView('Account settings')

  const recovered = await recoverWallet(file, words.join(' '))
  expect(recovered.addresses.eip155).toBe(address)
})

test('a password opens the wallet on a second device, whose words are the account’s; deleted, it is gone', async ({
  page,
  browser,
  complaints,
}) => {
  // A second code for one address is sent after 30 seconds.
  test.setTimeout(240_000)
  await page.goto(stack.demo)
  const wallet = new EmbeddedWallet(page)
  const mail = await wallet.logIn()
  await wallet.modal.expectClosed()
  const address = await wallet.address()
  const askedAt = Date.now()
  await wallet.openSettings()
  await wallet.modal.wallet(/Add a second way in/).click()
  await wallet.surface.getByRole('button', { name: /Set a wallet password/ }).click()
  await wallet.surface.getByRole('textbox', { name: 'Wallet password' }).fill(password)
  await wallet.surface.getByRole('textbox', { name: 'Repeat the password' }).fill(password)
  await wallet.surface.getByRole('button', { name: 'Set the password' }).click()
  await wallet.modal.expectView('Account settings')
  await expect(wallet.modal.wallet(/Add a second way in/)).toHaveCount(0)

  const device = await browser.newContext({ viewport: { width: 1180, height: 900 } })
  const second = await device.newPage()
  await second.goto(stack.demo)
  const other = new EmbeddedWallet(second)
  await expect(async () => {
    expect(Date.now() - askedAt).toBeGreaterThan(30_000)
  }).toPass({ timeout: 40_000 })
  await other.logIn(mail, 2)
  await other.surface.getByRole('button', { name: 'Enter your wallet password' }).click()
  await other.surface.getByRole('textbox', { name: 'Wallet password' }).fill('seven tall herons 42')
  await second.keyboard.press('Enter')
  await expect(other.surface.getByRole('alert')).toBeVisible()
  await other.surface.getByRole('textbox', { name: 'Wallet password' }).fill(password)
  await second.keyboard.press('Enter')
  await other.modal.expectClosed()
  expect(await other.address()).toBe(address)

  const words = await exportWords(second, other)
  expect(mnemonicToAccount(words).address).toBe(address)

  await deleteWallet(other)
  await expect(second.getByTestId('connection')).toContainText(/Status\s*disconnected/)
  // The first device has the key still, and nothing to open with it.
  await page.reload()
  await expect(page.getByTestId('connection')).toContainText(/Status\s*disconnected/)
  await device.close()
  complaints.length = 0
})

/** Returns the recovery words, which the page that embeds the wallet does not see. */
async function exportWords(page: Page, wallet: EmbeddedWallet): Promise<string> {
  const { words, popup } = await wallet.showWords()
  for (const frame of page.frames()) expect(await frame.content()).not.toContain(words)
  await popup.getByRole('button', { name: 'Done' }).click()
  return words
}

async function deleteWallet(wallet: EmbeddedWallet): Promise<void> {
  await wallet.modal.expectView('Account settings')
  await wallet.modal.wallet(/Delete wallet/).click()
  await wallet.surface.getByRole('textbox').fill('DELETE')
  await wallet.surface.getByRole('button', { name: /Delete/ }).click()
  await expect(wallet.surface.getByText('The account is deleted.')).toBeVisible()
  await wallet.surface.getByRole('button', { name: 'Done' }).click()
}
