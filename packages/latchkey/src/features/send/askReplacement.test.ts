import { expect, test, vi } from 'vitest'
import type { Transfers } from '../../core/transfers.js'
import { alice, bob, hash, sendKit } from '../../testing/sendKit.js'
import { update } from '../Kit.js'
import { askReplacement } from './askReplacement.js'
import { makeIntent } from './makeIntent.js'
import { sentOf } from './sentOf.js'
import type { Sent } from './state.js'

const first = `0x${'01'.repeat(32)}`
const second = `0x${'02'.repeat(32)}`

/** A transfer with a nonce, and a history that lists two other transactions with the same nonce. */
async function hinted(status: Transfers['status'], nonce: number | undefined = 7) {
  const answer = vi.fn(status)
  const { kit, fill } = await sendKit({ status: answer })
  await fill('0.5')
  const intent = await makeIntent(kit)
  const like: Sent = { ...sentOf(intent, { kind: 'transaction', id: hash }, kit.clock.now()), nonce }
  const transactions = [first, second].map((other) => ({ metadata: { hash: other, nonce, sentFrom: alice } }))
  update(kit, 'account', (state) => ({
    ...state,
    activities: { [`eip155:1:${alice}`]: { status: 'success', transactions, next: null, seen: [] } } as never,
  }))
  return { kit, like, answer, ask: (one = like) => askReplacement(kit, one, { intent, asked: undefined }) }
}

test('returns the first listed transaction that the chain has with that nonce', async () => {
  const { ask, answer } = await hinted(async ({ sent }) => {
    if (sent.id === first) throw new Error('no node answers')
    return { status: 'confirmed', nonce: 7 }
  })
  expect(await ask()).toEqual({ hash: second, status: 'confirmed' })
  expect(answer.mock.lastCall?.[0]).toMatchObject({
    sent: { id: second, from: alice },
    transfer: { to: bob },
  })
})

test.each([
  ['another nonce', { status: 'confirmed', nonce: 8 }],
  ['no nonce', { status: 'confirmed' }],
  ['another transfer that is in no block yet', { status: 'other', nonce: 7 }],
] as const)('returns nothing if the chain answers %s for every listed transaction', async (_, told) => {
  const { ask, answer } = await hinted(async () => told)
  expect(await ask()).toBeUndefined()
  expect(answer).toHaveBeenCalledTimes(2)
})

test('returns "replaced" if another transfer with that nonce is in a block', async () => {
  const { ask } = await hinted(async () => ({ status: 'other', nonce: 7, isMined: true }))
  expect(await ask()).toEqual({ hash: first, status: 'replaced' })
})

test('asks no chain for a transfer without a nonce', async () => {
  const { ask, like, answer } = await hinted(async () => ({ status: 'confirmed' }))
  expect(await ask({ ...like, nonce: undefined })).toBeUndefined()
  const without = await hinted(async () => ({ status: 'confirmed' }))
  update(without.kit, 'account', (state) => ({
    ...state,
    activities: JSON.parse(JSON.stringify(state.activities).replaceAll('"nonce":7,', '')),
  }))
  expect(await without.ask({ ...without.like, nonce: undefined })).toBeUndefined()
  expect(without.answer).not.toHaveBeenCalled()
  expect(answer).not.toHaveBeenCalled()
})

test('returns nothing if the chain family cannot send, or has no adapter', async () => {
  const { kit, ask, answer } = await hinted(async () => ({ status: 'confirmed', nonce: 7 }))
  const [adapter] = kit.adapters.values()
  kit.adapters.set('eip155', { ...adapter, transfers: undefined } as never)
  expect(await ask()).toBeUndefined()
  kit.adapters.delete('eip155')
  expect(await ask()).toBeUndefined()
  expect(answer).not.toHaveBeenCalled()
})

test('asks no chain if the host no longer offers the network', async () => {
  const { kit, ask, answer } = await hinted(async () => ({ status: 'confirmed', nonce: 7 }))
  update(kit, 'network', (state) => ({ ...state, networks: [] }))
  expect(await ask()).toBeUndefined()
  expect(answer).not.toHaveBeenCalled()
})

test('loads nothing of the chain family if the history lists no transaction with the nonce', async () => {
  const { kit, ask } = await hinted(async () => ({ status: 'confirmed', nonce: 7 }))
  update(kit, 'account', (state) => ({ ...state, activities: {} }))
  const [adapter] = kit.adapters.values()
  const transfers = vi.fn(adapter?.transfers)
  kit.adapters.set('eip155', { ...adapter, transfers } as never)
  expect(await ask()).toBeUndefined()
  expect(transfers).not.toHaveBeenCalled()
})
