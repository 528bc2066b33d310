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

/** A transfer with a number, and a history that hints at two others with the same. */
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

test('the first of the hints that the chain knows with that number took its place', async () => {
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
  ['another number', { status: 'confirmed', nonce: 8 }],
  ['no number', { status: 'confirmed' }],
  ['something else in no block', { status: 'other', nonce: 7 }],
] as const)('a hint of which the chain says %s tells nothing', async (_, told) => {
  const { ask, answer } = await hinted(async () => told)
  expect(await ask()).toBeUndefined()
  expect(answer).toHaveBeenCalledTimes(2)
})

test('something else in a block has replaced it', async () => {
  const { ask } = await hinted(async () => ({ status: 'other', nonce: 7, isMined: true }))
  expect(await ask()).toEqual({ hash: first, status: 'replaced' })
})

test('what has no number has nothing in its place', async () => {
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

test('nothing tells where the family cannot send', async () => {
  const { kit, ask, answer } = await hinted(async () => ({ status: 'confirmed', nonce: 7 }))
  const [adapter] = kit.adapters.values()
  kit.adapters.set('eip155', { ...adapter, transfers: undefined } as never)
  expect(await ask()).toBeUndefined()
  kit.adapters.delete('eip155')
  expect(answer).not.toHaveBeenCalled()
})
