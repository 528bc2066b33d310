import type { Page } from '@playwright/test'
import type { ScriptedRemoteWallet, ScriptedWallet } from 'latchkey/testing'
import { copyPairingLink } from 'latchkey/testing/playwright'
import { DemoPage } from '../pages/DemoPage.js'
import { Modal } from '../pages/Modal.js'
import { expect, test } from '../pages/test.js'

// The wallets of `latchkey/testing`, as host developers use them, on a host page.

type Wallets = { readonly wallet: ScriptedWallet; readonly remoteWallet: ScriptedRemoteWallet }

/** A kind of wallet, and how a visitor selects it in the open modal. */
type Kind = {
  readonly choose: (wallets: Wallets) => ScriptedWallet | ScriptedRemoteWallet
  readonly ask: (page: Page, wallets: Wallets) => Promise<void>
  /** Leaves the screen for an unsupported network. */
  readonly leaveWrongChain: (demo: DemoPage, modal: Modal) => Promise<void>
}

const kinds: { readonly [name: string]: Kind } = {
  'a wallet of this browser': {
    choose: ({ wallet }) => wallet,
    ask: (page) => new Modal(page).wallet('Test wallet').click(),
    async leaveWrongChain(demo, modal) {
      await modal.button(/Local One/).click()
      await demo.expectNetwork('Local One')
    },
  },
  'a wallet on another device': {
    choose: ({ remoteWallet }) => remoteWallet,
    async ask(page, { remoteWallet }) {
      const modal = new Modal(page)
      await modal.wallet(/^WalletConnect/).click()
      await expect(modal.dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
      await remoteWallet.pair(await copyPairingLink(page))
    },
    // Its session has no other chain.
    async leaveWrongChain(demo, modal) {
      await expect(modal.button(/Local One/)).toBeDisabled()
      await modal.button('Disconnect').click()
      await demo.expectStatus('disconnected')
    },
  },
}

for (const [name, { choose, ask, leaveWrongChain }] of Object.entries(kinds)) {
  test.describe(name, () => {
    test('approves, signs and sends with a real key; rejects when told to', async ({
      page,
      wallet,
      remoteWallet,
    }) => {
      const wallets = { wallet, remoteWallet }
      const chosen = choose(wallets)
      const demo = new DemoPage(page)
      await demo.open()
      await demo.openModal()
      await ask(page, wallets)
      await demo.expectStatus('connected')
      await expect(page.getByTestId('address')).toHaveText(chosen.address)
      await demo.sign()
      await expect(demo.card('Sign a message')).toContainText('Verified')
      await demo.send()
      await expect(demo.receipt).toBeVisible()

      chosen.behave({ sign: 'reject' })
      await demo.sign()
      const signatures = () => chosen.requests.filter(({ method }) => method === 'personal_sign').length
      await expect.poll(signatures).toBe(2)
      await expect(demo.card('Sign a message')).not.toContainText('Verified')
    })

    test('rejects a connection, then answers the next one slowly', async ({ page, wallet, remoteWallet }) => {
      const wallets = { wallet, remoteWallet }
      const chosen = choose(wallets)
      const demo = new DemoPage(page)
      const modal = new Modal(page)
      chosen.behave('reject')
      await demo.open()
      await demo.openModal()
      await ask(page, wallets)
      await expect(modal.dialog.getByText('Connection declined')).toBeVisible()
      await modal.close()

      chosen.behave({ delay: 1_000 })
      await demo.openModal()
      await ask(page, wallets)
      await expect.poll(() => chosen.pending).toEqual(['connect'])
      await demo.expectStatus('connected')
      expect(chosen.pending).toEqual([])
    })

    test('is silent until it is settled', async ({ page, wallet, remoteWallet }) => {
      const wallets = { wallet, remoteWallet }
      const chosen = choose(wallets)
      const demo = new DemoPage(page)
      chosen.behave('silent')
      await demo.open()
      await demo.openModal()
      await ask(page, wallets)
      await expect.poll(() => chosen.pending).toEqual(['connect'])
      chosen.settle('approve')
      await demo.expectStatus('connected')
    })

    test('is on the wrong chain: the screen offers a way out', async ({ page, wallet, remoteWallet }) => {
      const wallets = { wallet, remoteWallet }
      const chosen = choose(wallets)
      const demo = new DemoPage(page)
      const modal = new Modal(page)
      chosen.behave('wrongChain')
      await demo.open()
      await demo.openModal()
      await ask(page, wallets)
      await expect(demo.connection).toContainText('eip155:7777777')
      await expect(modal.dialog.getByText('This app does not support the network')).toBeVisible()
      chosen.behave('approve')
      await leaveWrongChain(demo, modal)
    })
  })
}

test('choices in the wallet itself reach every tab, and survive a reload', async ({
  page,
  context,
  wallet,
}) => {
  const demo = new DemoPage(page)
  await demo.open()
  await demo.openModal()
  await new Modal(page).wallet('Test wallet').click()
  await demo.expectStatus('connected')
  const other = new DemoPage(await context.newPage())
  await other.page.goto(page.url())
  await other.expectStatus('connected')
  await page.reload()
  await demo.expectStatus('connected')

  wallet.chooseNetwork(31338)
  for (const tab of [demo, other]) await tab.expectNetwork('Local Two')
  wallet.revoke()
  for (const tab of [demo, other]) await tab.expectStatus('disconnected')
})
