import { people } from '@latchkey/chains'
import type { Locator } from '@playwright/test'
import { review, type SendWorld, sentCount, sendTest as test } from '../faults/SendWorld.js'
import { expect } from '../pages/test.js'

// A wallet on another chain or account, or with wrong answers. The tests count sent transactions on both chains, and
// the modal must claim no more than is known.

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const drifts = [
  ['network', { chainId: 31338 }, /is on another network than the one you reviewed/],
  ['account', { address: people.marlow }, /uses another account than the one you reviewed/],
] as const

for (const [what, to, words] of drifts) {
  test(`it switched to another ${what} silently: it is not asked, and nothing is sent`, async ({ world }) => {
    const { live, wallet } = world
    await review(live, people.saffron)
    wallet.wallet.drift(to)
    await live.modal.button('Send').click()
    await seen(world, live.dialog.getByRole('alert').filter({ hasText: words }))
    await expect(live.modal.button('Send')).toHaveCount(0)
    await expectLeft(world, [0, 0])
    expect(wallet.sendings).toBe(0)
    expect(await live.problems()).toEqual([])
  })
}

test('the wallet is switched back to the reviewed network: the new review sends there', async ({ world }) => {
  const { live, wallet } = world
  await review(live)
  wallet.wallet.drift({ chainId: 31338 })
  await live.modal.button('Send').click()
  const back = live.modal.button('Switch network')
  await seen(world, back)
  await back.click()
  await live.modal.expectView('Send')
  const preview = live.modal.button('Preview send')
  await live.until(() => preview.isEnabled())
  await preview.click()
  await live.modal.expectView('Review send')
  await live.modal.button('Send').click()
  await seen(world, live.dialog.getByText('Sent 0.001 ETH'))
  await expectLeft(world, [1, 0])
})

const switches = [
  ['network', ({ wallet }: SendWorld) => wallet.wallet.chooseNetwork(31338)],
  ['account', ({ wallet }: SendWorld) => wallet.chooseAccount(people.marlow)],
] as const

for (const [what, change] of switches) {
  test(`another ${what} is chosen during the review: it is cancelled with an explanation`, async ({
    world,
  }) => {
    const { live, wallet } = world
    await review(live, people.saffron)
    change(world)
    await seen(world, live.dialog.getByText('Account, network or cost changed. Nothing was sent.'))
    await expect(live.modal.button(/^Send/)).toHaveCount(0)
    await live.pass(10_000)
    expect(wallet.sendings).toBe(0)
    await expectLeft(world, [0, 0])
  })
}

const unclear = [
  ['throws -32603', { type: 'throwAfter', value: { code: -32603, message: 'Internal JSON-RPC error.' } }],
  ['answers what is no hash', { type: 'answerAfter', value: '0x12' }],
] as const

for (const [what, fault] of unclear) {
  test(`it sends and then ${what}: the transfer is found on the chain, and not offered again`, async ({
    world,
  }) => {
    const { chain, live, wallet } = world
    // Without a block nothing can be known yet.
    await chain.request('evm_setAutomine', [false])
    await review(live)
    wallet.break(/^eth_sendTransaction$/, fault)
    await live.modal.button('Send').click()
    await seen(world, live.dialog.getByText(/Not known yet whether this was sent|Sending 0.001 ETH/))
    await expect(live.modal.button(/^Send/)).toHaveCount(0)
    await chain.request('evm_mine')
    await seen(world, live.dialog.getByText('Sent 0.001 ETH'))
    expect(wallet.sendings).toBe(1)
    await expectLeft(world, [1, 0])
  })
}

test('it sends and then says that the visitor declined: the transfer is shown without another press', async ({
  world,
}) => {
  const { live, wallet } = world
  await review(live)
  wallet.break(/^eth_sendTransaction$/, {
    type: 'throwAfter',
    value: { code: 4001, message: 'User rejected' },
  })
  await live.modal.button('Send').click()
  await seen(world, live.dialog.getByText('Sent 0.001 ETH'))
  expect(wallet.sendings).toBe(1)
  await expectLeft(world, [1, 0])
})

const others = [
  ['another amount', { value: '0x1' }],
  ['to somebody else', { to: people.saffron }],
] as const

for (const [what, altered] of others) {
  test(`it sends ${what} and then says that the visitor declined: that transaction is shown instead`, async ({
    world,
  }) => {
    const { live, wallet } = world
    await review(live)
    const value = { code: 4001, message: 'User rejected' }
    wallet.break(/^eth_sendTransaction$/, { type: 'throwAfter', value, altered })
    await live.modal.button('Send').click()
    await seen(world, live.dialog.getByText('This transaction was replaced'))
    await expect(live.dialog.getByText(/Look at your activity before you send again/)).toBeVisible()
    await expect(live.modal.button(/^Send/)).toHaveCount(0)
    expect(wallet.sendings).toBe(1)
    await expectLeft(world, [1, 0])
  })
}

test('it answers with an invalid hash and sends nothing: the transfer is not shown as sent, and can be left', async ({
  world,
}) => {
  const { live, wallet } = world
  await review(live)
  wallet.break(/^eth_sendTransaction$/, { type: 'answer', value: '0x12' })
  await live.modal.button('Send').click()
  const unknown = live.dialog.getByText(/Not known yet whether this was sent/)
  await seen(world, unknown)
  await live.pass(30_000)
  await expect(unknown).toBeVisible()
  await live.modal.button('Stop checking').click()
  await expect(live.dialog.getByText(/your wallet may still send it/)).toBeVisible()
  await live.modal.button('Stop checking').click()
  await live.modal.expectView('Account')
  await expectLeft(world, [0, 0])
})

test('it hangs over a reload: every screen leads to the request, which is found once it has been sent', async ({
  world,
}) => {
  const { live, wallet } = world
  await review(live)
  wallet.wallet.behave({ send: 'silent' })
  await live.modal.button('Send').click()
  await expect.poll(() => wallet.wallet.pending).toEqual(['send'])

  await live.page.reload()
  await live.page.waitForFunction(() => 'live' in window)
  await live.connected()
  const strip = live.modal.button('Waiting for Faulty wallet')
  for (const name of ['Networks', 'WalletReceive', 'Account'] as const) {
    await live.open({ name })
    await seen(world, strip)
  }
  await strip.click()
  await expect(live.dialog.getByText(/^0\.001 ETH/)).toBeVisible()
  // Another transfer of the account is not reviewed: the form leads to the waiting one.
  await live.open({ name: 'Account' })
  await expectLeft(world, [0, 0])

  wallet.wallet.settle('approve')
  await strip.click()
  await seen(world, live.dialog.getByText('Sent 0.001 ETH'))
  expect(wallet.sendings).toBe(1)
  await expectLeft(world, [1, 0])
  await live.modal.button('Done').click()
  await expect(strip).toHaveCount(0)
})

test('it answers long after the review was closed: the transfer is shown, and was requested once', async ({
  world,
}) => {
  const { live, wallet } = world
  await review(live)
  wallet.wallet.behave({ send: 'silent' })
  await live.modal.button('Send').click()
  await expect.poll(() => wallet.wallet.pending).toEqual(['send'])
  await live.modal.button('Back').last().click()
  await live.pass(60_000)
  const strip = live.modal.button('Waiting for Faulty wallet').first()
  await expect(strip).toBeVisible()
  await strip.click()
  wallet.wallet.settle('approve')
  await seen(world, live.dialog.getByText('Sent 0.001 ETH'))
  expect(wallet.sendings).toBe(1)
  await expectLeft(world, [1, 0])
})

/** Expects an element before a visitor would give up. */
async function seen({ live }: SendWorld, what: Locator): Promise<void> {
  await live.until(() => what.first().isVisible())
  await expect(what.first()).toBeVisible()
}

/** Expects the number of transactions on each chain, over all accounts of the wallet. */
async function expectLeft({ chain, other }: SendWorld, counts: readonly [number, number]): Promise<void> {
  const senders = [people.visitor, people.marlow]
  const on = async (one: SendWorld['chain']) => {
    const each = await Promise.all(senders.map((address) => sentCount(one, address)))
    return each.reduce((sum, count) => sum + count, 0)
  }
  expect([await on(chain), await on(other)]).toEqual(counts)
}
