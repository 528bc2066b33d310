import { describe, expect, test, vi } from 'vitest'
import { transfers as evm } from '../../adapters/eip155/transfers.js'
import type { LateAnswer } from '../../core/connector.js'
import { isTransfer } from '../../core/intent.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { Transfers } from '../../core/transfers.js'
import { isSessionRequester } from '../../core/walletProtocol.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { MockConnector } from '../../testing/mockConnector.js'
import { bob, hash, sendKit } from '../../testing/sendKit.js'
import { keepTracked, loadAsked } from '../intent/asked.js'
import type { Kit } from '../Kit.js'
import { openModal } from '../modal/openModal.js'
import { startLater } from '../startLater.js'
import { followAsked } from './followAsked.js'
import { giveUp } from './giveUp.js'
import { reviewSend } from './reviewSend.js'
import { submitSend } from './submitSend.js'
import { takeLateAnswers } from './takeLateAnswers.js'

const open = (kit: Kit) => kit.store.getState().intent?.open ?? []

/** A page that has loaded anew while the wallet had not answered, and that hears the wallet's answer. */
async function reloaded(
  late: Partial<LateAnswer>,
  {
    isLoaded = true,
    family = { send: evm.send } as Partial<Transfers>,
    leave = (_before: Kit) => {},
    id = 41 as number | null,
  } = {},
) {
  const storage = memoryStorage()
  const send = () => {
    if (id !== null) before.wallet.ask(id)
    return new Promise<never>(() => {})
  }
  const before = await sendKit({ send }, storage)
  await before.fill('0.5')
  openModal(before.kit, { view: { name: 'WalletSend' } })
  await reviewSend(before.kit)
  submitSend(before.kit).catch(() => {})
  await vi.waitFor(() =>
    expect(open(before.kit)).toMatchObject([{ status: 'asked', ...(id && { requestId: id }) }]),
  )
  const [asked] = open(before.kit)
  leave(before.kit)
  const left = open(before.kit)
  const { kit } = await sendKit({ ...family, status: async () => ({ status: 'pending' }) }, storage)
  if (isLoaded) startLater(kit)
  loadAsked(kit)
  expect(open(kit).map(({ status }) => status)).toEqual(left.map(({ status }) => status))
  const hear = (answer: Partial<LateAnswer>) =>
    (kit.connectors.get('mock') as MockConnector).emit({
      ...{ type: 'answer', networkId: 'eip155:1', method: 'eth_sendTransaction', requestId: 41 },
      ...{ askedAt: asked?.askedAt ?? 0, outcome: { result: hash } },
      ...answer,
    })
  hear(late)
  return Object.assign(kit, { hear })
}

test('a refusal that comes after a reload ends the transfer', async () => {
  const kit = await reloaded({ outcome: { error: { code: 4001, message: 'User rejected the request.' } } })
  await vi.waitFor(() => expect(open(kit)).toMatchObject([{ status: 'refused' }]))
  expect(kit.store.getState().account.sent ?? []).toEqual([])
})

test('a hash that comes after a reload is kept as sent, with the request to compare it with', async () => {
  const kit = await reloaded({})
  await vi.waitFor(() => expect(open(kit)).toEqual([]))
  expect(kit.store.getState().account.sent).toMatchObject([
    { id: hash, status: 'pending', origin: { asked: { nonce: 7 } } },
  ])
})

test('any other error that comes after a reload leaves it unknown', async () => {
  const kit = await reloaded({ outcome: { error: { code: -32000, message: 'already known' } } })
  await vi.waitFor(() =>
    expect(open(kit)).toMatchObject([{ status: 'unknown', error: { code: 'SEND_UNCONFIRMED' } }]),
  )
})

test('a family gets the reviewed quote with a late answer', async () => {
  const send = vi.fn<Transfers['send']>(async () => ({ kind: 'transaction', id: hash }))
  const kit = await reloaded({}, { family: { send } })
  await vi.waitFor(() => expect(open(kit)).toEqual([]))
  expect(send).toHaveBeenCalledWith(
    expect.objectContaining({
      fee: expect.objectContaining({ terms: { gasLimit: '21000' } }),
      isRest: false,
    }),
  )
})

test('a late answer that the family cannot read leaves the transfer unknown', async () => {
  const send = () => Promise.reject(accountError('REVIEW_OUTDATED'))
  const kit = await reloaded({}, { family: { send } })
  await vi.waitFor(() =>
    expect(open(kit)).toMatchObject([{ status: 'unknown', error: { code: 'SEND_UNCONFIRMED' } }]),
  )
})

const refused = { outcome: { error: { code: 4001, message: 'User rejected the request.' } } } as const

test('an answer that comes before its code is loaded is processed after that', async () => {
  const kit = await reloaded(refused, { isLoaded: false })
  expect(open(kit)).toMatchObject([{ status: 'asked' }])
  startLater(kit)
  await vi.waitFor(() => expect(open(kit)).toMatchObject([{ status: 'refused' }]))
})

test("an answer is processed by the next look if its family's code did not load at first", async () => {
  const kit = await reloaded(refused, { isLoaded: false })
  const adapter = kit.adapters.get('eip155')
  if (adapter === undefined) throw new Error('no adapter')
  const transfers = vi.fn(adapter.transfers).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  vi.spyOn(kit.adapters, 'get').mockReturnValue({ ...adapter, transfers })
  await takeLateAnswers(kit)
  expect(open(kit)).toMatchObject([{ status: 'asked' }])
  await followAsked(kit)
  expect(open(kit)).toMatchObject([{ status: 'refused' }])
})

test.each([
  ['on another network', { networkId: 'eip155:10' }],
  ['by another method', { method: 'personal_sign' }],
  ['of another request of the same moment', { requestId: 42 }],
] as const)('a refusal %s changes nothing', async (_, late) => {
  const kit = await reloaded({ ...late, outcome: { error: { code: 4001, message: 'User rejected' } } })
  // What hears it is loaded when it is needed.
  await vi.dynamicImportSettled()
  await vi.waitFor(() => Promise.resolve())
  expect(open(kit)).toMatchObject([{ status: 'asked' }])
})

test("the app's own request, declined at the same time, changes nothing; the transfer's hash counts", async () => {
  const kit = await reloaded({ ...refused, requestId: 42 })
  kit.hear({})
  await vi.waitFor(() => expect(open(kit)).toEqual([]))
  expect(kit.store.getState().account.sent).toMatchObject([{ id: hash, status: 'pending' }])
})

test('a hash that comes after a reload counts for a transfer that the visitor has given up', async () => {
  const leave = (before: Kit) => giveUp(before, { id: open(before)[0]?.intent.id ?? '' })
  const kit = await reloaded({}, { leave })
  await vi.waitFor(() => expect(open(kit)).toEqual([]))
  expect(kit.store.getState().account.sent).toMatchObject([{ id: hash, status: 'pending' }])
})

describe('a transfer whose request has no known id', () => {
  test('is unknown after a refusal, which may be of another request, and its hash counts then', async () => {
    const kit = await reloaded(refused, { id: null })
    await vi.waitFor(() =>
      expect(open(kit)).toMatchObject([{ status: 'unknown', error: { code: 'SEND_UNCONFIRMED' } }]),
    )
    kit.hear({})
    await vi.waitFor(() => expect(open(kit)).toEqual([]))
    expect(kit.store.getState().account.sent).toMatchObject([{ id: hash, status: 'pending' }])
  })

  test.each([0, Number.MAX_SAFE_INTEGER])(
    'is not answered by a request of another time: %i',
    async (askedAt) => {
      const kit = await reloaded({ askedAt }, { id: null, isLoaded: false })
      await takeLateAnswers(kit)
      expect(open(kit)).toMatchObject([{ status: 'asked' }])
    },
  )

  test('is unknown if the answer may be that of another one', async () => {
    const kit = await reloaded({}, { id: null, isLoaded: false })
    const [first] = open(kit).filter(isTransfer)
    if (first === undefined) throw new Error('no transfer')
    keepTracked(kit, { ...first, intent: { ...first.intent, id: 'other', account: bob } })
    await takeLateAnswers(kit)
    expect(open(kit)).toMatchObject([{ status: 'unknown' }, { status: 'unknown' }])
    expect(kit.store.getState().account.sent ?? []).toEqual([])
  })
})

describe('a family with its own method to send', () => {
  const send: Transfers['send'] = async ({ provider }) => {
    if (!isSessionRequester(provider)) throw new Error('not behind the connection protocol')
    expect(provider.granted()?.networkId).toBe('eip155:1')
    return { kind: 'transaction', id: String(await provider.request({ method: 'toy_pay' })) }
  }
  const family = { send, methods: { transaction: 'toy_pay' } }

  test('recognises an answer after a reload by that method', async () => {
    const kit = await reloaded({ method: 'toy_pay' }, { family })
    await vi.waitFor(() => expect(open(kit)).toEqual([]))
    expect(kit.store.getState().account.sent).toMatchObject([{ id: hash, status: 'pending' }])
  })

  test('ignores an answer to another method', async () => {
    const kit = await reloaded({ method: 'eth_sendTransaction' }, { family, isLoaded: false })
    await takeLateAnswers(kit)
    expect(open(kit)).toMatchObject([{ status: 'asked' }])
  })
})
