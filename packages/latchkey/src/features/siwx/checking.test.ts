import { expect, test, vi } from 'vitest'
import { createDeferred } from '../../core/deferred.js'
import type { SiwxConfig, SiwxSession } from '../../core/siwx.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { connect } from '../connection/connect.js'
import { signIn, signOut } from './signIn.js'
import { startSiwx } from './startSiwx.js'

/** A connected kit whose server has not yet said whether the account has a session. */
async function lookingUp() {
  const lookUp = createDeferred<readonly SiwxSession[]>()
  const signature = createDeferred<string>()
  const siwx: SiwxConfig = {
    createMessage: async (input) => ({ ...input, toString: () => 'message' }),
    addSession: async () => {},
    revokeSession: async () => {},
    setSessions: async () => {},
    getSessions: () => lookUp.promise as ReturnType<SiwxConfig['getSessions']>,
    getRequired: () => false,
  }
  const wallet = mockConnector({}, { connect: () => mockSession(), provider: {} })
  const adapters = [mockAdapter({ signMessage: () => signature.promise })]
  const kit = createTestKit({ connectors: [wallet], adapters, siwx })
  const status = () => kit.store.getState().siwx.status
  startSiwx(kit)
  await connect(kit, { connectorId: 'mock' })
  await vi.waitFor(() => expect(status()).toBe('checking'))
  return { kit, lookUp, signature, status }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('an app that signs in while the session is looked up is signed in, whatever the look-up says', async () => {
  const { kit, lookUp, signature, status } = await lookingUp()
  const signing = signIn(kit)
  expect(status()).toBe('signing')
  lookUp.resolve([])
  await settled()
  expect(status()).toBe('signing')
  signature.resolve('0xsigned')
  await signing
  expect(status()).toBe('signedIn')
})

test('a look-up that ends after the sign-in does not undo it', async () => {
  const { kit, lookUp, signature, status } = await lookingUp()
  signature.resolve('0xsigned')
  await signIn(kit)
  lookUp.resolve([])
  await settled()
  expect(status()).toBe('signedIn')
  expect(kit.store.getState().modal.isOpen).toBe(false)
})

test('a look-up that fails after the sign-in disconnects nobody', async () => {
  const { kit, lookUp, signature, status } = await lookingUp()
  signature.resolve('0xsigned')
  await signIn(kit)
  lookUp.reject(new Error('the server is down'))
  await settled()
  expect(status()).toBe('signedIn')
  expect(Object.keys(kit.store.getState().connection.connections)).toEqual(['mock'])
})

test('a session that is found after the app has signed out signs nobody in', async () => {
  const { kit, lookUp, status } = await lookingUp()
  await signOut(kit)
  lookUp.resolve([{ data: {}, message: '', signature: '' } as unknown as SiwxSession])
  await settled()
  expect(status()).toBe('signedOut')
})
