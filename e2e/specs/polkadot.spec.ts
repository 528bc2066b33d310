import { scriptedPolkadotWallet } from 'latchkey/testing'
import { isPolkadotInstalled } from '../../scripts/install.mjs'
import { expect, test } from '../pages/familyTest.js'
import { openPair, openPolkadotClient } from '../pages/polkadotJs.js'

// Its packages are large; `npm start` and `npm test -- polkadot` install them.
const isLeftOut = !isPolkadotInstalled()
// biome-ignore lint/suspicious/noSkippedTests: they run wherever the chain is installed.
test.skip(isLeftOut, 'the local Polkadot chain is not installed')
test.use({ families: isLeftOut ? [] : ['polkadot'], hasSecond: !isLeftOut })
// One chain for all: they run one after the other.
test.describe.configure({ mode: 'default' })

const visitor = await scriptedPolkadotWallet({ path: '//Visitor' })
const marlow = await scriptedPolkadotWallet({ path: '//Marlow' })

test('connects, shows the balance, signs, sends to the end, and a reload restores it', async ({
  familyDemo: demo,
}) => {
  await demo.connect('polkadot')
  await demo.expectAddress(visitor.address)
  await demo.expectNetwork('Polkadot Asset Hub Local')
  await demo.expectBalance('10000 ROC')
  const pair = await openPair('//Visitor')
  expect(pair.isMessageSigned('Tide is out', await demo.signature('Tide is out'))).toBe(true)

  await demo.sendWithKit('1.5', marlow.address)
  await expect(demo.wallet).toContainText('1.5 ROC')
  await expect(demo.wallet).toContainText(marlow.address)
  await demo.approve()
  await expect(demo.modal.dialog).toContainText('Sent 1.5 ROC', { timeout: 30_000 })
  await demo.modal.button('Done').click()

  await demo.page.reload()
  await demo.expectAddress(visitor.address)
  await demo.expectBalance('9998.49')
  await demo.family('polkadot').getByRole('button', { name: 'Disconnect' }).click()
  await demo.expectStatus('disconnected')
  await demo.page.reload()
  await demo.expectStatus('disconnected')
})

test('a wallet whose user rejects connects, signs and sends nothing; then she signs in', async ({
  familyDemo: demo,
}) => {
  await demo.open('/?signIn=optional')
  await demo.ask('polkadot')
  await demo.reject()
  await expect(demo.modal.dialog).toContainText('declined')
  await demo.modal.button(/Try again/).click()
  await demo.approve()
  await demo.modal.expectView('Sign in')
  await demo.modal.button('Sign').click()
  await expect(demo.wallet).toContainText('wants you to sign in with your Polkadot account')
  await demo.approve()
  await expect(demo.page.getByTestId('sign-in')).toHaveText('Signed in')

  await demo.sendWithKit('1', marlow.address)
  await demo.reject()
  await expect(demo.modal.dialog).toContainText(/reject|declined/i)
  await demo.modal.close()
  const card = demo.card('Sign a message')
  await card.getByRole('button', { name: 'Sign', exact: true }).click()
  await demo.reject()
  await expect(card.getByRole('status')).toContainText(/reject/i)
})

test('switches between two networks, with the address of each, and sends on the one in use alone', async ({
  familyDemo: demo,
  familyStack: { urls, seconds },
}) => {
  const own = await openPair('//Visitor')
  const harbor = await openPair('//Harbor')
  const clients = await Promise.all([urls.polkadot, seconds.polkadot].map(openPolkadotClient))
  const balances = () => Promise.all(clients.map((client) => client.balance(harbor.addressOn(42))))
  const [onFirst = 0n, onSecond = 0n] = await balances()
  await demo.connect('polkadot')
  await demo.expectNetwork('Polkadot Asset Hub Local')
  await demo.expectAddress(own.addressOn(42))
  await demo.switchTo('Polkadot Relay Local')
  await demo.expectNetwork('Polkadot Relay Local')
  await demo.expectAddress(own.addressOn(2))
  await demo.expectBalance('10000 ROC')
  await demo.sendWithKit('2', harbor.addressOn(2))
  await expect(demo.wallet).toContainText('2 ROC')
  await demo.approve()
  await expect(demo.modal.dialog).toContainText('Sent 2 ROC', { timeout: 30_000 })
  expect(await balances()).toEqual([onFirst, onSecond + 2_000_000_000_000n])

  await demo.page.reload()
  await demo.expectNetwork('Polkadot Relay Local')
  await demo.expectAddress(own.addressOn(2))
  await demo.expectBalance('9997.99')
  await demo.switchTo('Polkadot Asset Hub Local')
  await demo.expectAddress(own.addressOn(42))
  await Promise.all(clients.map((client) => client.close()))
})
