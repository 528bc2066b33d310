import { people } from '@latchkey/chains'
import type { Page } from '@playwright/test'
import { DemoPage } from '../pages/DemoPage.js'
import { Modal } from '../pages/Modal.js'
import { openRemoteDevice } from '../pages/RemoteDevice.js'
import { expect, test } from '../pages/test.js'

const [first, second] = [people.marlow, people.wren]

test.describe('the account that the visitor chooses survives a reload', () => {
  test('with a wallet of the browser', async ({ page, demo, modal }) => {
    await page.addInitScript(announceTwoAccounts, [first, second])
    await page.reload()
    await demo.openModal()
    await modal.wallet('Two accounts').click()
    await expect(addressOf(page)).toHaveText(first)
    await choose(page, modal, second)
    await page.reload()
    await expect(addressOf(page)).toHaveText(second)
    await page.reload()
    await expect(addressOf(page)).toHaveText(second)
  })

  test('over the protocol', async ({ page, demo, modal }) => {
    const device = await openRemoteDevice('Two accounts', [first, second])
    await demo.openModal()
    await device.pair(await modal.copyPairingLink())
    await expect(addressOf(page)).toHaveText(first)
    await choose(page, modal, second)
    await page.reload()
    await expect(addressOf(page)).toHaveText(second)
    expect(device.sessionCount()).toBe(1)
    await device.close()
  })
})

test('two tabs with a code each, scanned by two wallets: both tabs have one connection, and so has one wallet', async ({
  page,
  demo,
  modal,
  context,
}) => {
  const devices = await Promise.all([openRemoteDevice('One', [first]), openRemoteDevice('Two', [second])])
  const [one, two] = devices
  const other = await context.newPage()
  const otherDemo = new DemoPage(other)
  const otherModal = new Modal(other)
  await otherDemo.open()
  await demo.openModal()
  const link = await modal.copyPairingLink()
  await other.bringToFront()
  await otherDemo.openModal()
  const otherLink = await otherModal.copyPairingLink()

  await Promise.all([one.pair(link), two.pair(otherLink)])
  await demo.expectStatus('connected')
  await otherDemo.expectStatus('connected')
  await expect.poll(() => devices.map((device) => device.sessionCount()).sort()).toEqual([0, 1])
  const used = one.sessionCount() === 1 ? first : second
  for (const tab of [page, other]) await expect(addressOf(tab)).toHaveText(used)
  // A page that loads anew finds the same.
  await other.reload()
  await expect(addressOf(other)).toHaveText(used)
  await Promise.all(devices.map((device) => device.close()))
})

const addressOf = (page: Page) => page.getByTestId('address')

/** Chooses another of the wallet's accounts in the modal. */
async function choose(page: Page, modal: Modal, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Open account' }).click()
  await modal.button(/Switch account|Accounts/).click()
  await modal.dialog
    .getByRole('button', { name: new RegExp(address.slice(-6), 'i') })
    .first()
    .click()
  await expect(addressOf(page)).toHaveText(address)
  await modal.close()
}

/** Runs in the page: a wallet with two accounts, which prefers the first and asks nobody. */
function announceTwoAccounts(accounts: readonly string[]) {
  const answers: { readonly [method: string]: unknown } = {
    eth_requestAccounts: accounts,
    eth_accounts: accounts,
    eth_chainId: '0x7a69',
  }
  const provider = {
    async request({ method }: { readonly method: string }) {
      if (method in answers) return answers[method]
      throw Object.assign(new Error(`${method} is not known`), { code: 4200 })
    },
    on() {},
    removeListener() {},
  }
  const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
  const info = {
    uuid: '5b1c0f0e-1111-4a4a-8888-000000000002',
    name: 'Two accounts',
    icon,
    rdns: 'example.two',
  }
  const detail = Object.freeze({ info, provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
