import { describe, expect, test, vi } from 'vitest'
import { eip155 } from '../../adapters/eip155/eip155.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { Transfers } from '../../core/transfers.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { scriptedProvider } from '../../testing/scriptedProvider.js'
import { alice, hash, sendKit } from '../../testing/sendKit.js'
import { connect } from '../connection/connect.js'
import { askedItem } from '../intent/asked.js'
import { signMessage } from '../intent/signMessage.js'
import type { Kit } from '../Kit.js'
import { localSiwx } from '../siwx/localSiwx.js'
import { signIn } from '../siwx/signIn.js'
import { startSiwx } from '../siwx/startSiwx.js'
import { giveUp } from './giveUp.js'
import { submitSend } from './submitSend.js'

const signature = `0x${'ab'.repeat(65)}`
const open = (kit: Kit) => kit.store.getState().intent?.open ?? []
const idOf = (kit: Kit, kind: string) => open(kit).find(({ intent }) => intent.kind === kind)?.intent.id ?? ''
/** Code is loaded on the way, by the tests’ server. */
const patience = 10_000
const never = () => new Promise<never>(() => {})

/** A connected kit whose wallet signs when it is told to. */
async function signing(config: object = {}) {
  const answers: ((signature: string) => void)[] = []
  const provider = scriptedProvider({
    eth_chainId: '0x1',
    eth_accounts: [alice],
    personal_sign: () => new Promise((resolve) => answers.push(resolve)),
  })
  const wallet = mockConnector({}, { connect: () => mockSession([alice]), provider })
  const kit = createTestKit({ connectors: [wallet], adapters: [eip155()], ...config })
  startSiwx(kit)
  await connect(kit, { connectorId: 'mock' })
  return { kit, answers }
}

test('a signature that is given up ends for its caller, and the app may ask again', async () => {
  const { kit, answers } = await signing()
  const first = signMessage(kit, { message: 'one' })
  first.catch(() => {})
  await vi.waitFor(() => expect(answers).toHaveLength(1), patience)
  await expect(signMessage(kit, { message: 'two' })).rejects.toMatchObject({
    code: 'REQUEST_ALREADY_PENDING',
  })
  giveUp(kit, { id: idOf(kit, 'message') })
  await expect(first).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
  expect(open(kit)).toEqual([])
  const second = signMessage(kit, { message: 'two' })
  await vi.waitFor(() => expect(answers).toHaveLength(2), patience)
  answers[0]?.(`0x${'cd'.repeat(65)}`)
  await vi.waitFor(() => Promise.resolve())
  expect(open(kit)).toMatchObject([{ status: 'asked' }])
  answers[1]?.(signature)
  expect(await second).toBe(signature)
})

test('a sign-in that is given up can be asked for again, and a late signature does not sign in', async () => {
  vi.stubGlobal('location', { host: 'app.example', origin: 'https://app.example' })
  const { kit, answers } = await signing({ siwx: localSiwx({ storage: memoryStorage() }) })
  await vi.waitFor(() => expect(kit.store.getState().siwx.status).toBe('signedOut'), patience)
  const attempt = signIn(kit)
  attempt.catch(() => {})
  await vi.waitFor(() => expect(answers).toHaveLength(1), patience)
  expect(kit.store.getState().siwx.status).toBe('signing')
  giveUp(kit, { id: idOf(kit, 'signIn') })
  await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
  expect([kit.store.getState().siwx.status, open(kit)]).toEqual(['signedOut', []])
  answers[0]?.(signature)
  await vi.waitFor(() => Promise.resolve())
  expect(kit.store.getState().siwx.status).toBe('signedOut')
  void signIn(kit).catch(() => {})
  await vi.waitFor(() => expect(answers).toHaveLength(2), patience)
  vi.unstubAllGlobals()
})

test('giving up a signature does not give up a transfer', async () => {
  const { kit, fill } = await sendKit({ send: vi.fn<Transfers['send']>(never) })
  await fill('0.5')
  void submitSend(kit)
  await vi.waitFor(() => expect(idOf(kit, 'transfer')).not.toBe(''), patience)
  const adapter = kit.adapters.get('eip155')
  if (adapter) Object.assign(adapter, { signMessage: never })
  const message = signMessage(kit, { message: 'hello' })
  message.catch(() => {})
  await vi.waitFor(() => expect(idOf(kit, 'message')).not.toBe(''), patience)
  giveUp(kit, { id: idOf(kit, 'message') })
  await expect(message).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
  expect(kit.store.getState().send?.isWaiting).toBe(true)
  expect(open(kit)).toMatchObject([{ status: 'asked', intent: { kind: 'transfer' } }])
})

test.each(['this tab', 'another tab'])(
  'a family learns that the visitor has given up a transfer in %s',
  async (where) => {
    const send = vi.fn<Transfers['send']>(never)
    const { kit, fill } = await sendKit({ send })
    await fill('0.5')
    void submitSend(kit)
    await vi.waitFor(() => expect(send).toHaveBeenCalled(), patience)
    const isWanted = send.mock.calls[0]?.[0].isWanted
    expect(isWanted?.()).toBe(true)
    if (where === 'this tab') giveUp(kit, { id: idOf(kit, 'transfer') })
    else kit.storage.write(askedItem, [])
    expect(isWanted?.()).toBe(false)
  },
)

test('a hash that comes after giving up is kept with the facts of the request', async () => {
  let answer = (_: { readonly kind: 'transaction'; readonly id: string }) => {}
  const send = vi.fn<Transfers['send']>(() => new Promise((resolve) => (answer = resolve)))
  const asked = { kind: 'transaction', terms: { ticket: '5' } } as const
  const { kit, fill } = await sendKit({ send, prepare: async () => asked })
  await fill('0.5')
  const sending = submitSend(kit)
  await vi.waitFor(() => expect(send).toHaveBeenCalled(), patience)
  giveUp(kit, { id: idOf(kit, 'transfer') })
  answer({ kind: 'transaction', id: hash })
  await sending.catch(() => {})
  expect(kit.store.getState().account.sent).toMatchObject([{ id: hash, origin: { asked } }])
})

describe('before the next transfer, what was given up is looked for', () => {
  const found = { status: 'sent', sent: { kind: 'transaction', id: hash } } as const

  /** A transfer that was given up while the wallet was silent, and a chain with the account's next number. */
  async function silent(storage = memoryStorage()) {
    const chain = { next: 7 }
    const send = vi.fn<Transfers['send']>(never)
    const prepare = async () => ({ kind: 'transaction', nonce: chain.next, height: 100 }) as const
    const parts = { send, prepare, find: vi.fn<Transfers['find']>(async () => found) }
    const made = await sendKit(parts, storage)
    await made.fill('0.5')
    void submitSend(made.kit)
    await vi.waitFor(() => expect(send).toHaveBeenCalled(), patience)
    giveUp(made.kit, { id: idOf(made.kit, 'transfer') })
    return { ...made, parts, chain, send }
  }

  test('and the wallet is not asked again if it has sent it', async () => {
    const { kit, fill, chain, send, state } = await silent()
    chain.next = 8
    await fill('0.5')
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    expect(send).toHaveBeenCalledTimes(1)
    expect(state().account.sent).toMatchObject([{ id: hash }])
  })

  test('and the wallet is not asked again after a reload either', async () => {
    const storage = memoryStorage()
    const { parts, chain, send } = await silent(storage)
    chain.next = 8
    const after = await sendKit(parts, storage)
    await after.fill('0.5')
    await expect(submitSend(after.kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    expect(send).toHaveBeenCalledTimes(1)
  })

  test("and the wallet is asked again if the account's number is as before", async () => {
    const { kit, fill, send, transfers } = await silent()
    await fill('0.5')
    void submitSend(kit)
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2), patience)
    expect(transfers.find).not.toHaveBeenCalled()
  })
})
