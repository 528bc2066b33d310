import { people } from '@latchkey/chains'
import type { TestChain } from '../../services/src/testing/startChain.js'
import { fillIn, review, sentCount, sendTest as test } from '../faults/SendWorld.js'
import { failures, spoil } from '../faults/serviceFaults.js'
import { expect } from '../pages/test.js'

// A chain that stops, or where somebody else acts meanwhile, on the test's own chain. In each case the visitor sees
// what happened and the wallet is asked once.

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a stopped chain: the transfer waits, survives a reload, and is confirmed once the chain continues', async ({
  world,
}) => {
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
  // The stored transfer is found with the first check.
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

test('a silent node: the transfer waits, and the screen can be left', async ({ world }) => {
  const { chain, live, server, wallet } = world
  await review(live)
  await chain.request('evm_setAutomine', [false])
  await live.modal.button('Send').click()
  const sending = live.dialog.getByText('Sending 0.001 ETH')
  await live.until(() => sending.isVisible())
  server.break(/^31337/, failures.hangs)
  // The wallet also reads the chain, and its errors would show.
  wallet.break(/^eth_(get|call|block)/, { type: 'silent' })
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

test("another transaction takes the transfer's nonce: the visitor sees it", async ({ world }) => {
  const { chain, live, wallet } = world
  await chain.request('evm_setAutomine', [false])
  await review(live)
  await live.modal.button('Send').click()
  await live.until(() => live.dialog.getByText('Sending 0.001 ETH').isVisible())
  // The node must report the transaction before it is replaced, so that its nonce is known.
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
  // Without a history, three checks a minute apart must agree.
  await live.pass(140_000)
  await live.until(() => told.isVisible())
  await expect(told).toBeVisible()
  await live.modal.button('Done').click()
  await live.modal.expectView('Account')
  expect(wallet.sendings).toBe(1)
  expect(await sentCount(chain)).toBe(1)
})

test('not enough coin for the fee: the wallet is not asked', async ({ world }) => {
  const { live, server, wallet } = world
  server.break(
    /balance$/,
    spoil((_, name) => (name === 'numeric' ? '0.001' : undefined)),
  )
  await fillIn(live)
  const button = live.modal.button('Not enough for the network fee')
  await live.until(() => button.isVisible())
  await expect(button).toBeDisabled()
  expect(wallet.sendings).toBe(0)
})

test('the balance is spent between review and sending: the visitor sees it, and nothing is sent', async ({
  world,
}) => {
  const { chain, live, wallet } = world
  await review(live)
  await chain.request('anvil_setBalance', [people.visitor, '0x3e8'])
  await live.modal.button('Send').click()
  const told = live.dialog.getByText(/^Not known yet whether this was sent/)
  await live.until(() => told.isVisible())
  await expect(told).toBeVisible()
  expect(wallet.sendings).toBe(1)
  expect(await sentCount(chain)).toBe(0)
})

test('the wallet declines, is asked again and sends: one transaction', async ({ world }) => {
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

test('the page closes while the wallet is asked: the transfer is sent once, and not asked again', async ({
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

async function idOfPending(chain: TestChain): Promise<string> {
  const { transactions } = (await chain.request('eth_getBlockByNumber', ['pending', false])) as {
    readonly transactions: readonly string[]
  }
  expect(transactions).toHaveLength(1)
  return transactions[0] as string
}
