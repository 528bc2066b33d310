import { createBitcoinjsWallet, people } from '@latchkey/chain-bitcoin'
import { verifySiwx } from 'latchkey/siwx'
import { scriptedBitcoinWallet } from 'latchkey/testing'
import type { FamilyDemo } from '../pages/FamilyDemo.js'
import { expect, test } from '../pages/familyTest.js'
import { addBitcoinjsWallet } from '../pages/libraryWallets.js'

test.use({ families: ['bip122'], hasSecond: true })
// One chain for all: they run one after the other.
test.describe.configure({ mode: 'default' })

const [ada, grace] = people

test('connects, shows the balance, signs, and a reload restores all of it', async ({ familyDemo: demo }) => {
  await demo.connect('bip122')
  await demo.expectAddress(ada.payment)
  await demo.expectNetwork('Bitcoin Regtest')
  await demo.expectBalance('500 BTC')

  const issuedAt = new Date().toISOString()
  const message = `app.example wants you to sign in with your Bitcoin account:\n${ada.payment}\n\n\nURI: https://app.example\nVersion: 1\nChain ID: 0f9188f13cb7b2c71f2a335e3a4fc328\nNonce: 12345678\nIssued At: ${issuedAt}`
  const chainId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
  const expected = {
    domain: 'app.example',
    scheme: 'https' as const,
    chainIds: [chainId] as const,
    maxAge: 600_000,
    nonceStore: { add() {}, consume: () => true },
  }
  const signature = await demo.signature(message)
  const signed = await verifySiwx({ message, signature, expected })
  expect(signed.account).toBe(`${chainId}:${ada.payment}`)

  await demo.page.reload()
  await demo.expectAddress(ada.payment)
  await demo.family('bip122').getByRole('button', { name: 'Disconnect' }).click()
  await demo.expectStatus('disconnected')
  await demo.page.reload()
  await demo.expectStatus('disconnected')
})

test('sends to the end, and exactly what was reviewed arrives', async ({ familyDemo: demo, familyStack }) => {
  const url = familyStack.urls.bip122
  const before = await receivedBy(url, grace.payment)
  await demo.connect('bip122')
  await demo.sendWithKit('1.5', grace.payment)
  await expect(demo.wallet).toContainText(grace.payment)
  await expect(demo.wallet).toContainText('1.5 BTC')
  await demo.approve()
  await expect(demo.modal.dialog).toContainText('Sending 1.5 BTC')
  // A block every other moment: the transaction is in the next one once the node has it.
  await expect(async () => {
    await fetch(`${url}/regtest/mine/1`, { method: 'POST' })
    await expect(demo.modal.dialog).toContainText('Sent 1.5 BTC', { timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
  expect((await receivedBy(url, grace.payment)) - before).toBe(150_000_000)
})

test('its activity shows what was sent, also after a reload', async ({ familyDemo: demo, familyStack }) => {
  await demo.connect('bip122')
  await demo.sendWithKit('0.25', grace.payment)
  await demo.approve()
  await expect(demo.modal.dialog).toContainText('Sending 0.25 BTC')
  await expect(async () => {
    await fetch(`${familyStack.urls.bip122}/regtest/mine/1`, { method: 'POST' })
    await expect(demo.modal.dialog).toContainText('Sent 0.25 BTC', { timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await demo.page.reload()
  const { dialog } = await demo.openActivity()
  await expect(dialog).toContainText('-0.25 BTC', { timeout: 20_000 })
})

test('a wallet whose user rejects connects, signs and sends nothing', async ({
  familyDemo: demo,
  familyStack,
}) => {
  await demo.ask('bip122')
  await demo.reject()
  await expect(demo.modal.dialog).toContainText('declined')
  await demo.modal.button(/Try again/).click()
  await demo.approve()
  await demo.expectAddress(ada.payment)

  const card = demo.card('Sign a message')
  await card.getByRole('button', { name: 'Sign', exact: true }).click()
  await demo.reject()
  await expect(card.getByRole('status')).toContainText(/reject/i)

  const before = await receivedBy(familyStack.urls.bip122, grace.payment)
  await demo.sendWithKit('1', grace.payment)
  await demo.reject()
  await expect(demo.modal.dialog).toContainText(/reject|declined/i)
  expect(await receivedBy(familyStack.urls.bip122, grace.payment)).toBe(before)
})

test('signs in, and stays signed in over a reload', async ({ familyDemo: demo }) => {
  await demo.open('/?signIn=optional')
  await demo.ask('bip122')
  await demo.approve()
  await demo.modal.expectView('Sign in')
  await demo.modal.button('Sign').click()
  await expect(demo.wallet).toContainText('wants you to sign in with your Bitcoin account')
  await demo.approve()
  await expect(demo.page.getByTestId('sign-in')).toHaveText('Signed in')
  await demo.page.reload()
  await expect(demo.page.getByTestId('sign-in')).toHaveText('Signed in')
})

test('keeps payments and ordinals apart, and spends no coin that holds an inscription', async ({
  familyDemo: demo,
  familyStack: { ord, services, urls },
}) => {
  // All but the smallest coin: by itself the kit would spend a larger one.
  const [free = '', ...held] = await coinsOf(urls.bip122, ada.payment)
  ord.inscribe(held)
  // As if the host had named its services in `customRpcUrls`.
  await demo.page.route('**/address/*/utxo', async (route) => {
    const { pathname } = new URL(route.request().url())
    const url = `${services}/v1/esplora/bip122:0f9188f13cb7b2c71f2a335e3a4fc328${pathname}`
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await withSatsConnect(demo)
  await demo.expectAddress(ada.payment)

  const { dialog } = demo.modal
  const tab = (name: string) => dialog.getByRole('tab', { name, exact: true })
  await demo.page.getByRole('button', { name: 'Open account' }).first().click()
  await expect(tab('Payment')).toHaveAttribute('aria-selected', 'true')
  await tab('NFTs').click()
  await expect(dialog).toContainText('Inscription 7', { timeout: 20_000 })
  await tab('Ordinals').click()
  await demo.expectAddress(ada.ordinals)
  await expect(demo.modal.button('Receive')).toBeVisible()
  await expect(demo.modal.button('Send')).toHaveCount(0)
  await tab('Payment').click()
  await demo.expectAddress(ada.payment)
  await demo.modal.close()

  await demo.reviewAndSend('1', grace.payment)
  await expect(dialog).toContainText('Sending 1 BTC')
  const left = await coinsOf(urls.bip122, ada.payment)
  expect(left).toEqual(expect.arrayContaining(held))
  expect(left).not.toContain(free)
})

test('reloaded while the wallet is asked, it still waits, and finds what the wallet sends', async ({
  familyDemo: demo,
  familyStack,
}) => {
  const url = familyStack.urls.bip122
  let approve = () => {}
  const approved = new Promise<void>((resolve) => {
    approve = resolve
  })
  const wallet = await withSatsConnect(demo, approved)
  await demo.reviewAndSend('0.75', grace.payment)
  await expect(demo.modal.dialog).toContainText('Approve in Sats Bitcoin')
  // The dialog already says this while the kit still reads the chain.
  await wallet.asked
  await demo.page.reload()
  await demo.expectAddress(ada.payment)
  await demo.page.getByRole('button', { name: 'Send with the kit' }).click()
  await demo.modal.button('Waiting for Sats Bitcoin').first().click()
  await expect(demo.modal.dialog).toContainText('Waiting for Sats Bitcoin')

  approve()
  const sent = await fetch(`${url}/tx`, { method: 'POST', body: await wallet.signed })
  expect(sent.ok, await sent.text()).toBe(true)
  await expect(async () => {
    await fetch(`${url}/regtest/mine/1`, { method: 'POST' })
    await expect(demo.modal.dialog).toContainText('Sent 0.75 BTC', { timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
})

test('reloaded once the wallet has answered, it finds the transfer', async ({
  familyDemo: demo,
  familyStack,
}) => {
  await demo.connect('bip122')
  await demo.sendWithKit('0.125', grace.payment)
  await demo.approve()
  await expect(demo.modal.dialog).toContainText('Sending 0.125 BTC')
  await demo.page.reload()
  const { dialog } = await demo.openActivity()
  await expect(dialog).toContainText('-0.125 BTC', { timeout: 20_000 })
  await fetch(`${familyStack.urls.bip122}/regtest/mine/1`, { method: 'POST' })
  await expect(dialog).not.toContainText('Pending', { timeout: 30_000 })
})

test('switches between two networks, with the address of each, and sends on the one in use alone', async ({
  familyDemo: demo,
  familyStack: { urls, seconds },
}) => {
  const received = (address: string) =>
    Promise.all([receivedBy(urls.bip122, grace.payment), receivedBy(seconds.bip122, address)])
  const wallet = await addBitcoinjsWallet(demo.page, ada.privateKey)
  await demo.open()
  await demo.connectAtOnce('bip122', 'Bitcoinjs Wallet')
  await demo.expectNetwork('Bitcoin Regtest')
  await demo.expectAddress(ada.payment)
  await demo.switchTo('Bitcoin Second')
  await demo.expectNetwork('Bitcoin Second')
  const { address } = wallet.own()
  expect(address).toMatch(/^tb1q/)
  await demo.expectAddress(address)
  await demo.expectBalance('500 BTC')

  const recipient = createBitcoinjsWallet(grace.privateKey, 'testnet').address
  const [onFirst = 0, onSecond = 0] = await received(recipient)
  await demo.reviewAndSend('2', recipient)
  await expect(demo.modal.dialog).toContainText('Sending 2 BTC')
  await expect(async () => {
    await fetch(`${seconds.bip122}/regtest/mine/1`, { method: 'POST' })
    await expect(demo.modal.dialog).toContainText('Sent 2 BTC', { timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
  expect(await received(recipient)).toEqual([onFirst, onSecond + 200_000_000])

  await demo.page.reload()
  await demo.expectNetwork('Bitcoin Second')
  await demo.expectAddress(address)
  await demo.expectBalance('497.99')
  await demo.switchTo('Bitcoin Regtest')
  await demo.expectAddress(ada.payment)
})

/** Puts a wallet like Xverse into the page and connects it: it signs once it may, and broadcasts nothing. */
async function withSatsConnect(demo: FamilyDemo, isAllowed: Promise<void> = Promise.resolve()) {
  let tell: (hex: string) => void
  const signed = new Promise<string>((resolve) => {
    tell = resolve
  })
  let tellAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    tellAsked = resolve
  })
  const wallet = await scriptedBitcoinWallet({
    privateKey: ada.privateKey,
    approve: async ({ method }) => {
      if (method !== 'signPsbt') return
      tellAsked()
      await isAllowed
    },
    tamper: (tx) =>
      queueMicrotask(() => {
        const whole = tx.clone()
        whole.finalize()
        tell(whole.hex)
      }),
  })
  const { request } = wallet.satsConnect as {
    readonly request: (method: string, params: unknown) => Promise<unknown>
  }
  await demo.page.exposeFunction('askSats', request)
  await demo.page.addInitScript(() => {
    const { askSats } = window as unknown as { readonly askSats: typeof request }
    const sats = { request: askSats }
    Object.assign(window, { sats, btc_providers: [{ id: 'sats', name: 'Sats Bitcoin' }] })
  })
  await demo.open()
  await demo.family('bip122').getByRole('button', { name: 'Connect', exact: true }).click()
  await demo.modal.wallet(/^Sats Bitcoin/).click()
  await demo.modal.expectClosed()
  return { asked, signed }
}

/** The names of an address's coins, the smallest first. */
async function coinsOf(url: string, address: string): Promise<readonly string[]> {
  const coins: readonly { readonly txid: string; readonly vout: number; readonly value: number }[] = await (
    await fetch(`${url}/address/${address}/utxo`)
  ).json()
  return [...coins].sort((a, b) => a.value - b.value).map(({ txid, vout }) => `${txid}:${vout}`)
}

/** All that has ever been paid to an address, in satoshi, confirmed or not. */
async function receivedBy(url: string, address: string): Promise<number> {
  const { chain_stats, mempool_stats } = await (await fetch(`${url}/address/${address}`)).json()
  return chain_stats.funded_txo_sum + mempool_stats.funded_txo_sum
}
