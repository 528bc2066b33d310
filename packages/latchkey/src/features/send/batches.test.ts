import { describe, expect, test, vi } from 'vitest'
import type { Transfers } from '../../core/transfers.js'
import { hash, sendKit } from '../../testing/sendKit.js'
import { followSent } from './followSent.js'
import { submitSend } from './submitSend.js'

// Batches of calls (EIP-5792): the wallet's word ends none.

async function asBatch(status: Transfers['status'], find?: Transfers['find']) {
  let count = 0
  const made = await sendKit({
    prepare: async () => ({ kind: 'calls', callsId: '0x0b', nonce: 7, height: 100 }),
    send: vi.fn<Transfers['send']>(async () => ({ kind: 'calls', id: `0x0${++count}` })),
    status: vi.fn(status),
    ...(find && { find: vi.fn(find) }),
  })
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
