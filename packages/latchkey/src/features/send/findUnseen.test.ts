import { describe, expect, test, vi } from 'vitest'
import { currentView } from '../../core/router.js'
import type { Asked, Found, TransferStatus, Transfers } from '../../core/transfers.js'
import { hash, sendKit } from '../../testing/sendKit.js'
import { openModal } from '../modal/openModal.js'
import { followSent } from './followSent.js'
import { reviewSend } from './reviewSend.js'
import { submitSend } from './submitSend.js'

// A wallet that answers one hash and broadcasts another transaction: no node knows the first one.

const other = `0x${'cd'.repeat(32)}`
const made: Found = { status: 'sent', sent: { kind: 'transaction', id: other } }
const used: Found = { status: 'used', by: other }

/** A transfer that the wallet has answered with a hash of nothing. */
async function unseen(found: Found, known: Partial<TransferStatus> = {}, asked?: Asked, spendsCoins?: true) {
  const chain = { found }
  const status = vi.fn<Transfers['status']>(async ({ sent }) =>
    sent.id === other
      ? { status: 'confirmed', hash: other, nonce: 7 }
      : { status: 'pending', hash, ...known },
  )
  const find = vi.fn<Transfers['find']>(async () => chain.found)
  const made = await sendKit({ status, find, spendsCoins, ...(asked && { prepare: async () => asked }) })
  const { kit, fill, state } = made
  openModal(kit, { view: { name: 'WalletSend' } })
  await fill('0.5')
  await submitSend(kit)
  const [{ intentId = '' } = {}] = state().account.sent ?? []
  const shown = () => currentView(state().modal.stack)
  const follow = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      await followSent(kit)
      await kit.clock.advance(60_000)
    }
  }
  const again = async () => {
    await fill('0.5')
    await reviewSend(kit)
  }
  const statusView = { name: 'WalletSendStatus', parameters: { id: intentId } }
  return { ...made, chain, find, shown, follow, again, statusView, sent: () => state().account.sent }
}

describe('a transaction that no node knows', () => {
  test('is looked for by its number, and is confirmed under the hash that the chain has', async () => {
    const { find, follow, sent } = await unseen(made)
    await follow(4)
    expect(sent()).toMatchObject([{ id: hash, hash: other, status: 'confirmed' }])
    expect(find.mock.calls[0]?.[0].asked).toMatchObject({ nonce: 7, height: 100 })
  })

  test('is looked for once a minute, however often it is looked at', async () => {
    const { kit, find } = await unseen({ status: 'open' })
    await kit.clock.advance(60_000)
    for (let second = 0; second < 30; second++) {
      await followSent(kit)
      await kit.clock.advance(1_000)
    }
    expect(find).toHaveBeenCalledTimes(1)
  })

  test('is looked for once more before it is called lost', async () => {
    const { kit, find, sent } = await unseen(made)
    await kit.clock.advance(31 * 60_000)
    await followSent(kit)
    expect(find).toHaveBeenCalledTimes(1)
    expect(sent()).toMatchObject([{ hash: other, status: 'pending' }])
  })

  test('is lost after half an hour if the chain has nothing, and is found later all the same', async () => {
    const { chain, follow, sent } = await unseen({ status: 'open' })
    await follow(40)
    expect(sent()).toMatchObject([{ hash, status: 'lost' }])
    chain.found = made
    await follow(12)
    expect(sent()).toMatchObject([{ id: hash, hash: other, status: 'confirmed' }])
  })

  test('is lost with the transaction that has its number', async () => {
    const { follow, sent } = await unseen(used)
    await follow(40)
    expect(sent()).toMatchObject([{ hash, status: 'lost', replacedBy: other }])
  })

  test('is not looked for once a node has told its number', async () => {
    const { find, follow } = await unseen(made, { nonce: 7 })
    await follow(20)
    expect(find).not.toHaveBeenCalled()
  })

  test('is not lost if the node that looks for it finds that very transaction', async () => {
    const { follow, sent } = await unseen({ status: 'sent', sent: { kind: 'transaction', id: hash } })
    await follow(40)
    expect(sent()).toMatchObject([{ hash, status: 'pending' }])
  })
})

describe('before the next transfer, a transaction that no node knows', () => {
  test('is shown in place of the review if the chain has it under another hash', async () => {
    const { again, sent, shown, statusView, state } = await unseen(made)
    await again()
    expect(shown()).toEqual(statusView)
    expect(state().intent?.review).toBeUndefined()
    expect(sent()).toMatchObject([{ id: hash, hash: other, status: 'confirmed' }])
  })

  test.each<[string, Asked, true?]>([
    ['has facts of its own', { kind: 'transaction', terms: { blockhash: 'five' } }],
    ['spends coins', { kind: 'transaction' }, true],
  ])('is shown too in a family that counts no transactions and %s', async (_, asked, spendsCoins) => {
    const { again, find, sent, shown, statusView } = await unseen(made, {}, asked, spendsCoins)
    await again()
    expect(find.mock.calls[0]?.[0].asked).toEqual(asked)
    expect(shown()).toEqual(statusView)
    expect(sent()).toMatchObject([{ id: hash, hash: other, status: 'confirmed' }])
  })

  test('is not looked for if a node has it already, or if nothing is known to search by', async () => {
    for (const asked of [
      { kind: 'transaction', terms: { blockhash: 'five' } },
      { kind: 'transaction' },
    ] as const) {
      const { again, find, shown } = await unseen(made, { isSeen: 'terms' in asked }, asked)
      await again()
      expect(find).not.toHaveBeenCalled()
      expect(shown().name).toBe('WalletSendPreview')
    }
  })

  test('is shown once if another transaction has its number', async () => {
    const { kit, again, sent, shown, statusView } = await unseen(used)
    await kit.clock.advance(60_000)
    await again()
    expect(shown()).toEqual(statusView)
    // The wallet may have given it a later number.
    expect(sent()).toMatchObject([{ hash, status: 'pending' }])
    await again()
    expect(shown().name).toBe('WalletSendPreview')
  })

  test('is not looked for a day later, so that the next request does not wait for it', async () => {
    const { kit, again, find } = await unseen({ status: 'open' })
    await kit.clock.advance(25 * 60 * 60_000)
    find.mockClear()
    await again()
    expect(find).not.toHaveBeenCalled()
  })

  test('waits again if the chain has it under another hash after it seemed lost', async () => {
    const { kit, chain, again, follow, sent, shown, statusView } = await unseen({ status: 'open' })
    await follow(40)
    expect(sent()).toMatchObject([{ status: 'lost' }])
    chain.found = made
    await kit.clock.advance(10 * 60_000)
    await again()
    expect(shown()).toEqual(statusView)
    expect(sent()).toMatchObject([{ hash: other, status: 'confirmed' }])
  })

  test('does not hold up the next request by a search that does not end', async () => {
    const { kit, fill, find, shown } = await unseen({ status: 'open' })
    find.mockReturnValue(new Promise(() => {}))
    await fill('0.5')
    const review = reviewSend(kit)
    await kit.clock.advance(8_000)
    await review
    expect(shown().name).toBe('WalletSendPreview')
  })

  test('is waited for in its first minute, whatever has its number', async () => {
    const { again, sent, shown } = await unseen(used)
    await again()
    expect(shown().name).toBe('WalletSendPreview')
    expect(sent()).toMatchObject([{ hash, status: 'pending' }])
  })

  test('does not stand in the way if the chain has nothing', async () => {
    const { again, find, shown } = await unseen({ status: 'open' })
    await again()
    expect(find).toHaveBeenCalled()
    expect(shown().name).toBe('WalletSendPreview')
  })

  test('is looked for also without a review, and the wallet is not asked', async () => {
    const { kit, fill, transfers } = await unseen(made)
    await fill('0.5')
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    expect(transfers.send).toHaveBeenCalledTimes(1)
  })
})
