import { describe, expect, test, vi } from 'vitest'
import type { StorageBackend } from '../../core/storage.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { Transfers } from '../../core/transfers.js'
import { hash, sendKit } from '../../testing/sendKit.js'
import { followSent } from './followSent.js'
import { submitSend } from './submitSend.js'

// Batches of calls (EIP-5792): the wallet's word ends none.

async function asBatch(
  status: Transfers['status'],
  find?: Transfers['find'],
  storage: StorageBackend = memoryStorage(),
) {
  let count = 0
  const made = await sendKit(
    {
      prepare: async () => ({ kind: 'calls', callsId: '0x0b', nonce: 7, height: 100 }),
      send: vi.fn<Transfers['send']>(async () => ({ kind: 'calls', id: `0x0${++count}` })),
      status: vi.fn(status),
      ...(find && { find: vi.fn(find) }),
    },
    storage,
  )
  await made.fill('0.5')
  await submitSend(made.kit)
  return { ...made, open: () => made.state().intent?.open, sent: () => made.state().account.sent }
}

describe('a batch that the wallet calls failed, and no block shows', () => {
  test('is unknown, and the kit looks for it by its nonce and block height', async () => {
    const { kit, open, sent, transfers } = await asBatch(async () => ({ status: 'other' }))
    await followSent(kit)
    expect(sent()).toEqual([])
    expect(open()).toMatchObject([{ status: 'unknown', error: { code: 'SEND_UNCONFIRMED' } }])
    // The id of a batch leads to nothing in an explorer.
    expect(open()?.[0]?.answered).toBeUndefined()
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'SEND_FAILED' })
    await followSent(kit)
    const asked = { kind: 'calls', callsId: '0x0b', nonce: 7, height: 100 }
    expect(vi.mocked(transfers.find).mock.calls[0]?.[0].asked).toEqual(asked)
  })

  test('is sent if the chain has it', async () => {
    const status = async ({ sent: { kind } }: Parameters<Transfers['status']>[0]) =>
      kind === 'calls' ? ({ status: 'other' } as const) : ({ status: 'confirmed', hash } as const)
    const { kit, open, sent } = await asBatch(status, async () => ({
      status: 'sent',
      sent: { kind: 'transaction', id: hash },
    }))
    for (let look = 0; look < 3; look++) await followSent(kit)
    expect(open()).toEqual([])
    expect(sent()).toMatchObject([{ id: hash, hash, status: 'confirmed' }])
  })

  const minute = 60_000

  /** Nodes lag: no single look tells that something is gone. */
  async function threeLooks(kit: Awaited<ReturnType<typeof asBatch>>['kit']) {
    const lost = () => kit.store.getState().account.sent?.some(({ status }) => status === 'lost')
    for (const pause of [0, minute, minute]) {
      await kit.clock.advance(pause)
      expect(lost()).not.toBe(true)
      await followSent(kit)
      await followSent(kit)
    }
  }

  /** A batch that the wallet calls failed, after a first look at it. */
  async function failed(find?: Transfers['find'], storage?: StorageBackend) {
    const made = await asBatch(async () => ({ status: 'other' }), find, storage)
    await followSent(made.kit)
    const events: unknown[] = []
    made.kit.events.subscribe((event) => events.push(event))
    return { ...made, events }
  }

  test('is lost after half an hour without a trace of it, and the next transfer may be sent', async () => {
    const { kit, open, sent, fill, events } = await failed()
    await kit.clock.advance(30 * minute)
    await followSent(kit)
    expect(sent()).toEqual([])
    await kit.clock.advance(1)
    await threeLooks(kit)
    expect(open()).toEqual([])
    expect(sent()).toMatchObject([{ kind: 'calls', id: '0x01', status: 'lost' }])
    expect(events).toMatchObject([{ type: 'SEND_ERROR', message: 'lost' }])
    // It stays so, although the wallet calls it failed with each look.
    await kit.clock.advance(minute)
    await followSent(kit)
    expect(sent()).toMatchObject([{ status: 'lost' }])
    expect(open()).toEqual([])
    expect(events).toHaveLength(1)
    await fill('0.5')
    await submitSend(kit)
    expect(sent()?.map(({ status }) => status)).toEqual(['pending', 'lost'])
  })

  test('is not lost while the node does not answer', async () => {
    const { kit, open, sent } = await failed(async () => {
      throw new Error('offline')
    })
    await kit.clock.advance(24 * 60 * minute)
    await followSent(kit)
    expect(sent()).toEqual([])
    expect(open()).toMatchObject([{ status: 'unknown' }])
  })

  test('is not lost while the node does not show what the token’s contract did', async () => {
    const { kit, open, sent } = await failed(async () => ({ status: 'open', isUnread: true }))
    await kit.clock.advance(24 * 60 * minute)
    await followSent(kit)
    expect(sent()).toEqual([])
    expect(open()).toMatchObject([{ status: 'unknown' }])
  })

  test('is confirmed if the chain shows it after it was lost', async () => {
    let isThere = false
    const { kit, sent, transfers } = await failed(async () =>
      isThere ? { status: 'sent', sent: { kind: 'transaction', id: hash } } : { status: 'open' },
    )
    await kit.clock.advance(31 * minute)
    await threeLooks(kit)
    isThere = true
    await kit.clock.advance(minute)
    await followSent(kit)
    vi.mocked(transfers.status).mockImplementation(async ({ sent }) =>
      sent.hash === hash ? { status: 'confirmed', hash } : { status: 'other' },
    )
    await kit.clock.advance(minute)
    await followSent(kit)
    expect(sent()).toMatchObject([{ hash, status: 'confirmed' }])
  })

  test('is lost also after a reload', async () => {
    const storage = memoryStorage()
    await failed(undefined, storage)
    const { kit, state } = await sendKit({ status: async () => ({ status: 'other' }) }, storage)
    await kit.clock.advance(31 * minute)
    await threeLooks(kit)
    expect(state().account.sent).toMatchObject([{ id: '0x01', status: 'lost' }])
  })

  test('is not lost because the node lags at one look', async () => {
    let isLagging = false
    const transaction = { kind: 'transaction', id: hash } as const
    const { kit, open, sent, transfers } = await failed(async () =>
      isLagging ? { status: 'open' } : { status: 'sent', sent: transaction },
    )
    // The batch was made after all while no page was open.
    vi.mocked(transfers.status).mockResolvedValue({ status: 'confirmed', hash })
    isLagging = true
    await kit.clock.advance(31 * minute)
    await followSent(kit)
    expect(open()).toMatchObject([{ status: 'unknown' }])
    isLagging = false
    for (let look = 0; look < 2; look++) await followSent(kit)
    expect(sent()).toMatchObject([{ hash, status: 'confirmed' }])
  })
})

describe('a batch of which the wallet says no more', () => {
  const minute = 60_000

  test('is lost after half an hour, once three looks a minute apart have found nothing', async () => {
    const { kit, sent, transfers } = await asBatch(async () => ({ status: 'pending' }))
    await kit.clock.advance(31 * minute)
    for (const pause of [0, minute]) {
      await kit.clock.advance(pause)
      for (let look = 0; look < 3; look++) await followSent(kit)
      expect(sent()).toMatchObject([{ status: 'pending' }])
    }
    await kit.clock.advance(minute)
    await followSent(kit)
    expect(sent()).toMatchObject([{ status: 'lost' }])
    vi.mocked(transfers.status).mockResolvedValue({ status: 'confirmed', hash })
    await kit.clock.advance(minute)
    await followSent(kit)
    expect(sent()).toMatchObject([{ hash, status: 'confirmed' }])
  })

  test('is confirmed, and was never lost, if only the first look met a node that lags', async () => {
    const { kit, sent, transfers } = await asBatch(async () => ({ status: 'pending' }))
    await kit.clock.advance(31 * minute)
    const events: unknown[] = []
    kit.events.subscribe((event) => events.push(event))
    await followSent(kit)
    vi.mocked(transfers.status).mockResolvedValue({ status: 'confirmed', hash })
    await followSent(kit)
    expect(sent()).toMatchObject([{ hash, status: 'confirmed' }])
    expect(events).not.toContainEqual(expect.objectContaining({ message: 'lost' }))
  })
})

test('one transaction does not confirm two batches', async () => {
  const { kit, fill, sent } = await asBatch(async () => ({ status: 'confirmed', hash }))
  await fill('0.5')
  await submitSend(kit)
  await followSent(kit)
  const ends = sent()?.map(({ status, hash }) => ({ status, hash }))
  expect(ends).toHaveLength(2)
  expect(ends).toContainEqual({ status: 'confirmed', hash })
  expect(ends).toContainEqual({ status: 'pending', hash: undefined })
})
