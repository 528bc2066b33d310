import { people as bitcoiners } from '@latchkey/chain-bitcoin'
import { loadPeople } from '@latchkey/chain-solana'
import { people } from '@latchkey/chains'
import { scriptedPolkadotWallet } from 'latchkey/testing'
import { isPolkadotInstalled } from '../../scripts/install.mjs'
import { FamilyDemo } from '../pages/FamilyDemo.js'
import { expect, test } from '../pages/familyTest.js'

// Polkadot's packages are large; `npm start` and `npm test -- polkadot` install them.
const families = ['solana', 'bip122', ...(isPolkadotInstalled() ? (['polkadot'] as const) : [])] as const
test.use({ families })
// All ledgers run at once, beside a second worker with its own.
test.describe.configure({ timeout: 120_000 })

const solanaAddress = (await loadPeople()).visitor.address
const bitcoinAddress = bitcoiners[0].payment
const addresses = {
  solana: solanaAddress,
  bip122: bitcoinAddress,
  polkadot: (await scriptedPolkadotWallet({ path: '//Visitor' })).address,
}
const networks = {
  solana: 'Solana Local',
  bip122: 'Bitcoin Regtest',
  polkadot: 'Polkadot Asset Hub Local',
}
const balances = { solana: '100 SOL', bip122: '500 BTC', polkadot: '10000 ROC' }

test('all families at once: switched, restored and disconnected each by itself', async ({
  familyDemo: demo,
  practice,
}) => {
  for (const family of families) await demo.connect(family)
  await demo.askEip155()
  await practice.approve()
  await demo.expectAddress(people.visitor)

  await demo.family('solana').getByRole('button', { name: 'Use' }).click()
  await demo.expectAddress(solanaAddress)
  for (const family of families) {
    await demo.switchTo(networks[family])
    await demo.expectNetwork(networks[family])
    await demo.expectAddress(addresses[family])
    await demo.expectBalance(balances[family])
  }

  const [last = 'solana'] = families.slice(-1)
  const expectRestored = async (restored: readonly (keyof typeof addresses)[]) => {
    for (const family of restored) await expect(demo.family(family)).toContainText(addresses[family])
    await expect(demo.family('eip155')).toContainText(people.visitor)
    await demo.expectAddress(addresses[last])
  }
  await demo.page.reload()
  await expectRestored(families)

  await demo.family('solana').getByRole('button', { name: 'Disconnect' }).click()
  await expect(demo.family('solana').getByRole('button', { name: 'Connect' })).toBeVisible()
  await demo.page.reload()
  await expectRestored(families.filter((family) => family !== 'solana'))
  await expect(demo.family('solana')).not.toContainText(solanaAddress)
})

test('Escape in a wallet’s window rejects its request, and leaves the modal open', async ({
  familyDemo: demo,
}) => {
  await demo.ask('solana')
  await demo.page.keyboard.press('Escape')
  await expect(demo.wallet).toHaveCount(0)
  await expect(demo.modal.button('Try again')).toBeVisible()
})

test('the page fits a small phone with a long address in use', async ({ familyDemo: demo }) => {
  await demo.page.setViewportSize({ width: 360, height: 740 })
  await demo.connect('bip122')
  await demo.expectBalance('500 BTC')
  expect(await demo.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('a ledger that is still starting, or has failed, is told as that', async ({ page, familyStack }) => {
  let state = 'starting'
  await page.route('**/settings.json', async (route) => {
    const settings = await (await route.fetch()).json()
    await route.fulfill({ json: { ...settings, ledgers: [{ ...settings.ledgers[0], state }] } })
  })
  const demo = new FamilyDemo(page, familyStack.demo)
  await demo.open()
  await expect(demo.family('solana')).toContainText('Solana Local is starting')
  state = 'ready'
  await expect(demo.family('solana')).not.toContainText('starting')
  state = 'stopped'
  await expect(demo.family('solana')).toContainText('Solana Local has stopped', { timeout: 15_000 })
  state = 'ready'
  await expect(demo.family('solana')).not.toContainText('stopped')
  state = 'failed'
  await page.reload()
  await expect(demo.family('solana')).toContainText('Solana Local could not start')
})

test('a visitor signs in with all families; a second tab has all, and loses only what is disconnected', async ({
  familyDemo: demo,
  familyStack,
  context,
}) => {
  await demo.open('/?signIn=optional')
  for (const family of families) {
    await demo.ask(family)
    await demo.approve()
    await demo.modal.expectView('Sign in')
    await demo.modal.button('Sign').click()
    // Wallets of Solana sign in by a method of their own.
    await expect(demo.wallet).toContainText(/wants you to sign in|Sign in\?/)
    await demo.approve()
    await demo.modal.expectClosed()
    await expect(demo.page.getByTestId('sign-in')).toHaveText('Signed in')
  }
  const other = new FamilyDemo(await context.newPage(), familyStack.demo)
  await other.open('/?signIn=optional')
  for (const family of families) await expect(other.family(family)).toContainText(addresses[family])

  // Every look-up has ended before a session does.
  for (const one of [demo, other]) {
    const sessions = one.page.getByRole('list', { name: 'Signed in' })
    for (const family of families) await expect(sessions).toContainText(addresses[family])
  }
  await demo.page.bringToFront()
  await demo.family('solana').getByRole('button', { name: 'Disconnect' }).click()
  for (const one of [demo, other]) {
    await expect(one.family('solana')).not.toContainText(solanaAddress)
    await expect(one.family('bip122')).toContainText(bitcoinAddress)
  }
  // The other families' sessions are still there, also after a reload.
  const sessions = demo.page.getByRole('list', { name: 'Signed in' })
  const expectOthers = async () => {
    for (const family of families.filter((one) => one !== 'solana'))
      await expect(sessions).toContainText(addresses[family])
    await expect(sessions).not.toContainText(solanaAddress)
  }
  await expectOthers()
  await demo.page.reload()
  await expectOthers()
})
