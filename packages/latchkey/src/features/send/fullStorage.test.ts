import { describe, expect, test, vi } from 'vitest'
import type { StorageBackend } from '../../core/storage.js'
import { memoryStorage } from '../../core/storageBackends.js'
import { mockTransferIntent } from '../../testing/mockTransferIntent.js'
import { hash, sendKit } from '../../testing/sendKit.js'
import { askedItem, loadAsked } from '../intent/asked.js'
import { openModal } from '../modal/openModal.js'
import { reviewSend } from './reviewSend.js'
import { keepSent, readSent } from './sent.js'
import { type Sent, sentItem } from './state.js'
import { submitSend } from './submitSend.js'

/** A storage that takes nothing while it is told so. */
function fullStorage(isFull = () => true): StorageBackend {
  const backend = memoryStorage()
  return {
    ...backend,
    setItem(name, value) {
      if (isFull()) throw new DOMException('full', 'QuotaExceededError')
      backend.setItem(name, value)
    },
  }
}

describe('a browser that cannot store the transfer', () => {
  test('shows that in the review first, and asks the wallet at the second press', async () => {
    const { kit, fill, transfers, state } = await sendKit({}, fullStorage())
    await fill('0.5')
    openModal(kit, { view: { name: 'WalletSend' } })
    await reviewSend(kit)
    const { id } = state().intent?.review?.intent ?? {}
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
    expect(transfers.send).not.toHaveBeenCalled()
    expect(state().intent).toMatchObject({
      open: [],
      review: { intent: { isUnstored: true }, status: 'made' },
    })
    // Another intent: what is pressed in haste is not yet meant.
    expect(state().intent?.review?.intent.id).not.toBe(id)
    expect(state().send?.error).toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
    await submitSend(kit)
    expect(transfers.send).toHaveBeenCalledOnce()
    expect(state().account.sent).toMatchObject([{ id: hash }])
  })

  test('throws at the first call without a review, and asks the wallet at the second', async () => {
    const { kit, fill, transfers } = await sendKit({}, fullStorage())
    await fill('0.5')
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
    expect(transfers.send).not.toHaveBeenCalled()
    await submitSend(kit)
    expect(transfers.send).toHaveBeenCalledOnce()
  })

  test('says so again for the next transfer', async () => {
    const { kit, fill, transfers } = await sendKit({}, fullStorage())
    await fill('0.5')
    await submitSend(kit).catch(() => {})
    await submitSend(kit)
    await fill('0.1')
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
    expect(transfers.send).toHaveBeenCalledOnce()
  })

  test('stores the transfer if there is room again by then', async () => {
    let isFull = true
    const storage = fullStorage(() => isFull)
    const send = vi.fn(() => new Promise<never>(() => {}))
    const { kit, fill } = await sendKit({ send }, storage)
    await fill('0.5')
    openModal(kit, { view: { name: 'WalletSend' } })
    await reviewSend(kit)
    isFull = false
    submitSend(kit).catch(() => {})
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
    const { kit: reloaded } = await sendKit({}, storage)
    loadAsked(reloaded)
    expect(reloaded.store.getState().intent?.open).toMatchObject([{ status: 'asked' }])
  })
})

test('where those that wait for a block leave no room, says so first, and loses none of them', async () => {
  const storage = memoryStorage()
  // As a payment from a hundred coins: seven of them fit.
  const coins = 'A'.repeat(7_500)
  const estimate = async () => ({ most: '1', about: '1', terms: { coins } })
  const { kit, fill, transfers, state } = await sendKit({ estimate }, storage)
  const waiting = (index: number): Sent => ({
    ...{
      kind: 'transaction',
      id: `0x${index}`,
      intentId: `${index}`,
      networkId: 'bip122:1',
      from: 'a',
      to: 'b',
    },
    ...{ symbol: 'BTC', decimals: 8, units: '1', sentAt: index, status: 'pending' },
    origin: {
      status: 'asked',
      asked: { kind: 'transaction' },
      askedAt: 1,
      intent: mockTransferIntent({ id: `${index}`, fee: { most: '1', about: '1', terms: { coins } } }),
    },
  })
  for (let index = 1; index <= 7; index++) keepSent(kit, waiting(index))
  await fill('0.5')
  openModal(kit, { view: { name: 'WalletSend' } })
  await reviewSend(kit)
  await expect(submitSend(kit)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
  expect(transfers.send).not.toHaveBeenCalled()
  expect(state().intent?.review?.intent.isUnstored).toBe(true)
  const stored = () => kit.storage.read(sentItem)?.map(({ id }) => id)
  expect(stored()).toHaveLength(7)
  keepSent(kit, { ...waiting(3), status: 'confirmed' })
  await submitSend(kit)
  expect(stored()).toEqual(expect.arrayContaining(['0x1', '0x2', '0x4', '0x5', '0x6', '0x7', hash]))
})

/** A storage that is full as long as the pictures and the ends of earlier transfers are in it. */
function crowdedStorage(): StorageBackend {
  const backend = memoryStorage()
  const isCrowded = () => (backend.getItem(sentItem.name) ?? '').length > 2_000
  return {
    ...backend,
    setItem(name, value) {
      const isSmaller = value.length < (backend.getItem(name) ?? '').length
      if (isCrowded() && !isSmaller) throw new DOMException('full', 'QuotaExceededError')
      backend.setItem(name, value)
    },
  }
}

test('deletes settled transfers to make room for the one that the wallet is asked for', async () => {
  const storage = crowdedStorage()
  const storedAtAsking: (string | null)[] = []
  const send = async () => {
    storedAtAsking.push(storage.getItem(askedItem.name))
    return { kind: 'transaction' as const, id: hash }
  }
  const { kit, fill } = await sendKit({ send }, storage)
  storage.setItem('latchkey.quarantine', 'x')
  const old = (id: string, status: Sent['status']): Sent => ({
    ...{ kind: 'transaction', id, networkId: 'eip155:1', from: '0xa', to: '0xb', symbol: 'ETH' },
    ...{ decimals: 18, units: '1', sentAt: 1, status },
  })
  const settled = Array.from({ length: 20 }, (_, index) => old(`0x${index}`, 'confirmed'))
  kit.storage.write(sentItem, [old('0xopen', 'pending'), ...settled])
  readSent(kit)
  await fill('0.5')
  openModal(kit, { view: { name: 'WalletSend' } })
  await reviewSend(kit)
  await submitSend(kit)
  expect(storedAtAsking).toEqual([expect.stringContaining('"status":"asked"')])
  expect(storage.getItem('latchkey.quarantine')).toBeNull()
  const stored = kit.storage.read(sentItem) ?? []
  expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining([hash, '0xopen']))
})
