import { describe, expect, test, vi } from 'vitest'
import type { TransferStatus, Transfers } from '../../core/adapter.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { Transaction } from '../../protocol/entities/Transaction.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockTabs } from '../../testing/mockTabs.js'
import { update } from '../Kit.js'
import { followSent } from './followSent.js'
import { keepSent, loadSent } from './sent.js'
import type { Sent } from './state.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'ab'.repeat(32)}`
const other = `0x${'cd'.repeat(32)}`

const sent: Sent = {
  kind: 'transaction',
  id: hash,
  hash,
  networkId: 'eip155:1',
  from: alice,
  to: bob,
  symbol: 'ETH',
  decimals: 18,
  units: '1500000000000000000',
  sentAt: Date.UTC(2026, 0, 1),
  status: 'pending',
}

/** The account's transaction of number 7 in the history, which the wallet sent in place of the first one. */
const replacing = (
  to: string,
  numeric: string,
  more: Partial<Transaction['metadata']> = {},
): Transaction => ({
  id: other,
  metadata: {
    operationType: 'send',
    hash: other,
    chain: 'eip155:1',
    minedAt: '2025-01-01T00:00:00Z',
    sentFrom: alice.toLowerCase(),
    sentTo: to,
    status: 'confirmed',
    nonce: 7,
    ...more,
  },
  transfers: [
    {
      fungible_info: { symbol: 'ETH' },
      direction: 'out',
      quantity: { numeric },
      sender: alice,
      recipient: to,
    },
  ],
})

function setUp(answers: readonly TransferStatus[], storage = memoryStorage()) {
  const left = [...answers]
  const status = vi.fn<Transfers['status']>(async () => {
    const [first] = left
    if (first === undefined) throw new Error('asked unexpectedly')
    return left.length > 1 ? (left.shift() ?? first) : first
  })
  const never = () => Promise.reject(new Error('asked unexpectedly'))
  const transfers: Transfers = { estimate: never, balance: never, isContract: never, send: never, status }
  const kit = createTestKit({ adapters: [mockAdapter({ transfers: async () => transfers })], storage })
  const tell = (...transactions: readonly Transaction[]) =>
    update(kit, 'account', (state) => ({
      ...state,
      activities: {
        [`eip155:1:${alice}` as const]: { status: 'success', transactions, next: null, seen: [] },
      },
    }))
  return { kit, status, tell, now: () => kit.store.getState().account.sent }
}

const waiting = { status: 'pending', hash, nonce: 7, isOutrun: false } as const
const outrun = { ...waiting, isOutrun: true }

describe('a transaction whose number is used up', () => {
  test('is replaced once three looks agree, and not before', async () => {
    const { kit, now, status } = setUp([waiting, outrun])
    keepSent(kit, sent)
    await followSent(kit)
    expect(now()).toEqual([{ ...sent, nonce: 7 }])
    await followSent(kit)
    await followSent(kit)
    expect(now()).toMatchObject([{ status: 'pending' }])
    await followSent(kit)
    expect(now()).toEqual([{ ...sent, nonce: 7, status: 'replaced' }])
    await followSent(kit)
    expect(status).toHaveBeenCalledTimes(4)
    expect(status.mock.calls[1]?.[0].sent).toMatchObject({ from: alice, nonce: 7 })
  })

  test('a node that only lagged behind is not believed', async () => {
    const { kit, now } = setUp([outrun, outrun, waiting, outrun, outrun, { status: 'confirmed', hash }])
    keepSent(kit, sent)
    for (let look = 0; look < 5; look++) await followSent(kit)
    expect(now()).toMatchObject([{ status: 'pending' }])
    await followSent(kit)
    expect(now()).toMatchObject([{ status: 'confirmed', hash }])
  })

  test('was sped up, where the history has the same of that number: it goes on under its new hash', async () => {
    const { kit, now, tell } = setUp([outrun])
    keepSent(kit, sent)
    tell(replacing(bob.toLowerCase(), '1.5'))
    await followSent(kit)
    expect(now()).toMatchObject([{ id: hash, hash: other, status: 'confirmed' }])
  })

  test('that is sped up and waits again is looked for under its new hash', async () => {
    const { kit, now, tell, status } = setUp([waiting, { status: 'confirmed', hash: other }])
    keepSent(kit, sent)
    tell(replacing(bob, '1.5', { status: 'pending' }))
    await followSent(kit)
    expect(now()).toMatchObject([{ hash: other, status: 'pending' }])
    await followSent(kit)
    expect(status.mock.calls[1]?.[0].sent.id).toBe(other)
    expect(now()).toMatchObject([{ id: hash, hash: other, status: 'confirmed' }])
  })

  test.each([
    ['another recipient', replacing(alice, '1.5')],
    ['another amount', replacing(bob, '1.4')],
    ['a cancellation', replacing(alice, '0', { operationType: 'cancel' })],
  ])('was replaced by %s', async (_, transaction) => {
    const { kit, now, tell } = setUp([outrun])
    keepSent(kit, sent)
    tell(transaction)
    await followSent(kit)
    expect(now()).toMatchObject([{ hash, status: 'replaced', replacedBy: other }])
  })

  test('by what it was replaced may be told later', async () => {
    const { kit, now, tell } = setUp([outrun])
    keepSent(kit, sent)
    for (let look = 0; look < 3; look++) await followSent(kit)
    expect(now()).toMatchObject([{ status: 'replaced' }])
    tell(replacing(bob, '1.5'))
    await followSent(kit)
    expect(now()).toMatchObject([{ hash: other, status: 'confirmed' }])
  })

  test("another account's of that number is none of its business", async () => {
    const { kit, now, tell } = setUp([waiting])
    keepSent(kit, sent)
    tell(replacing(bob, '1.5', { sentFrom: bob }), replacing(bob, '1.5', { nonce: 8 }))
    await followSent(kit)
    expect(now()).toMatchObject([{ hash, status: 'pending' }])
  })
})

test('however large the pictures are, what was sent survives a reload', () => {
  const storage = memoryStorage()
  const { kit, now } = setUp([], storage)
  const many = Array.from({ length: 31 }, (_, index) => ({
    ...sent,
    id: `0x${index}`,
    iconUrl: `data:image/png;base64,${'A'.repeat(20_000)}`,
    sentAt: sent.sentAt + index,
  }))
  for (const one of many) keepSent(kit, one)
  expect(now()).toHaveLength(30)
  const { iconUrl, ...newest } = many[30] ?? sent
  const after = loadSent(setUp([], storage).kit)
  expect(after).toHaveLength(30)
  expect(after[0]).toEqual(newest)
})

test('of what is too long for the storage, the newest is kept', () => {
  const storage = memoryStorage()
  const { kit } = setUp([], storage)
  for (let index = 0; index < 12; index++) {
    const id = `0x${String(index).padStart(8_000, '0')}`
    keepSent(kit, { ...sent, kind: 'calls', id, sentAt: sent.sentAt + index })
  }
  const after = loadSent(setUp([], storage).kit)
  expect(after).toHaveLength(7)
  expect(after[0]?.sentAt).toBe(sent.sentAt + 11)
})

describe('two tabs', () => {
  test('what one sends the other shows at once, and what becomes of it too', async () => {
    const tabs = mockTabs()
    const [here, there] = [setUp([{ status: 'confirmed', hash }], tabs.open()), setUp([], tabs.open())]
    expect(loadSent(there.kit)).toEqual([])
    keepSent(here.kit, sent)
    expect(there.now()).toEqual([sent])
    await followSent(here.kit)
    expect(there.now()).toEqual([{ ...sent, status: 'confirmed' }])
    await followSent(there.kit)
    expect(there.status).not.toHaveBeenCalled()
  })

  test('an end that one has seen is not taken back by the other, which looked before', async () => {
    const tabs = mockTabs()
    const [here, there] = [setUp([], tabs.open()), setUp([], tabs.open())]
    keepSent(here.kit, sent)
    loadSent(there.kit)
    keepSent(there.kit, { ...sent, status: 'failed' })
    keepSent(here.kit, { ...sent, nonce: 7 })
    expect(here.now()).toEqual([{ ...sent, status: 'failed' }])
    expect(there.now()).toEqual([{ ...sent, status: 'failed' }])
  })

  test('what both send at once is kept, the newest first', () => {
    const tabs = mockTabs()
    const [here, there] = [setUp([], tabs.open()), setUp([], tabs.open())]
    keepSent(here.kit, sent)
    keepSent(there.kit, { ...sent, id: other, hash: other, sentAt: sent.sentAt + 1 })
    expect(here.now()?.map(({ id }) => id)).toEqual([other, hash])
    expect(there.now()?.map(({ id }) => id)).toEqual([other, hash])
  })

  test('a kit that has stopped listens no more', () => {
    const tabs = mockTabs()
    const [here, there] = [setUp([], tabs.open()), setUp([], tabs.open())]
    const stop = there.kit.start()
    loadSent(there.kit)
    stop()
    keepSent(here.kit, sent)
    expect(there.now()).toEqual([])
  })
})
