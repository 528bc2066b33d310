import { people } from '@latchkey/chain-bitcoin'
import { scriptedBitcoinWallet } from 'latchkey/testing'
import type { FamilyDemo } from '../pages/FamilyDemo.js'
import { expect, test } from '../pages/familyTest.js'
import { expectStillAsked } from '../pages/stillAsked.js'

// Bitcoin wallets of the page that answer wrongly. Nothing may be paid, and the modal must claim no more than is known.

test.use({ families: ['bip122'] })
test.describe.configure({ mode: 'default' })

const [ada, grace] = people
const mainAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
/** 1.5 BTC in satoshi, as an output of a transaction writes it, and another amount. */
const [amount, otherAmount] = ['80d1f00800000000', '80d1f10800000000']

type Hostile = { address: string; network: string; signature: string; isSilent: boolean; asked: string[] }
declare global {
  interface Window {
    bitcoinAnswers: Hostile
  }
}

/**
 * Puts a wallet like Xverse into every page opened from now on. It gives the answers that the test sets, and changes
 * amounts before it signs.
 */
async function withHostile(demo: FamilyDemo, told: Partial<Hostile> = {}): Promise<void> {
  const honest = { address: ada.payment, network: 'Regtest', signature: '', isSilent: false, asked: [] }
  const hostile: Hostile = { ...honest, ...told }
  await demo.page.context().addInitScript(
    ([hostile, amount, otherAmount]) => {
      window.bitcoinAnswers = hostile
      const asked = async <answer>(name: string, answer: () => answer) => {
        hostile.asked.push(name)
        return hostile.isSilent ? new Promise<answer>(() => {}) : answer()
      }
      const bytesOf = (hex: string) =>
        (hex.match(/../g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join('')
      const altered = (psbt: unknown) =>
        btoa(atob(String(psbt)).replace(bytesOf(amount), bytesOf(otherAmount)))
      const accounts = () => ({ addresses: [{ address: hostile.address, purpose: 'payment' }] })
      const hostileBitcoin = {
        async request(method: string, params?: { readonly psbt?: unknown }) {
          if (method === 'wallet_connect' || method === 'wallet_getAccount') return { result: accounts() }
          if (method === 'wallet_getNetwork') return { result: { bitcoin: { name: hostile.network } } }
          if (method === 'signMessage')
            return asked(method, () => ({ result: { signature: hostile.signature } }))
          if (method === 'signPsbt') return asked(method, () => ({ result: { psbt: altered(params?.psbt) } }))
          return { error: { code: -32601, message: 'Method not found' } }
        },
      }
      const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
      const listed = { id: 'hostileBitcoin', name: 'Hostile Bitcoin', icon }
      Object.assign(window, { hostileBitcoin, btc_providers: [listed] })
    },
    [hostile, amount, otherAmount] as const,
  )
  await demo.open()
}

async function connect(demo: FamilyDemo, wallet = 'Hostile Bitcoin'): Promise<void> {
  await demo.family('bip122').getByRole('button', { name: 'Connect', exact: true }).click()
  await demo.modal.wallet(new RegExp(`^${wallet}`)).click()
}

/** Fills the form, up to the review. */
async function review(demo: FamilyDemo, wallet?: string): Promise<void> {
  const { dialog } = demo.modal
  await connect(demo, wallet)
  await demo.modal.expectClosed()
  await expect(demo.connection).toContainText(/Balance\s*\d+(\.\d+)? BTC/)
  await demo.page.getByRole('button', { name: 'Send with the kit' }).click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('1.5')
  await dialog.getByRole('textbox', { name: 'Recipient' }).fill(grace.payment)
  await demo.modal.button(/^Preview/).click()
  await demo.modal.expectView('Review send')
}

const asked = (demo: FamilyDemo) => demo.page.evaluate(() => window.bitcoinAnswers.asked)

for (const [what, address] of [
  ['another family', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  ['another network', mainAddress],
] as const) {
  test(`an address of ${what} connects nobody`, async ({ familyDemo: demo }) => {
    await withHostile(demo, { address })
    await connect(demo)
    await expect(demo.modal.button(/Try again/)).toBeVisible()
    await expect(demo.modal.dialog).toContainText(/invalid answer|no account/i)
    await demo.expectStatus('disconnected')
  })
}

test('a signature that is too short is none', async ({ familyDemo: demo }) => {
  await withHostile(demo, { signature: 'c2hvcnQ=' })
  await connect(demo)
  await demo.modal.expectClosed()
  const card = demo.card('Sign a message')
  await card.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(card.getByRole('status')).toContainText(/invalid answer/i)
  expect(await asked(demo)).toEqual(['signMessage'])
})

test('a wallet that went to another account during the review is not asked', async ({
  familyDemo: demo,
  familyStack,
}) => {
  const before = await receivedBy(familyStack.urls.bip122, grace.payment)
  await withHostile(demo)
  await review(demo)
  await demo.page.evaluate((address) => {
    window.bitcoinAnswers.address = address
  }, grace.payment)
  await demo.modal.button('Send').click()
  await expect(demo.modal.dialog.getByRole('alert')).toContainText(
    /uses another account than the one you reviewed/,
  )
  expect(await asked(demo)).toEqual([])
  expect(await receivedBy(familyStack.urls.bip122, grace.payment)).toBe(before)
})

test('a wallet that went to another network during the review is not asked', async ({ familyDemo: demo }) => {
  await withHostile(demo)
  await review(demo)
  await demo.page.evaluate((address) => {
    Object.assign(window.bitcoinAnswers, { address, network: 'Mainnet' })
  }, mainAddress)
  await demo.modal.button('Send').click()
  await expect(demo.modal.dialog.getByRole('alert')).toContainText(
    /is on another network than the one you reviewed/,
  )
  expect(await asked(demo)).toEqual([])
})

test('a wallet that never answers: no other tab asks it again, and a reload still shows the request', async ({
  familyDemo: demo,
}) => {
  await withHostile(demo, { isSilent: true })
  await review(demo)
  await demo.modal.button('Send').click()
  await expect.poll(() => asked(demo)).toEqual(['signPsbt'])
  await expectStillAsked(demo, 'Hostile Bitcoin', ada.payment)
  expect(await asked(demo)).toEqual([])
})

test('an altered transaction is not broadcast, and not called sent or not sent', async ({
  familyDemo: demo,
  familyStack,
}) => {
  const before = await receivedBy(familyStack.urls.bip122, grace.payment)
  await withHostile(demo)
  await review(demo)
  await demo.modal.button('Send').click()
  await expect(demo.modal.dialog).toContainText('Not known yet whether this was sent')
  expect(await asked(demo)).toEqual(['signPsbt'])
  expect(await receivedBy(familyStack.urls.bip122, grace.payment)).toBe(before)
})

for (const [how, isAnswered] of [
  ['answers with it', true],
  ['says that its user declined', false],
] as const) {
  test(`another amount than was reviewed, sent by the wallet, which then ${how}: what was sent is told`, async ({
    familyDemo: demo,
    familyStack: { urls },
  }) => {
    test.setTimeout(120_000)
    const before = await receivedBy(urls.bip122, grace.payment)
    await demo.page.clock.install()
    await withSender(demo, urls.bip122, isAnswered)
    await review(demo, 'Sending Bitcoin')
    await demo.modal.button('Send').click()
    await expect(demo.modal.dialog).toContainText('Not known yet whether this was sent')
    await expect(demo.modal.button('Send')).toHaveCount(0)
    await fetch(`${urls.bip122}/regtest/mine/1`, { method: 'POST' })
    // The kit believes it once it has seen it several times, a minute apart.
    await expect(async () => {
      await demo.page.clock.fastForward(61_000)
      await expect(demo.modal.dialog).toContainText('This transaction was replaced', { timeout: 3_000 })
    }).toPass({ timeout: 60_000 })
    await expect(demo.modal.dialog).toContainText('Look at your activity before you send again')
    await expect(demo.modal.button('Send')).toHaveCount(0)
    expect((await receivedBy(urls.bip122, grace.payment)) - before).toBe(151_000_000)
  })
}

/** Puts a wallet with Ada's key into the page, which makes more of each amount, and broadcasts that by itself. */
async function withSender(demo: FamilyDemo, url: string, isAnswered: boolean): Promise<void> {
  let broadcast: Promise<Response> | undefined
  const { satsConnect } = await scriptedBitcoinWallet({
    privateKey: ada.privateKey,
    tamper(tx) {
      const outputs = Array.from({ length: tx.outputsLength }, (_, index) => tx.getOutput(index))
      for (const [index, { amount: units = 0n }] of outputs.entries()) {
        // A hundredth of a coin from the change to the recipient.
        tx.updateOutput(index, { amount: units === 150_000_000n ? units + 1_000_000n : units - 1_000_000n })
      }
      const whole = tx.clone()
      whole.sign(ada.privateKey)
      whole.finalize()
      broadcast = fetch(`${url}/tx`, { method: 'POST', body: whole.hex })
    },
  })
  const { request } = satsConnect as {
    readonly request: (method: string, params: unknown) => Promise<unknown>
  }
  await demo.page.context().exposeFunction('askSending', async (method: string, params: unknown) => {
    const answer = await request(method, params)
    if (method !== 'signPsbt') return answer
    const sent = await broadcast
    expect(sent?.ok, await sent?.text()).toBe(true)
    return isAnswered ? answer : { error: { code: -32000, message: 'User declined' } }
  })
  await demo.page.context().addInitScript(() => {
    const { askSending } = window as unknown as { readonly askSending: (...asked: unknown[]) => unknown }
    const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
    Object.assign(window, {
      sending: { request: askSending },
      btc_providers: [{ id: 'sending', name: 'Sending Bitcoin', icon }],
    })
  })
  await demo.open()
}

/** All that has ever been paid to an address, in satoshi, confirmed or not. */
async function receivedBy(url: string, address: string): Promise<number> {
  const { chain_stats, mempool_stats } = await (await fetch(`${url}/address/${address}`)).json()
  return chain_stats.funded_txo_sum + mempool_stats.funded_txo_sum
}
