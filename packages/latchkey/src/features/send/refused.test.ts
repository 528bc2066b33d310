import { describe, expect, test, vi } from 'vitest'
import { currentView } from '../../core/router.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { Asked, Found, Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { KitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { mockTransferIntent } from '../../testing/mockTransferIntent.js'
import { alice, bob, hash, sendKit } from '../../testing/sendKit.js'
import { openModal } from '../modal/openModal.js'
import { followRefused } from './followRefused.js'
import { giveUp } from './giveUp.js'
import { keepRefused } from './refused.js'
import { leaveReview, reviewSend } from './reviewSend.js'
import { keepSent } from './sent.js'
import { submitSend } from './submitSend.js'

// A wallet that broadcasts, and then says that it has not: its second request would be a second payment.

const open: Found = { status: 'open' }
const used: Found = { status: 'used', by: hash }
const made: Found = { status: 'sent', sent: { kind: 'transaction', id: hash } }

/** A transfer under review that the wallet has refused, and a chain of which the account's next number is told. */
async function refused({
  found = open,
  error = walletError('REQUEST_REJECTED', { slots: { wallet: 'Mock Wallet' } }) as KitError,
  asked = { kind: 'transaction', nonce: 7, height: 100 } as Asked,
  storage = memoryStorage(),
} = {}) {
  const chain = { next: asked.nonce, found }
  const send = vi.fn<Transfers['send']>().mockRejectedValueOnce(error)
  send.mockResolvedValue({ kind: 'transaction', id: `0x${'cd'.repeat(32)}` })
  const prepare = vi.fn<Transfers['prepare']>(async () => ({ ...asked, nonce: chain.next }))
  const kit = await sendKit({ send, prepare, find: vi.fn(async () => chain.found) }, storage)
  openModal(kit.kit, { view: { name: 'WalletSend' } })
  await kit.fill('0.5')
  await reviewSend(kit.kit)
  const id = kit.state().intent?.review?.intent.id
  await expect(submitSend(kit.kit)).rejects.toMatchObject({ code: error.code })
  const shown = () => currentView(kit.state().modal.stack)
  const tracked = () => kit.state().intent?.open.find(({ intent }) => intent.id === id)
  return { ...kit, chain, send, id, shown, tracked, status: { name: 'WalletSendStatus', parameters: { id } } }
}

describe('after a refusal', () => {
  test('asks the wallet again if the nonce has not risen', async () => {
    const { kit, send, transfers, shown } = await refused({ found: made })
    expect(shown().name).toBe('WalletSendPreview')
    await submitSend(kit)
    expect(send).toHaveBeenCalledTimes(2)
    expect(transfers.find).not.toHaveBeenCalled()
  })

  test('looks on the chain although the nonce has not risen if another transaction waited: it may be in its place', async () => {
    const asked: Asked = { kind: 'transaction', nonce: 7, waiting: 1, height: 100 }
    const { kit, send, tracked, shown, status } = await refused({
      asked,
      found: { status: 'open', by: hash },
    })
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    expect(send).toHaveBeenCalledTimes(1)
    expect(tracked()).toMatchObject({ status: 'unknown', answered: hash })
    expect(shown()).toEqual(status)
  })

  test('asks the wallet again if nothing is in the place of one that waits', async () => {
    const asked: Asked = { kind: 'transaction', nonce: 7, waiting: 1, height: 100 }
    const { kit, send, transfers } = await refused({ asked })
    await submitSend(kit)
    expect(transfers.find).toHaveBeenCalled()
    expect(send).toHaveBeenCalledTimes(2)
  })

  test('shows the transfer as sent if the chain has it, and does not ask the wallet again', async () => {
    const { kit, chain, send, shown, status, state, id } = await refused({ found: made })
    chain.next = 8
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    expect(send).toHaveBeenCalledTimes(1)
    expect(state().account.sent).toMatchObject([{ id: hash, intentId: id, status: 'pending' }])
    expect(shown()).toEqual(status)
    expect(state().send?.amount).toBe('')
  })

  test('shows the transfer as sent before another press, once the chain has it', async () => {
    const { kit, chain, send, shown, status, state, id } = await refused({ found: made })
    await followRefused(kit)
    expect(shown().name).toBe('WalletSendPreview')
    chain.next = 8
    await followRefused(kit)
    expect(shown()).toEqual(status)
    expect(state().account.sent).toMatchObject([{ id: hash, intentId: id, status: 'pending' }])
    expect(state().send?.amount).toBe('')
    expect(send).toHaveBeenCalledTimes(1)
  })

  test('keeps the review until the next look if no node answers', async () => {
    const { kit, chain, shown, status, transfers } = await refused({ found: made })
    chain.next = 8
    vi.mocked(transfers.prepare).mockRejectedValueOnce(new Error('no node'))
    await followRefused(kit)
    expect(shown().name).toBe('WalletSendPreview')
    await followRefused(kit)
    expect(shown()).toEqual(status)
  })

  test('does not leave the form if the visitor left the review meanwhile', async () => {
    const { kit, chain, shown } = await refused({ found: made })
    chain.next = 8
    const looking = followRefused(kit)
    leaveReview(kit)
    await looking
    expect(shown().name).toBe('WalletSend')
  })

  test('makes the transfer unknown if the nonce has risen and the chain does not show by what', async () => {
    const { kit, chain, send, shown, status, tracked } = await refused()
    chain.next = 8
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    expect(send).toHaveBeenCalledTimes(1)
    expect(tracked()).toMatchObject({ status: 'unknown', error: { code: 'SEND_UNCONFIRMED' } })
    expect(shown()).toEqual(status)
  })

  test('makes the transfer unknown if the nonce has risen and the lookup fails', async () => {
    const { kit, chain, send, transfers, tracked } = await refused()
    chain.next = 8
    vi.mocked(transfers.find).mockRejectedValue(new Error('no older states'))
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    expect(send).toHaveBeenCalledTimes(1)
    expect(tracked()?.status).toBe('unknown')
  })

  test('in a family without numbers, makes the transfer unknown if a transaction may be it, and names that', async () => {
    const asked: Asked = { kind: 'transaction', terms: { blockhash: 'a' } }
    const { kit, send, transfers, shown, status, tracked } = await refused({
      found: { status: 'open', by: hash },
      asked,
    })
    vi.mocked(transfers.prepare).mockClear()
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    expect(send).toHaveBeenCalledTimes(1)
    expect(tracked()).toMatchObject({
      status: 'unknown',
      answered: hash,
      error: { code: 'SEND_UNCONFIRMED' },
    })
    expect(shown()).toEqual(status)
    // What the request needs is read only once it is clear that there will be one.
    expect(transfers.prepare).not.toHaveBeenCalled()
  })

  test('in a family without numbers, makes the transfer unknown if not all could be read', async () => {
    const asked: Asked = { kind: 'transaction', terms: { blockhash: 'a' } }
    const { kit, send, shown, status, tracked } = await refused({
      found: { status: 'open', isUnread: true },
      asked,
    })
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    expect(send).toHaveBeenCalledTimes(1)
    expect(tracked()).toMatchObject({ status: 'unknown', error: { code: 'SEND_UNCONFIRMED' } })
    expect(tracked()).not.toHaveProperty('answered')
    expect(shown()).toEqual(status)
  })

  test('is not made unknown by a read that fails while the review shows the refusal', async () => {
    const asked: Asked = { kind: 'transaction', terms: { blockhash: 'a' } }
    const { kit, transfers, tracked, shown } = await refused({ asked })
    vi.mocked(transfers.find).mockRejectedValue(new Error('too many requests'))
    await followRefused(kit)
    expect(tracked()?.status).toBe('refused')
    expect(shown().name).toBe('WalletSendPreview')
  })

  test('does not hold up an account again whose number has risen by something unknown', async () => {
    const { kit, chain, send, tracked, fill, id } = await refused()
    chain.next = 9
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    expect(tracked()?.status).toBe('unknown')
    giveUp(kit, { id: id ?? '' })
    await fill('0.25')
    await submitSend(kit)
    expect(send).toHaveBeenCalledTimes(2)
  })

  test.each<Asked>([
    { kind: 'transaction', terms: { blockhash: 'a' } },
    { kind: 'calls', callsId: '0x0b', nonce: 7, height: 100 },
  ])('does not ask the wallet again while the chain cannot be read', async (asked) => {
    const { kit, send, transfers, tracked, fill, id } = await refused({ asked })
    const unreadable = accountError('NETWORK_UNREADABLE', { slots: { network: 'Ethereum' } })
    vi.mocked(transfers.find).mockRejectedValueOnce(unreadable)
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
    expect(tracked()?.status).toBe('refused')
    // A node that refuses to say would refuse each time: the visitor may end the checking.
    vi.mocked(transfers.find).mockRejectedValueOnce(new Error('method not found'))
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    expect(tracked()?.status).toBe('unknown')
    expect(send).toHaveBeenCalledTimes(1)
    // The visitor ends the checking, and is not held up by the same again.
    giveUp(kit, { id: id ?? '' })
    vi.mocked(transfers.find).mockRejectedValue(new Error('method not found'))
    await fill('0.25')
    await submitSend(kit)
    expect(send).toHaveBeenCalledTimes(2)
  })

  test('shows the transaction that took its place, before the wallet is asked again', async () => {
    const { kit, chain, send, shown, status, tracked, fill } = await refused({ found: used })
    chain.next = 8
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    expect(send).toHaveBeenCalledTimes(1)
    expect(shown()).toEqual(status)
    expect(tracked()).toMatchObject({ status: 'notSent', replacedBy: hash })
    // The visitor has read that, and sends.
    await fill('0.5')
    await submitSend(kit)
    expect(send).toHaveBeenCalledTimes(2)
  })

  test('shows the transaction that took its place before another press', async () => {
    const { kit, chain, shown, status, tracked, state } = await refused({ found: used })
    chain.next = 8
    await followRefused(kit)
    expect(shown()).toEqual(status)
    expect(tracked()).toMatchObject({ status: 'notSent', replacedBy: hash })
    expect([state().account.sent ?? [], state().send?.error]).toEqual([[], undefined])
  })

  test('in a family without numbers, shows the transaction that took its place', async () => {
    const { kit, shown, status, tracked } = await refused({ asked: { kind: 'transaction' }, found: used })
    await followRefused(kit)
    expect(shown()).toEqual(status)
    expect(tracked()).toMatchObject({ status: 'notSent', replacedBy: hash })
  })

  test('tells once of a transaction that took the place of two', async () => {
    const { kit, chain, send, fill } = await refused({ found: used })
    send.mockRejectedValueOnce(walletError('REQUEST_REJECTED', { slots: { wallet: 'Mock Wallet' } }))
    await fill('0.4')
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' })
    chain.next = 8
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    await fill('0.4')
    await submitSend(kit)
    expect(send).toHaveBeenCalledTimes(3)
  })

  test('in a family without numbers, asks again if its time is over and nothing took its place', async () => {
    const found: Found = { status: 'used', isOver: true }
    const { kit, send } = await refused({ asked: { kind: 'transaction' }, found })
    await submitSend(kit)
    expect(send).toHaveBeenCalledTimes(2)
  })

  test('tells that it was not sent if its time is over and something unknown has used the nonce', async () => {
    const { kit, chain, send, status, shown, tracked } = await refused({
      found: { status: 'used', isOver: true },
    })
    chain.next = 8
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    expect([send.mock.calls.length, tracked()?.status, tracked()?.replacedBy]).toEqual([
      1,
      'notSent',
      undefined,
    ])
    expect(shown()).toEqual(status)
  })

  test('ignores a transfer from here that took its place', async () => {
    const { kit, chain, send, fill } = await refused({
      found: { status: 'used', by: `0x${'cd'.repeat(32)}` },
    })
    await submitSend(kit)
    chain.next = 9
    await fill('0.1')
    await submitSend(kit)
    expect(send).toHaveBeenCalledTimes(3)
  })

  test('shows the transfer that the chain has instead of a new review', async () => {
    const { kit, chain, fill, shown, status, state } = await refused({ found: made })
    openModal(kit, { view: { name: 'WalletSend' } })
    await fill('0.2')
    chain.next = 8
    await reviewSend(kit)
    expect(shown()).toEqual(status)
    expect(state().account.sent).toMatchObject([{ id: hash }])
    expect(state().intent?.review).toBeUndefined()
  })

  test('remembers the refused transfer after a reload', async () => {
    const storage = memoryStorage()
    const { id } = await refused({ storage })
    const prepare = async () => ({ kind: 'transaction', nonce: 8, height: 100 }) as const
    const after = await sendKit({ prepare, find: async () => made }, storage)
    await after.fill('0.5')
    await expect(submitSend(after.kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    expect(after.transfers.send).not.toHaveBeenCalled()
    expect(after.state().account.sent).toMatchObject([{ id: hash, intentId: id }])
  })

  test('ignores a rise of the nonce by a transfer that was sent since', async () => {
    const { kit, chain, fill, send } = await refused()
    const second = await submitSend(kit)
    // The node has the second one.
    keepSent(kit, { ...second, nonce: 7 })
    chain.next = 8
    await fill('0.1')
    await submitSend(kit)
    expect(send).toHaveBeenCalledTimes(3)
  })

  test('remembers the refused transfer for a day', async () => {
    const { kit, chain, send, tracked } = await refused({ found: made })
    await kit.clock.advance(25 * 60 * 60_000)
    chain.next = 8
    await submitSend(kit)
    expect(send).toHaveBeenCalledTimes(2)
    expect(tracked()).toBeUndefined()
  })

  test('looks for a refused batch of calls even if the nonce has not risen', async () => {
    const asked: Asked = { kind: 'calls', callsId: '0x0b', nonce: 7, height: 100 }
    const { kit, send, state } = await refused({ asked, found: made })
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    expect(send).toHaveBeenCalledTimes(1)
    expect(state().account.sent).toMatchObject([{ id: hash }])
  })

  test('does not remember a transfer that never reached the wallet', async () => {
    const { tracked } = await refused({ error: accountError('REQUEST_TOO_LARGE', {}) })
    expect(tracked()).toBeUndefined()
  })
})

describe('a wallet that says that it cannot send', () => {
  const unsupported = () =>
    walletError('WALLET_METHOD_UNSUPPORTED', { slots: { method: 'eth_sendTransaction' } })
  const asking = async (prepare: Transfers['prepare']) => {
    const send = vi.fn<Transfers['send']>().mockRejectedValue(unsupported())
    const kit = await sendKit({ send, prepare })
    await kit.fill('0.5')
    return { ...kit, open: () => kit.state().intent?.open }
  }
  const at = (nonce: number) => ({ kind: 'transaction', nonce, height: 100 }) as const

  test('is believed if the nonce is unchanged', async () => {
    const { kit, open } = await asking(async () => at(7))
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'WALLET_METHOD_UNSUPPORTED' })
    expect(open()).toMatchObject([{ status: 'refused' }])
  })

  test.each<[string, () => Promise<Asked>]>([
    ['has gone up', async () => at(8)],
    [
      'cannot be read',
      () => Promise.reject(accountError('NETWORK_UNREADABLE', { slots: { network: 'One' } })),
    ],
  ])('is not believed if the nonce %s, and the transfer is unknown', async (_, later) => {
    const prepare = vi.fn<Transfers['prepare']>().mockResolvedValueOnce(at(7)).mockImplementation(later)
    const { kit, open } = await asking(prepare)
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'SEND_UNCONFIRMED' })
    expect(open()).toMatchObject([{ status: 'unknown' }])
  })
})

test('a wallet that signed something else may have sent it: the transfer is unknown, and both is told', async () => {
  const asked: Asked = { kind: 'transaction', terms: { blockhash: 'a' } }
  const altered = accountError('TRANSFER_ALTERED', { slots: { wallet: 'Mock Wallet' } })
  const send = vi.fn<Transfers['send']>().mockRejectedValue(altered)
  const { kit, fill, state } = await sendKit({ send, prepare: async () => asked })
  await fill('0.5')
  await expect(submitSend(kit)).rejects.toMatchObject({ code: 'SEND_UNCONFIRMED' })
  expect(state().intent?.open).toMatchObject([{ status: 'unknown', error: { code: 'TRANSFER_ALTERED' } }])
  await fill('0.5')
  await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
  expect(send).toHaveBeenCalledTimes(1)
})

describe('how many refusals are remembered', () => {
  const remembered = async (family: Parameters<typeof sendKit>[0], accounts: readonly string[]) => {
    const { kit, state } = await sendKit(family)
    const cause = walletError('REQUEST_REJECTED', { slots: { wallet: 'Mock Wallet' } })
    for (const [index, account] of accounts.entries()) {
      const intent = mockTransferIntent({ id: `${index}`, madeAt: index, account })
      keepRefused(kit, { intent, asked: { kind: 'transaction' }, askedAt: kit.clock.now() }, cause)
    }
    return state().intent?.open.map(({ intent }) => intent.id)
  }

  test('five of each account', async () => {
    const found = await remembered({}, [bob, ...Array.from({ length: 7 }, () => alice)])
    expect(found).toEqual(['0', '3', '4', '5', '6', '7'])
  })

  test('twenty where transfers spend coins', async () => {
    const found = await remembered(
      { spendsCoins: true },
      Array.from({ length: 22 }, () => alice),
    )
    expect(found).toHaveLength(20)
  })
})

test('a family learns of the identical transfer that the wallet has refused, until that is sent', async () => {
  const refusal = walletError('REQUEST_REJECTED', { slots: { wallet: 'Mock Wallet' } })
  const send = vi.fn<Transfers['send']>(async () => ({ kind: 'transaction', id: hash }))
  send.mockRejectedValueOnce(refusal)
  const prepare = vi.fn<Transfers['prepare']>(async () => ({ kind: 'transaction', nonce: 7 }))
  const { kit, fill } = await sendKit({ send, prepare })
  await fill('0.5')
  await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' })
  await submitSend(kit)
  // Another payment of the same, which is to be another transaction.
  await fill('0.5')
  await submitSend(kit)
  const [first, second, third] = prepare.mock.calls.map(([asking]) => asking.again)
  expect(first).toBeUndefined()
  expect(second).toMatchObject({ asked: { nonce: 7 }, fee: { terms: { gasLimit: '21000' } } })
  expect(third).toBeUndefined()
})
