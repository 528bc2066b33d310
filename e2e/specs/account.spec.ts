import { contracts, lookAlike, names, people } from '@latchkey/chains'
import type { Page } from '@playwright/test'
import { createPublicClient, erc20Abi, http } from 'viem'
import { Modal } from '../pages/Modal.js'
import { expect, test } from '../pages/test.js'
import { stack } from '../setup/stack.js'

// A visitor's holdings and history, and sending, on the chains that `npm start` fills.

const client = createPublicClient({ transport: http(stack.chains[0]) })
const dollars = (owner: `0x${string}`) =>
  client.readContract({
    address: contracts.dollar,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  })

async function openAccount(page: Page, modal: Modal) {
  await page
    .getByRole('button', { name: /^Account/ })
    .first()
    .click()
  await modal.expectView('Account')
}

/** Returns the rows of the activity list. */
const activity = (modal: Modal) =>
  modal.dialog.getByRole('region', { name: 'Activity' }).getByRole('listitem')

test.describe("the practice wallet's account", () => {
  test.beforeEach(async ({ demo, modal, practice, page }) => {
    await demo.openModal()
    await modal.wallet(/Practice wallet/).click()
    await practice.approve()
    await demo.expectStatus('connected')
    await modal.expectClosed()
    await openAccount(page, modal)
  })

  test('shows its name, picture and total value', async ({ modal }) => {
    await expect(modal.dialog.getByText('juniper.eth')).toBeVisible()
    await expect(modal.dialog.locator('.avatar img')).toBeVisible()
    await expect(modal.dialog.getByText(/^\$[\d,]+\.\d\d$/).first()).toBeVisible()
    await expect(modal.dialog.getByRole('listitem').filter({ hasText: 'Key Dollar' })).toContainText(
      /\$[\d,]+\.\d\d/,
    )
    await expect(
      modal.dialog.getByText(/Small balances/).or(modal.dialog.getByText('Ether')),
    ).not.toHaveCount(0)
  })

  test('shows collectibles with pictures, and folds lures away', async ({ modal }) => {
    await modal.dialog.getByRole('tab', { name: 'NFTs' }).click()
    const tile = modal.dialog.getByRole('region', { name: 'NFTs' }).getByRole('button').first()
    await expect(tile.locator('img')).toHaveJSProperty('complete', true)
    await expect(modal.button(/Hidden collectibles/)).toBeVisible()
    await tile.click()
    await modal.expectView('Collectible')
    await expect(modal.dialog.getByText('Collection', { exact: true })).toBeVisible()
    await modal.back()
    await modal.expectView('Account')
    await expect(modal.dialog.getByRole('tab', { name: 'NFTs' })).toHaveAttribute('aria-selected', 'true')
  })

  test('shows months of activity, page by page', async ({ modal, page }) => {
    await modal.dialog.getByRole('tab', { name: 'Activity' }).click()
    const months = modal.dialog.getByRole('heading', { level: 3 })
    await expect(months.first()).toBeVisible()
    await expect(modal.dialog.getByText('Sent', { exact: true }).first()).toBeVisible()
    await expect(async () => {
      await activity(modal).last().scrollIntoViewIfNeeded()
      expect(await months.count()).toBeGreaterThan(4)
    }).toPass({ timeout: 20_000 })
    expect(await page.getByText('Failed', { exact: true }).count()).toBeGreaterThan(0)
  })

  test('shows wrapping a coin as deposited, and unwrapping as withdrawn', async ({ modal }) => {
    await modal.dialog.getByRole('tab', { name: 'Activity' }).click()
    const lines = (verb: string) =>
      activity(modal).filter({ has: modal.page.getByText(verb, { exact: true }) })
    await expect(async () => {
      await activity(modal).last().scrollIntoViewIfNeeded()
      expect(await lines('Deposited').count()).toBeGreaterThan(0)
      expect(await lines('Withdrawn').count()).toBeGreaterThan(0)
    }).toPass({ timeout: 20_000 })
  })

  test('names an address, finds the name when sending, and shows it everywhere', async ({
    modal,
    page,
    context,
  }) => {
    test.setTimeout(120_000)
    await modal.button('Send').click()
    await modal.dialog.getByLabel('Recipient').fill(people.harbor)
    await modal.button('Name this address').click()
    await modal.expectView('Name an address')
    await expect(modal.dialog.getByText(people.harbor)).toBeVisible()
    await modal.dialog.getByLabel('Name', { exact: true }).fill('Rent\u202e')
    await modal.button('Save').click()
    await modal.expectView('Send')
    await modal.dialog.getByLabel('Recipient').fill('ren')
    const known = modal.dialog.getByRole('list', { name: 'Recent and named' })
    await known.getByRole('button', { name: /^Rent 0x/ }).click()
    await expect(modal.dialog.getByLabel('Recipient')).toHaveValue(people.harbor)
    await modal.dialog.getByLabel('Amount').fill('0.001')
    await modal.button('Preview send').click()
    await modal.expectView('Review send')
    await expect(modal.dialog.getByText('Rent', { exact: true })).toBeVisible()
    await expect(modal.dialog.getByText(people.harbor)).toBeVisible()

    // Another tab has the name too, and names added there appear here at once.
    const other = await context.newPage()
    await other.goto(stack.demo)
    const theirs = new Modal(other)
    await openAccount(other, theirs)
    await theirs.button('Your accounts').click()
    await theirs
      .button(/^Rename/)
      .first()
      .click()
    await theirs.dialog.getByLabel('Name', { exact: true }).fill('Daily')
    await theirs.button('Save').click()
    await theirs.expectView('Your accounts')
    await other.close()
    await page.bringToFront()
    await modal.back()
    await modal.back()
    await expect(modal.dialog.getByText('Daily', { exact: true })).toBeVisible()
  })

  test('warns of transfers that would lose money', async ({ modal }) => {
    await modal.button('Send').click()
    const recipient = modal.dialog.getByLabel('Recipient')
    await recipient.fill(people.visitor)
    await expect(modal.dialog.getByText('This is your own address.')).toBeVisible()
    await recipient.fill(contracts.dollar)
    await expect(modal.dialog.getByText(/contract of a token/)).toBeVisible()
    await recipient.fill(lookAlike)
    await expect(modal.dialog.getByText(/looks like an address you know/)).toBeVisible()
    await recipient.fill('0x2546BcD3c84621e976D8185a91A922aE77ECEc30')
    await expect(modal.dialog.getByText('You have not sent to this address before.')).toBeVisible()
  })

  test('shows what the form still lacks', async ({ modal, complaints }) => {
    await modal.button('Send').click()
    const amount = modal.dialog.getByLabel('Amount')
    const recipient = modal.dialog.getByLabel('Recipient')
    const says = (words: string) => expect(modal.button(words)).toBeDisabled()
    await says('Add amount')
    await amount.fill('1e3')
    await says('Incorrect value')
    await amount.fill('1000000000')
    await says('Insufficient funds')
    await amount.fill('0.001')
    await says('Add address')
    await recipient.fill('0x1234')
    await says('Invalid address')
    await recipient.fill(people.harbor.replace('A', 'a'))
    await expect(modal.dialog.getByText('This address has a typing mistake.')).toBeVisible()
    await recipient.fill('nobody-has-this.eth')
    await expect(modal.dialog.getByText('Nobody has this name.')).toBeVisible()
    // An unknown name is a 404, which the browser logs by itself.
    complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes('404')))
    await recipient.fill(`ethereum:${people.harbor}@31337?value=2e15`)
    await expect(recipient).toHaveValue(people.harbor)
    await expect(amount).toHaveValue('0.002')
    await expect(modal.button('Preview send')).toBeEnabled()
    await modal.button('Max').click()
    // The amount leaves enough for the fee.
    await expect(amount).toHaveValue(/^\d+\.\d{10,}$/)
    await expect(modal.button('Preview send')).toBeEnabled()
  })

  test('sends a token to a name, once, and follows it to its receipt', async ({ modal, practice, page }) => {
    // Other specs send from the first account meanwhile, which the kit would tell of after the rejection.
    await modal.close()
    await page.getByRole('combobox', { name: /Whose it is/ }).selectOption('saffron.eth')
    await expect(page.getByRole('button', { name: /^Account/ }).first()).toContainText('0x3C44')
    await openAccount(page, modal)
    const before = await dollars(names['thistle.eth'])
    await modal.button('Send').click()
    await modal.button(/Select token/).click()
    await modal.dialog.getByRole('button', { name: /Key Dollar/ }).click()
    await modal.dialog.getByLabel('Amount').fill('1')
    await modal.dialog.getByLabel('Recipient').fill('thistle.eth')
    await expect(modal.dialog.getByText(names['thistle.eth'])).toBeVisible()
    await modal.button('Preview send').click()

    await modal.expectView('Review send')
    await expect(modal.dialog.getByText('thistle.eth')).toBeVisible()
    await expect(modal.dialog.getByText(names['thistle.eth'])).toBeVisible()
    await expect(modal.dialog.getByText('1 KUSD')).toBeVisible()
    await modal.button('Send').click()
    await practice.reject()
    await expect(modal.dialog.getByRole('alert').filter({ hasText: 'Rejected' })).toBeVisible()
    await modal.button('Send').click()
    await practice.approve()

    await expect(modal.dialog.getByText('Sent 1 KUSD')).toBeVisible({ timeout: 20_000 })
    expect(await dollars(names['thistle.eth'])).toBe(before + 1_000_000n)
    await modal.button('Done').click()
    await modal.dialog.getByRole('tab', { name: 'Activity' }).click()
    const line = activity(modal).filter({ hasText: '-1 KUSD' }).first()
    await expect(line).toBeVisible({ timeout: 20_000 })
    await page.reload()
    await openAccount(page, modal)
    await modal.dialog.getByRole('tab', { name: 'Activity' }).click()
    await expect(line).toBeVisible()
  })

  test('an unmined transaction survives a reload', async ({ modal, practice, page }) => {
    let isHeld = true
    await page.route(`${stack.chains[0]}/**`, async (route) => {
      const asked = route.request().postData() ?? ''
      if (!isHeld || !asked.includes('eth_getTransactionReceipt')) return route.fallback()
      const { id } = JSON.parse(asked)
      await route.fulfill({ json: { jsonrpc: '2.0', id, result: null } })
    })
    await modal.button('Send').click()
    await modal.dialog.getByLabel('Amount').fill('0.0012')
    await modal.dialog.getByLabel('Recipient').fill(people.saffron)
    await modal.button('Preview send').click()
    await modal.button('Send').click()
    await practice.approve()
    await expect(modal.dialog.getByText('Sending 0.0012 ETH')).toBeVisible()
    await page.reload()
    isHeld = false
    await openAccount(page, modal)
    await modal.dialog.getByRole('tab', { name: 'Activity' }).click()
    const line = activity(modal)
      .filter({ hasText: /-0\.001/ })
      .first()
    await expect(line).toBeVisible()
    await expect(line).not.toContainText('Pending', { timeout: 20_000 })
  })
})

test('a recipient sees a payment without any action', async ({ page, modal, wallet, demo, browser }) => {
  test.setTimeout(120_000)
  await demo.openModal()
  await modal.wallet(/Test wallet/).click()
  await demo.expectStatus('connected')
  await openAccount(page, modal)
  const own = modal.dialog.getByRole('listitem').filter({ hasText: 'Key Dollar' })
  const shown = async () => Number(((await own.textContent()) ?? '').match(/([\d.]+) KUSD/)?.[1] ?? 0)
  await expect(own).toBeVisible()
  const before = await shown()

  const other = await browser.newPage()
  await other.goto(stack.demo)
  const theirs = new Modal(other)
  await other.getByRole('button', { name: 'Connect wallet' }).click()
  await theirs.wallet(/Practice wallet/).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await theirs.expectClosed()
  await openAccount(other, theirs)
  await theirs.button('Send').click()
  await theirs.button(/Select token/).click()
  await theirs.dialog.getByRole('button', { name: /Key Dollar/ }).click()
  await theirs.dialog.getByLabel('Amount').fill('2.5')
  await theirs.dialog.getByLabel('Recipient').fill(wallet.address)
  await theirs.button('Preview send').click()
  await theirs.button('Send').click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await expect(theirs.dialog.getByText('Sent 2.5 KUSD')).toBeVisible({ timeout: 20_000 })
  await other.close()

  await page.bringToFront()
  await expect.poll(shown, { timeout: 40_000 }).toBeGreaterThanOrEqual(before + 2.5)
})
