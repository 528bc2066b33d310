import { describe, expect, test, vi } from 'vitest'
import { eip155 } from '../../adapters/eip155/eip155.js'
import type { Config } from '../../core/Config.js'
import { memoryStorage } from '../../core/storageBackends.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { type Script, scriptedProvider } from '../../testing/scriptedProvider.js'
import { connect } from '../connection/connect.js'
import type { Kit } from '../Kit.js'
import { openModal } from '../modal/openModal.js'
import { giveUp } from '../send/giveUp.js'
import { askSignature } from './askSignature.js'
import { getProvider } from './getProvider.js'
import { unansweredItem } from './unanswered.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const signature = `0x${'ab'.repeat(65)}`
const never = () => new Promise<never>(() => {})

/** A page of the site, with what earlier ones have stored. */
async function page(
  storage: ReturnType<typeof memoryStorage>,
  script: Script,
  config: Partial<Omit<Config, 'clock'>> = {},
  id = 'mock',
) {
  const provider = scriptedProvider({ eth_chainId: '0x1', eth_accounts: [alice], ...script })
  const session = () => mockSession([alice])
  const wallet = mockConnector({ id }, { connect: session, restore: session, provider })
  const kit = createTestKit({ connectors: [wallet], adapters: [eip155()], storage, ...config })
  kit.start()
  await vi.dynamicImportSettled()
  const told = () => kit.store.getState().notify.snackbar?.message
  return { kit, told, provider }
}

async function ask(kit: Kit, kind: 'request' | 'message' | 'signIn') {
  if (kind !== 'request') return askSignature(kit, { kind, message: 'hello' })
  const gate = (await getProvider(kit, { namespace: 'eip155' })) as {
    request(asked: object): Promise<unknown>
  }
  return gate.request({ method: 'personal_sign', params: ['0x00', alice] })
}

/** A page whose wallet is asked, and answers by the script. */
async function asking(kind: Parameters<typeof ask>[1], personal_sign: unknown = never) {
  const storage = memoryStorage()
  const { kit } = await page(storage, { personal_sign })
  await connect(kit, { connectorId: 'mock' })
  const answer = ask(kit, kind)
  answer.catch(() => {})
  if (personal_sign === never)
    await vi.waitFor(() => expect(kit.store.getState().intent?.open).toHaveLength(1), 10_000)
  return { kit, storage, answer }
}

const kinds = ['request', 'message', 'signIn'] as const

describe.each(kinds)('after a reload while a wallet shows a %s', (kind) => {
  test('the visitor is told when the modal opens, and only once', async () => {
    const { storage } = await asking(kind)
    const { kit, told } = await page(storage, {})
    expect(kit.store.getState().connection.connections).toHaveProperty('mock')
    expect(told()).toBeUndefined()
    openModal(kit)
    expect(told()).toEqual({ left: kind })
    const next = await page(storage, {})
    openModal(next.kit)
    expect(next.told()).toBeUndefined()
  })

  test('the next request reaches the wallet', async () => {
    const { storage } = await asking(kind)
    const { kit } = await page(storage, { personal_sign: signature })
    expect(await ask(kit, kind)).toBeTruthy()
  })
})

test.each(kinds)('an embedded modal tells of a %s at once', async (kind) => {
  const { storage } = await asking(kind)
  const { told } = await page(storage, {}, { enableEmbedded: true })
  expect(told()).toEqual({ left: kind })
})

describe.each(kinds)('nothing is told after a %s', (kind) => {
  test.each([
    ['was answered', signature],
    ['was refused', () => Promise.reject({ code: 4001 })],
    ['failed', () => Promise.reject({ code: -32603 })],
  ])('that %s', async (_, personal_sign) => {
    const { storage, answer } = await asking(kind, personal_sign)
    await answer.catch(() => {})
    const { kit, told } = await page(storage, {})
    openModal(kit)
    expect(told()).toBeUndefined()
  })

  test('that the visitor has given up', async () => {
    const first = await asking(kind)
    giveUp(first.kit, { id: first.kit.store.getState().intent?.open[0]?.intent.id ?? '' })
    const { kit, told } = await page(first.storage, {})
    openModal(kit)
    expect(told()).toBeUndefined()
  })

  test('of a wallet that is not connected', async () => {
    const { storage } = await asking(kind)
    storage.removeItem('latchkey.connections')
    const { kit, told } = await page(storage, {}, {}, 'other')
    await connect(kit, { connectorId: 'other' })
    openModal(kit)
    expect(told()).toBeUndefined()
  })

  test('whose own page still waits', async () => {
    const { kit } = await asking(kind)
    openModal(kit)
    expect(kit.store.getState().notify.snackbar).toBeNull()
  })
})

test('it is told for five minutes', async () => {
  for (const [passed, message] of [
    [299_999, { left: 'request' }],
    [300_000, undefined],
  ] as const) {
    const { storage } = await asking('request')
    const { kit, told } = await page(storage, {})
    await kit.clock.advance(passed)
    openModal(kit)
    expect(told()).toEqual(message)
  }
})

test('an answer that another tab has had in the meantime counts', async () => {
  const { storage } = await asking('request')
  const { kit, told } = await page(storage, {})
  storage.removeItem('latchkey.unanswered')
  openModal(kit)
  expect(told()).toBeUndefined()
})

test('what the page itself asks meanwhile is not told, and stays noted', async () => {
  const { storage } = await asking('request')
  const { kit, told } = await page(storage, { personal_sign: never })
  ask(kit, 'request').catch(() => {})
  await vi.waitFor(() => expect(kit.store.getState().intent?.open).toHaveLength(1), 10_000)
  openModal(kit)
  expect(told()).toEqual({ left: 'request' })
  const own = kit.store.getState().intent?.open[0]?.intent.id
  expect(kit.storage.read(unansweredItem)).toMatchObject([{ id: own }])
})

test('of several the app’s request is told, and none is told again', async () => {
  const { storage, kit: first } = await asking('request')
  ask(first, 'message').catch(() => {})
  await vi.waitFor(() => expect(first.store.getState().intent?.open).toHaveLength(2), 10_000)
  const { kit, told } = await page(storage, {})
  openModal(kit)
  expect(told()).toEqual({ left: 'request' })
  expect(storage.getItem('latchkey.unanswered')).toBeNull()
})

test('it holds nothing of what was asked, and no more than ten requests', async () => {
  const { storage, kit } = await asking('signIn')
  expect(storage.getItem('latchkey.unanswered')).not.toContain('hello')
  const entry = { id: 'a', kind: 'message', connectorId: 'mock', askedAt: kit.clock.now() }
  const many = Array.from({ length: 20 }, (_, index) => ({ ...entry, id: `id${index}` }))
  storage.setItem('latchkey.unanswered', JSON.stringify({ v: 1, d: many }))
  ask(kit, 'message').catch(() => {})
  await vi.waitFor(() => expect(kit.store.getState().intent?.open).toHaveLength(2), 10_000)
  const stored = JSON.parse(storage.getItem('latchkey.unanswered') ?? '').d as { readonly id: string }[]
  expect(stored).toHaveLength(10)
  expect(stored.at(-1)?.id).toBe(kit.store.getState().intent?.open[1]?.intent.id)
})

test.each([
  ['nothing', null],
  ['a list of something else', [null, 1, 'text', {}]],
  ['an unknown kind', [{ id: 'a', kind: 'transfer', connectorId: 'mock', askedAt: 0 }]],
  ['no time', [{ id: 'a', kind: 'message', connectorId: 'mock', askedAt: '0' }]],
  ['no id', [{ id: '', kind: 'message', connectorId: 'mock', askedAt: 0 }]],
  ['no wallet', [{ id: 'a', kind: 'message', connectorId: 1, askedAt: 0 }]],
])('a stored value that is %s tells of no request', (_, value) => {
  expect(unansweredItem.read(value) ?? []).toEqual([])
})

test('a time in the future tells of no request', async () => {
  const { storage, kit: first } = await asking('request')
  const entry = { id: 'a', kind: 'message', connectorId: 'mock', askedAt: first.clock.now() + 1 }
  storage.setItem('latchkey.unanswered', JSON.stringify({ v: 1, d: [entry] }))
  const { kit, told } = await page(storage, {})
  openModal(kit)
  expect(told()).toBeUndefined()
})
