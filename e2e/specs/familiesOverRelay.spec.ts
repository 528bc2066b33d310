import { people as bitcoiners } from '@latchkey/chain-bitcoin'
import { loadPeople } from '@latchkey/chain-solana'
import { people } from '@latchkey/chains'
import { scriptedPolkadotWallet } from 'latchkey/testing'
import { isPolkadotInstalled } from '../../scripts/install.mjs'
import { expect, test } from '../pages/familyTest.js'
import type { Family } from '../setup/familyStack.js'

// The demo and the wallet app in another tab, over the relay, with the ledgers of all families.

const families: readonly Family[] = [
  'solana',
  'bip122',
  ...(isPolkadotInstalled() ? (['polkadot'] as const) : []),
]
test.use({ families })
// One set of ledgers for all: they run one after the other.
test.describe.configure({ mode: 'default' })

const solana = await loadPeople()
const [ada, grace] = bitcoiners
const [marlow, visitor] = await Promise.all(
  ['//Marlow', '//Visitor'].map((path) => scriptedPolkadotWallet({ path })),
)

/** The wallet app's first account in each family, and another person. */
const own: { readonly [family in Family]: string } = {
  solana: solana.marlow.address,
  bip122: grace.payment,
  polkadot: marlow?.address ?? '',
}
const other: { readonly [family in Family]: string } = {
  solana: solana.visitor.address,
  bip122: ada.payment,
  polkadot: visitor?.address ?? '',
}
const coins: { readonly [family in Family]: string } = { solana: 'SOL', bip122: 'BTC', polkadot: 'ROC' }

test('one code connects every family; each signs and sends to the end; a reload keeps all, a disconnection none', async ({
  familyDemo: demo,
  familyWallet: wallet,
  familyStack,
}) => {
  test.setTimeout(240_000)
  await demo.openModal()
  await wallet.pair(await demo.modal.copyPairingLink())
  await wallet.expectQuestion('Connect to this app?')
  for (const family of families) await expect(wallet.page.locator('main')).toContainText(own[family])
  await wallet.approve()
  await demo.page.bringToFront()
  await demo.modal.expectClosed()
  await expect(demo.family('eip155')).toContainText(people.marlow)
  for (const family of families) await expect(demo.family(family)).toContainText(own[family])

  for (const family of families) {
    await demo.page.bringToFront()
    await demo.family(family).getByRole('button', { name: 'Use' }).click()
    await demo.expectAddress(own[family])
    const card = demo.card('Sign a message')
    await card.getByRole('textbox').fill(`Tide of ${family}`)
    await card.getByRole('button', { name: 'Sign', exact: true }).click()
    await wallet.expectQuestion('Sign this message?')
    await expect(wallet.page.locator('main')).toContainText(`Tide of ${family}`)
    await wallet.approve()
    await demo.page.bringToFront()
    await expect(card).toContainText('Signed.')

    await demo.reviewAndSend('0.5', other[family])
    const to = `${other[family].slice(0, 6)}…${other[family].slice(-4)}`
    await wallet.expectQuestion(new RegExp(`end 0\\.5 ${coins[family]} to ${to}\\?`))
    await expect(wallet.page.locator('main')).toContainText(own[family])
    await wallet.approve()
    await demo.page.bringToFront()
    await expect(async () => {
      if (family === 'bip122') await fetch(`${familyStack.urls.bip122}/regtest/mine/1`, { method: 'POST' })
      await expect(demo.modal.dialog).toContainText(`Sent 0.5 ${coins[family]}`, { timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
    await demo.modal.button('Done').click()
    await demo.modal.close()
  }

  await demo.page.reload()
  await expect(demo.family('eip155')).toContainText(people.marlow)
  for (const family of families) await expect(demo.family(family)).toContainText(own[family])

  // The wallet knows one session: one family's disconnection is that of all.
  await demo.family('solana').getByRole('button', { name: 'Disconnect' }).click()
  await demo.expectStatus('disconnected')
  for (const family of families) await expect(demo.family(family)).not.toContainText(own[family])
  await wallet.page.bringToFront()
  await expect(wallet.page.getByText('None yet')).toBeVisible()
})

test('the wallet’s user chooses networks, rejects a request, and ends the session', async ({
  familyDemo: demo,
  familyWallet: wallet,
}) => {
  await demo.openModal()
  await wallet.pair(await demo.modal.copyPairingLink())
  await wallet.expectQuestion('Connect to this app?')
  await wallet.page.getByLabel('Bitcoin Regtest').uncheck()
  await wallet.approve()
  await demo.page.bringToFront()
  await expect(demo.family('solana')).toContainText(own.solana)
  await expect(demo.family('bip122')).not.toContainText(own.bip122)

  await demo.family('solana').getByRole('button', { name: 'Use' }).click()
  const card = demo.card('Sign a message')
  await card.getByRole('button', { name: 'Sign', exact: true }).click()
  await wallet.expectQuestion('Sign this message?')
  await wallet.reject()
  await demo.page.bringToFront()
  await expect(card.getByRole('status')).toContainText(/reject/i)

  await demo.reviewAndSend('0.5', other.solana)
  await wallet.expectQuestion(/^Send 0\.5 SOL/)
  await wallet.reject()
  await demo.page.bringToFront()
  await expect(demo.modal.dialog).toContainText(/reject|declined/i)
  await demo.modal.close()

  await wallet.page.bringToFront()
  await wallet.page.getByRole('button', { name: 'Disconnect' }).click()
  await demo.page.bringToFront()
  await demo.expectStatus('disconnected')
  await expect(demo.family('solana')).not.toContainText(own.solana)
})
