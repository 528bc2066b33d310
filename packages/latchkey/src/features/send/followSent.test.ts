import { describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../core/storageBackends.js'
import type { TransferStatus, Transfers } from '../../core/transfers.js'
import type { Transaction } from '../../protocol/entities/Transaction.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockTabs } from '../../testing/mockTabs.js'
import { mockTransferIntent } from '../../testing/mockTransferIntent.js'
import { update } from '../Kit.js'
import { followSent } from './followSent.js'
import { keepSent, loadSent } from './sent.js'
import { type Sent, sentItem } from './state.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'ab'.repeat(32)}`
const other = `0x${'cd'.repeat(32)}`

const intent = mockTransferIntent({ units: '1500000000000000000' })
const origin = {
  intent,
  status: 'asked',
  asked: { kind: 'transaction', nonce: 7, height: 100 },
  askedAt: intent.madeAt,
} as const

const plain: Sent = {
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

/** As this page keeps it, with what was asked. */
const sent: Sent = { ...plain, intentId: intent.id, origin }

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

/** A chain that answers so of what was sent, in order, and of the other transaction as it is told last. */
function setUp(answers: readonly TransferStatus[], storage = memoryStorage()) {
  const left = [...answers]
  const chain: { other: TransferStatus } = { other: { status: 'pending', hash: other } }
  const status = vi.fn<Transfers['status']>(async (asked) => {
    if (asked.sent.id === other) return chain.other
    const [first] = left
    if (first === undefined) throw new Error('asked unexpectedly')
    return left.length > 1 ? (left.shift() ?? first) : first
  })
  const never = () => Promise.reject(new Error('asked unexpectedly'))
  const transfers: Transfers = {
    estimate: never,
    balance: never,
    isContract: never,
    facts: never,
    prepare: never,
    send: never,
    find: never,
    status,
  }
  const kit = createTestKit({ adapters: [mockAdapter({ transfers: async () => transfers })], storage })
  const tell = (...transactions: readonly Transaction[]) =>
    update(kit, 'account', (state) => ({
      ...state,
      activities: {
        [`eip155:1:${alice}` as const]: { status: 'success', transactions, next: null, seen: [] },
      },
    }))
  const confirm = (answer: Partial<TransferStatus>) => {
    chain.other = { status: 'confirmed', hash: other, nonce: 7, ...answer }
  }
  const wait = (time: number) => kit.clock.advance(time)
  return { kit, status, tell, confirm, wait, now: () => kit.store.getState().account.sent }
}

const waiting = { status: 'pending', hash, nonce: 7, isOutrun: false } as const
const outrun = { ...waiting, isOutrun: true }

describe('a transaction whose nonce is used', () => {
  const { origin: _, ...ended } = sent

  test('is called replaced after three looks, a minute apart', async () => {
    const { kit, now, status, wait } = setUp([waiting, outrun])
    keepSent(kit, sent)
    await followSent(kit)
    expect(now()).toEqual([{ ...sent, nonce: 7 }])
    for (const time of [0, 1_000, 58_000, 1_000, 59_000]) {
      await wait(time)
      await followSent(kit)
      expect(now()).toMatchObject([{ status: 'pending' }])
    }
    await wait(1_000)
    await followSent(kit)
    expect(now()).toEqual([{ ...sent, nonce: 7, status: 'replaced' }])
    expect(status.mock.calls[1]?.[0].sent).toMatchObject({ from: alice, nonce: 7 })
  })

  test('is called lost instead, if no block can take it any more', async () => {
    const { kit, now, wait } = setUp([{ ...waiting, isExpired: true }])
    keepSent(kit, sent)
    for (let look = 0; look < 2; look++) {
      await followSent(kit)
      expect(now()).toMatchObject([{ status: 'pending' }])
      await wait(60_000)
    }
    await followSent(kit)
    expect(now()).toMatchObject([{ status: 'lost' }])
  })

  test('is not called lost if a block has it, though no node shows its content', async () => {
    const { kit, now, wait } = setUp([{ ...waiting, isSeen: true }])
    keepSent(kit, sent)
    await wait(2 * 60 * 60_000)
    await followSent(kit)
    expect(now()).toMatchObject([{ status: 'pending' }])
  })

  test('is not called lost because single looks, far apart, met a node that lags', async () => {
    const answers = [waiting, waiting, { ...waiting, isSeen: true }, waiting, waiting]
    const { kit, now, wait } = setUp(answers)
    keepSent(kit, sent)
    await wait(31 * 60_000)
    for (const _ of answers) {
      await followSent(kit)
      expect(now()).toMatchObject([{ status: 'pending' }])
      await wait(60_000)
    }
    await followSent(kit)
    expect(now()).toMatchObject([{ status: 'lost' }])
  })

  test('is looked for with the hashes of the other transfers', async () => {
    const { kit, status } = setUp([waiting])
    keepSent(kit, sent)
    keepSent(kit, { ...plain, id: other, hash: other, intentId: 'another' })
    await followSent(kit)
    expect(status.mock.calls.find(([asked]) => asked.sent.id === hash)?.[0].others).toEqual([other, other])
  })

  test('is replaced, and not sent, if another transfer has what spends its coins', async () => {
    const { kit, now, wait } = setUp([{ status: 'confirmed', hash: other }])
    keepSent(kit, sent)
    keepSent(kit, { ...plain, id: other, hash: other, intentId: 'another', status: 'confirmed' })
    const ownOf = () => now()?.find(({ id }) => id === hash)
    for (let look = 0; look < 3; look++) {
      expect(ownOf()).toMatchObject({ status: 'pending', hash })
      await followSent(kit)
      await wait(60_000)
    }
    expect(ownOf()).toMatchObject({ status: 'replaced', hash })
  })

  test('is not called replaced by a node that only lagged behind', async () => {
    const { kit, now, wait } = setUp([outrun, outrun, waiting, outrun, outrun, { status: 'confirmed', hash }])
    keepSent(kit, sent)
    for (let look = 0; look < 5; look++) {
      await followSent(kit)
      await wait(60_000)
    }
    expect(now()).toMatchObject([{ status: 'pending' }])
    await followSent(kit)
    expect(now()).toMatchObject([{ status: 'confirmed', hash }])
  })

  test('is not called replaced by a node that lags for twenty seconds and is asked each second', async () => {
    const { kit, now, wait } = setUp([
      ...Array.from({ length: 20 }, () => outrun),
      { status: 'confirmed', hash },
    ])
    keepSent(kit, sent)
    for (let look = 0; look < 20; look++) {
      await followSent(kit)
      expect(now()).toMatchObject([{ status: 'pending' }])
      await wait(1_000)
    }
    await followSent(kit)
    expect(now()).toMatchObject([{ status: 'confirmed' }])
  })

  test('is confirmed as sped up if the history lists the same transfer with that nonce and the chain has it', async () => {
    const { kit, now, tell, confirm, status } = setUp([outrun])
    keepSent(kit, sent)
    tell(replacing(bob.toLowerCase(), '1.5'))
    confirm({})
    await followSent(kit)
    expect(now()).toEqual([{ ...ended, nonce: 7, hash: other, status: 'confirmed' }])
    expect(status.mock.calls[1]?.[0]).toMatchObject({
      sent: { kind: 'transaction', id: other, from: alice },
      transfer: { from: alice, to: bob, units: 1_500_000_000_000_000_000n },
      asked: { height: 100 },
    })
  })

  test('is looked for under its new hash if it was sped up and waits again', async () => {
    const { kit, now, tell, status, confirm } = setUp([waiting])
    keepSent(kit, sent)
    tell(replacing(bob, '1.5', { status: 'pending' }))
    confirm({ status: 'pending' })
    await followSent(kit)
    expect(now()).toMatchObject([{ hash: other, status: 'pending' }])
    confirm({})
    await followSent(kit)
    expect(status.mock.calls[2]?.[0].sent.id).toBe(other)
    expect(now()).toMatchObject([{ id: hash, hash: other, status: 'confirmed' }])
  })

  test('is called replaced if the history lists another transaction with that nonce and the chain has it in a block', async () => {
    const { kit, now, tell, confirm } = setUp([outrun])
    keepSent(kit, sent)
    tell(replacing(alice, '0', { operationType: 'cancel' }))
    confirm({ status: 'other', isMined: true })
    await followSent(kit)
    expect(now()).toMatchObject([{ hash, status: 'replaced', replacedBy: other }])
  })

  test.each<[string, Partial<TransferStatus>]>([
    ['knows nothing of', { status: 'pending', nonce: undefined }],
    ['has under another number', { nonce: 6 }],
    ['has as a failure of another number', { status: 'failed', nonce: 8 }],
    ['has as somebody else’s', { status: 'other', isMined: true, nonce: undefined }],
    ['has in no block, and as something else', { status: 'other' }],
  ])('is not settled by a failed transaction of the history that the chain %s', async (_, answer) => {
    const { kit, now, tell, confirm } = setUp([waiting, waiting, { status: 'confirmed', hash }])
    keepSent(kit, sent)
    tell({ ...replacing(bob, '1.5', { status: 'failed' }), transfers: [] })
    confirm(answer)
    await followSent(kit)
    await followSent(kit)
    expect(now()).toEqual([{ ...sent, nonce: 7 }])
    await followSent(kit)
    expect(now()).toMatchObject([{ hash, status: 'confirmed' }])
  })

  test('gets the hash of its replacement later if the history lists it only then', async () => {
    const { kit, now, tell, confirm, wait } = setUp([outrun])
    keepSent(kit, sent)
    for (let look = 0; look < 3; look++) {
      await followSent(kit)
      await wait(60_000)
    }
    expect(now()).toMatchObject([{ status: 'replaced' }])
    tell(replacing(bob, '1.5'))
    confirm({})
    await followSent(kit)
    expect(now()).toMatchObject([{ hash: other, status: 'confirmed' }])
  })

  test("is not changed by another account's transaction with that nonce", async () => {
    const { kit, now, tell, confirm } = setUp([waiting])
    keepSent(kit, sent)
    tell(replacing(bob, '1.5', { sentFrom: bob }), replacing(bob, '1.5', { nonce: 8 }))
    confirm({})
    await followSent(kit)
    expect(now()).toMatchObject([{ hash, status: 'pending' }])
  })
})

describe.each(['replaced', 'lost'] as const)('what seems %s', (status) => {
  const before: Sent = { ...sent, nonce: 7, status, sentAt: Date.now() }
  const keep = ({ kit }: ReturnType<typeof setUp>) => keepSent(kit, { ...before, sentAt: kit.clock.now() })

  test('is confirmed if the chain has a receipt later', async () => {
    const made = setUp([outrun, { status: 'confirmed', hash }])
    keep(made)
    await followSent(made.kit)
    expect(made.now()).toMatchObject([{ status }])
    await made.wait(59_000)
    await followSent(made.kit)
    expect(made.status).toHaveBeenCalledTimes(1)
    await made.wait(1_000)
    await followSent(made.kit)
    expect(made.now()).toMatchObject([{ status: 'confirmed', hash }])
  })

  test('is not looked for after a day', async () => {
    const made = setUp([outrun])
    keep(made)
    await made.wait(24 * 60 * 60_000)
    await followSent(made.kit)
    expect(made.status).not.toHaveBeenCalled()
  })
})

test('sent transfers survive a reload, however large their pictures are', () => {
  const storage = memoryStorage()
  const { kit, now } = setUp([], storage)
  const many = Array.from({ length: 31 }, (_, index) => ({
    ...plain,
    id: `0x${index}`,
    iconUrl: `data:image/png;base64,${'A'.repeat(20_000)}`,
    sentAt: plain.sentAt + index,
    status: 'confirmed' as const,
  }))
  for (const one of many) keepSent(kit, one)
  expect(now()).toHaveLength(30)
  const { iconUrl, ...newest } = many[30] ?? plain
  const after = loadSent(setUp([], storage).kit)
  expect(after).toHaveLength(30)
  expect(after[0]).toEqual(newest)
})

test.each([1e9, -1, 78, 1.5])('what is stored with %d decimals is not read', (decimals) => {
  expect(sentItem.read([plain, { ...plain, id: other, decimals }])).toEqual([plain])
})

test('the newest transfers are stored if there is no room for all, first those that are still followed', () => {
  const storage = memoryStorage()
  const { kit } = setUp([], storage)
  for (let index = 0; index < 12; index++) {
    const id = `0x${String(index).padStart(8_000, '0')}`
    const status = index === 0 || index === 11 ? 'pending' : 'confirmed'
    keepSent(kit, { ...plain, kind: 'calls', id, status, sentAt: plain.sentAt + index })
  }
  const after = loadSent(setUp([], storage).kit)
  expect(after.map(({ sentAt }) => sentAt - plain.sentAt)).toEqual([11, 10, 9, 8, 7, 6, 0])
})

test('however many are sent after it, one that waits for a block is kept, and a reload finds it', () => {
  const storage = memoryStorage()
  const { kit, now } = setUp([], storage)
  const many = Array.from({ length: 75 }, (_, index) => ({
    ...plain,
    id: `0x${index}`,
    sentAt: plain.sentAt + index,
    status: index < 35 ? ('pending' as const) : ('confirmed' as const),
  }))
  for (const one of many) keepSent(kit, one)
  const after = loadSent(setUp([], storage).kit)
  for (const list of [now() ?? [], after]) {
    expect(list.filter(({ status }) => status === 'pending')).toHaveLength(35)
    expect(list).toHaveLength(35)
  }
  keepSent(kit, { ...many[0], status: 'confirmed' } as typeof plain)
  expect(now()).toHaveLength(34)
})

test('one that may still get into a block is stored before others', () => {
  const storage = memoryStorage()
  const { kit } = setUp([], storage)
  for (let index = 0; index < 12; index++) {
    const id = `0x${String(index).padStart(8_000, '0')}`
    const status = index === 0 ? 'lost' : 'confirmed'
    keepSent(kit, { ...plain, kind: 'calls', id, status, sentAt: plain.sentAt + index })
  }
  expect(loadSent(setUp([], storage).kit).map(({ sentAt }) => sentAt - plain.sentAt)).toContain(0)
})

describe('two tabs', () => {
  test("show each other's transfers and their outcomes at once", async () => {
    const tabs = mockTabs()
    const [here, there] = [setUp([{ status: 'confirmed', hash }], tabs.open()), setUp([], tabs.open())]
    expect(loadSent(there.kit)).toEqual([])
    keepSent(here.kit, plain)
    expect(there.now()).toEqual([plain])
    await followSent(here.kit)
    expect(there.now()).toMatchObject([{ id: hash, status: 'confirmed' }])
    await followSent(there.kit)
    expect(there.status).not.toHaveBeenCalled()
  })

  test('keep an outcome that one tab has seen if the other looked earlier', async () => {
    const tabs = mockTabs()
    const [here, there] = [setUp([], tabs.open()), setUp([], tabs.open())]
    keepSent(here.kit, plain)
    loadSent(there.kit)
    keepSent(there.kit, { ...plain, status: 'failed' })
    keepSent(here.kit, { ...plain, nonce: 7 })
    expect(here.now()).toEqual([{ ...plain, status: 'failed' }])
    expect(there.now()).toEqual([{ ...plain, status: 'failed' }])
  })

  test('keep both transfers if they send at the same time, the newest first', () => {
    const tabs = mockTabs()
    const [here, there] = [setUp([], tabs.open()), setUp([], tabs.open())]
    keepSent(here.kit, plain)
    keepSent(there.kit, { ...plain, id: other, hash: other, sentAt: plain.sentAt + 1 })
    expect(here.now()?.map(({ id }) => id)).toEqual([other, hash])
    expect(there.now()?.map(({ id }) => id)).toEqual([other, hash])
  })

  test('a stopped kit ignores other tabs', () => {
    const tabs = mockTabs()
    const [here, there] = [setUp([], tabs.open()), setUp([], tabs.open())]
    const stop = there.kit.start()
    loadSent(there.kit)
    stop()
    keepSent(here.kit, plain)
    expect(there.now()).toEqual([])
  })
})
