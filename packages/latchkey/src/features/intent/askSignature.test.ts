import { expect, test, vi } from 'vitest'
import type { Adapter } from '../../core/adapter.js'
import { createDeferred } from '../../core/deferred.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { connect } from '../connection/connect.js'
import { giveUp } from '../send/giveUp.js'
import { askSignature } from './askSignature.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const asked = { kind: 'signIn', message: 'Sign in' } as const

/** A kit whose wallet answers so to a request by its own method to sign in. */
async function setUp(signIn: NonNullable<Adapter['signIn']>) {
  const walletState = vi.fn(async () => ({ networkId: 'eip155:1' as const, addresses: [alice] }))
  const signMessage = vi.fn(async () => 'signature')
  const wallet = mockConnector({}, { connect: () => mockSession([alice]), provider: {} })
  const adapter = mockAdapter({ signIn, signMessage, walletState })
  const kit = createTestKit({ connectors: [wallet], adapters: [adapter] })
  await connect(kit, { connectorId: 'mock' })
  walletState.mockClear()
  return { kit, walletState, signMessage }
}

test('a wallet that has not signed the sign-in text is asked for it as a message, after the same checks', async () => {
  const { kit, walletState, signMessage } = await setUp(async () => undefined)
  expect(await askSignature(kit, asked)).toEqual({ message: 'Sign in', signature: 'signature' })
  expect(walletState).toHaveBeenCalledTimes(2)
  expect(signMessage).toHaveBeenCalledWith(expect.objectContaining({ address: alice, message: 'Sign in' }))
})

test('a wallet that has signed it is asked once', async () => {
  const own = { message: 'Sign in here', signature: 'own' }
  const { kit, signMessage } = await setUp(async () => own)
  expect(await askSignature(kit, asked)).toEqual(own)
  expect(signMessage).not.toHaveBeenCalled()
})

test('a visitor who has given up gets no second prompt', async () => {
  const { promise, resolve } = createDeferred<undefined>()
  const { kit, walletState, signMessage } = await setUp(() => promise)
  const asking = askSignature(kit, asked)
  await vi.waitFor(() => expect(kit.store.getState().intent?.open).toMatchObject([{ status: 'asked' }]))
  giveUp(kit, { id: kit.store.getState().intent?.open[0]?.intent.id ?? '' })
  await expect(asking).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
  resolve(undefined)
  await vi.waitFor(() => expect(walletState).toHaveBeenCalledTimes(2))
  await vi.waitFor(() => Promise.resolve())
  expect(signMessage).not.toHaveBeenCalled()
})

test.each([
  ['a text', 'Grüß Gott', { text: 'Grüß Gott' }],
  ['bytes', Uint8Array.from([0, 255, 16]), { hex: '00ff10' }],
])('the intent holds %s, and the wallet signs that', async (_, message, held) => {
  const { promise, resolve } = createDeferred<string>()
  const { kit, signMessage } = await setUp(async () => undefined)
  signMessage.mockReturnValueOnce(promise)
  const signing = askSignature(kit, { kind: 'message', message })
  const open = () => kit.store.getState().intent?.open
  await vi.waitFor(() => expect(open()).toMatchObject([{ intent: { kind: 'message', message: held } }]))
  if (message instanceof Uint8Array) message.fill(7)
  resolve('signature')
  await signing
  const given = typeof message === 'string' ? message : Uint8Array.from([0, 255, 16])
  expect(signMessage).toHaveBeenCalledWith(expect.objectContaining({ message: given }))
})
