import { people } from '@latchkey/chains'
import type { BrowserContext, Page } from '@playwright/test'
import { startChain, type TestChain } from '../../services/src/testing/startChain.js'
import { FaultyServer } from '../faults/FaultyServer.js'
import { FaultyWallet } from '../faults/FaultyWallet.js'
import { LivePage } from '../faults/LivePage.js'
import { failures, spoil } from '../faults/serviceFaults.js'
import { localNetwork } from '../pages/localNetworks.js'
import { test as base, expect } from '../pages/test.js'
import { stack } from '../setup/stack.js'

// What a chain does to a transaction, on a chain of the test's own: it may stop, or be asked by somebody else meanwhile.
// Whatever happens, the visitor is told, and the wallet is asked once.

type World = {
  readonly chain: TestChain
  readonly server: FaultyServer
  readonly wallet: FaultyWallet
  readonly live: LivePage
}

const test = base.extend<{ readonly world: World }>({
  world: async ({ context, page }, use) => {
    const world = await setUp(context, page)
    await use(world)
    await Promise.all([world.chain.stop(), world.server.stop()])
  },
})
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('it stops: what was sent waits, outlives a reload, and arrives once it goes on', async ({ world }) => {
  const { chain, live, wallet } = world
  await chain.request('evm_setAutomine', [false])
  await review(live)
  await live.modal.button('Send').dblclick()
  const sending = live.dialog.getByText('Sending 0.001 ETH')
  await live.until(() => sending.isVisible())
  await live.pass(30_000)
  await expect(sending).toBeVisible()
  await expect(live.dialog.getByText('You can close this. The transaction goes on by itself.')).toBeVisible()
  const id = await idOfPending(chain)

  await live.page.reload()
  await live.page.waitForFunction(() => 'live' in window)
  await live.connected()
  await live.open({ name: 'WalletSendStatus', parameters: { id } })
  // It is read from what the browser keeps as soon as it is looked after.
  await live.until(() => sending.isVisible())
  await expect(sending).toBeVisible()
  await chain.request('evm_mine')
  const sent = live.dialog.getByText('Sent 0.001 ETH')
  await live.until(() => sent.isVisible())
  await expect(sent).toBeVisible()
  await live.modal.button('Done').click()
  await live.modal.expectView('Account')
  expect(wallet.sendings).toBe(1)
  expect(await sentCount(chain)).toBe(1)
})

test('its node falls silent: what was sent waits, and can be left', async ({ world }) => {
  const { chain, live, server, wallet } = world
  await review(live)
  await chain.request('evm_setAutomine', [false])
  await live.modal.button('Send').click()
  const sending = live.dialog.getByText('Sending 0.001 ETH')
  await live.until(() => sending.isVisible())
  server.break(/^31337/, failures.hangs)
  await chain.request('evm_mine')
  await live.pass(30_000)
  await expect(sending).toBeVisible()
  expect(await live.problems()).toEqual([])
  server.heal()
  const sent = live.dialog.getByText('Sent 0.001 ETH')
  await live.until(() => sent.isVisible())
  await expect(sent).toBeVisible()
  expect(wallet.sendings).toBe(1)
})

test('another transaction takes the number of the one that was sent: it is told', async ({ world }) => {
  const { chain, live, wallet } = world
  await chain.request('evm_setAutomine', [false])
  await review(live)
  await live.modal.button('Send').click()
  await live.until(() => live.dialog.getByText('Sending 0.001 ETH').isVisible())
  // The node must know it before it is gone, so that its number is known.
  await live.pass(3_000)
  const rival = {
    from: people.visitor,
    to: people.wren,
    value: '0x1',
    nonce: '0x0',
    maxFeePerGas: '0x174876e800',
    maxPriorityFeePerGas: '0x174876e800',
  }
  await chain.request('eth_sendTransaction', [rival])
  await chain.request('evm_mine')
  const told = live.dialog.getByText(/was replaced|no longer knows/)
  await live.until(() => told.isVisible())
  await expect(told).toBeVisible()
  await live.modal.button('Done').click()
  await live.modal.expectView('Account')
  expect(wallet.sendings).toBe(1)
  expect(await sentCount(chain)).toBe(1)
})

test('there is too little for the fee: nothing is asked of the wallet', async ({ world }) => {
  const { live, server, wallet } = world
  server.break(
    /balance$/,
    spoil((_, name) => (name === 'numeric' ? '0.001' : undefined)),
  )
  await fillIn(live)
  const button = live.modal.button('Insufficient gas funds')
  await live.until(() => button.isVisible())
  await expect(button).toBeDisabled()
  expect(wallet.sendings).toBe(0)
})

test('the money goes between the review and the sending: it is told, and nothing is sent', async ({
  world,
}) => {
  const { chain, live, wallet } = world
  await review(live)
  await chain.request('anvil_setBalance', [people.visitor, '0x3e8'])
  await live.modal.button('Send').click()
  const told = live.dialog.getByRole('alert')
  await live.until(() => told.isVisible())
  await expect(told).toBeVisible()
  expect(wallet.sendings).toBe(1)
  expect(await sentCount(chain)).toBe(0)
})

test('the wallet declines, then is asked again and sends: one transaction', async ({ world }) => {
  const { chain, live, wallet } = world
  await review(live)
  wallet.wallet.behave({ send: 'reject' })
  await live.modal.button('Send').click()
  const told = live.dialog.getByRole('alert')
  await live.until(() => told.isVisible())
  await expect(told).toBeVisible()
  expect(await sentCount(chain)).toBe(0)
  wallet.wallet.behave('approve')
  await live.modal.button('Send').click()
  const sent = live.dialog.getByText('Sent 0.001 ETH')
  await live.until(() => sent.isVisible())
  await expect(sent).toBeVisible()
  expect(await sentCount(chain)).toBe(1)
})

test('the page goes while the wallet is asked: the answer sends once, and nothing is asked again', async ({
  world,
}) => {
  const { chain, live, wallet } = world
  await review(live)
  wallet.wallet.behave({ send: 'silent' })
  await live.modal.button('Send').click()
  await expect.poll(() => wallet.wallet.pending).toEqual(['send'])
  await live.page.reload()
  await live.page.waitForFunction(() => 'live' in window)
  await live.connected()
  await live.open({ name: 'Account' })
  await live.pass(10_000)
  wallet.wallet.settle('approve')
  await expect.poll(() => sentCount(chain)).toBe(1)
  await live.pass(10_000)
  expect(wallet.sendings).toBe(1)
  expect(await sentCount(chain)).toBe(1)
})

async function setUp(context: BrowserContext, page: Page): Promise<World> {
  const chain = await startChain()
  const second = stack.chains[1] ?? ''
  const server = await FaultyServer.start({
    services: stack.services,
    chains: { 31337: chain.url, 31338: second },
  })
  const networks = [localNetwork(31337, chain.url), localNetwork(31338, second)]
  const wallet = await FaultyWallet.install(context, { networks })
  const live = new LivePage(page, server)
  await live.goto()
  await live.connect(wallet.id)
  return { chain, server, wallet, live }
}

async function fillIn(live: LivePage) {
  await live.open({ name: 'WalletSend' })
  await live.dialog.getByLabel('Amount').fill('0.001')
  await live.dialog.getByLabel('Recipient').fill(people.marlow)
}

/** All that is missing is the last click. */
async function review(live: LivePage) {
  await fillIn(live)
  const preview = live.modal.button('Preview send')
  await live.until(() => preview.isEnabled())
  await preview.click()
  await live.modal.expectView('Review send')
}

/** How many transactions of the account are in a block. */
async function sentCount(chain: TestChain): Promise<number> {
  return Number(await chain.request('eth_getTransactionCount', [people.visitor, 'latest']))
}

async function idOfPending(chain: TestChain): Promise<string> {
  const { transactions } = (await chain.request('eth_getBlockByNumber', ['pending', false])) as {
    readonly transactions: readonly string[]
  }
  expect(transactions).toHaveLength(1)
  return transactions[0] as string
}
