import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Adapter } from '../../core/adapter.js'
import { currentView } from '../../core/router.js'
import { type SignInOffer, type SiwxConfig, type SiwxSession, signInOffer } from '../../core/siwx.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { formatSiwxMessage } from '../../siwx/message/formatSiwxMessage.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { connect } from '../connection/connect.js'
import { openModal } from '../modal/openModal.js'
import { localSiwx } from './localSiwx.js'
import { startSiwx } from './startSiwx.js'

const alice = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const mallory = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const chainIds: readonly CaipNetworkId[] = ['eip155:1', 'eip155:10']

beforeEach(() => vi.stubGlobal('location', { host: 'app.example', origin: 'https://app.example' }))
afterEach(() => vi.unstubAllGlobals())

const local = (options: localSiwx.Options = {}) => localSiwx({ storage: memoryStorage(), ...options })

type Wallet = {
  readonly signer?: typeof alice
  readonly type?: string
  readonly signOn?: readonly CaipNetworkId[]
  /** As the wallet writes it. */
  readonly address?: string
  readonly signal?: AbortSignal
  readonly adapter?: Adapter
}

/** An adapter that breaks its promise never to fail at once. */
const broken = mockAdapter({
  isSmartAccount: () => {
    throw new Error('broken')
  },
})

/** A kit whose wallet signs in while it connects, if the kit offers that. */
function setUp(
  siwx: SiwxConfig,
  {
    signer = alice,
    type = 'eip191',
    signOn = chainIds,
    address = alice.address,
    signal = new AbortController().signal,
    adapter = mockAdapter(),
  }: Wallet = {},
) {
  const wallet = mockConnector(
    {},
    {
      async connect() {
        const offer = kit.slots.get(signInOffer)
        if (offer === undefined) return mockSession([alice.address])
        const request = await offer.request(chainIds)
        const sessions = await Promise.all(
          signOn.map(async (chainId): Promise<SiwxSession> => {
            const message = formatSiwxMessage({
              ...request,
              address,
              version: '1',
              chainId,
              issuedAt: new Date(kit.clock.now()).toISOString(),
            })
            const signature = await signer.signMessage({ message })
            const cacao = { h: { t: 'caip122' }, p: { iss: '' }, s: { t: type, s: signature } }
            return { data: { accountAddress: address, chainId }, message, signature, cacao }
          }),
        )
        await offer.accept({ sessions, networkId: 'eip155:1', signal })
        return mockSession([alice.address])
      },
    },
  )
  const kit = createTestKit({ connectors: [wallet], adapters: [adapter], siwx })
  const events: string[] = []
  kit.events.subscribe(({ type: name }) => events.push(name))
  startSiwx(kit)
  const state = () => kit.store.getState()
  const view = () => (state().modal.isOpen ? currentView(state().modal.stack).name : undefined)
  return {
    kit,
    state,
    view,
    events,
    async connect() {
      openModal(kit)
      await connect(kit, { connectorId: 'mock' })
      await vi.waitFor(() => expect(['signedIn', 'signedOut']).toContain(state().siwx.status))
    },
  }
}

test('a visitor who signed while connecting is signed in on every chain, and never asked', async () => {
  const siwx = local()
  const { kit, state, view, events, connect } = setUp(siwx)
  const seen: unknown[] = []
  kit.store.subscribe(() => seen.push(view()))
  await connect()
  expect(state().siwx).toMatchObject({ status: 'signedIn', account: `eip155:1:${alice.address}` })
  expect(seen).not.toContain('SIWXSignMessage')
  for (const chainId of chainIds) expect(await siwx.getSessions(chainId, alice.address)).toHaveLength(1)
  expect(events).toContain('SIWX_AUTH_SUCCESS')
})

test('a `siwx` without `addSessions` gets the message of the chain in use', async () => {
  const { addSessions: _, ...siwx } = local()
  const { state, connect } = setUp(siwx, { signOn: ['eip155:10', 'eip155:1'] })
  await connect()
  expect(state().siwx.status).toBe('signedIn')
  expect(await siwx.getSessions('eip155:1', alice.address)).toHaveLength(1)
  expect(await siwx.getSessions('eip155:10', alice.address)).toEqual([])
})

test('an adapter that fails while the kit explains a refusal does not end the connection', async () => {
  const siwx = { ...local(), addSessions: () => Promise.reject(new Error('no')) }
  const { state, connect, events } = setUp(siwx, { adapter: broken })
  await connect()
  expect(events).toContain('SIWX_AUTH_ERROR')
  expect(state().connection.current).toEqual({ eip155: 'mock' })
  expect(state().siwx.status).toBe('signedOut')
})

test('without `createRequest` nothing is offered', async () => {
  const { createRequest: _, ...siwx } = local()
  const { kit, view, connect } = setUp(siwx)
  expect(kit.slots.get(signInOffer)).toBeUndefined()
  await connect()
  expect(view()).toBe('SIWXSignMessage')
})

describe('a visitor whose signature is not accepted is asked as usual, and told why', () => {
  test.each<[string, Partial<SiwxConfig>, Wallet, string]>([
    ['another key signed', {}, { signer: mallory }, 'WALLET_ANSWER_INVALID'],
    ['nobody takes it in', { addSessions: () => Promise.reject(new Error('no')) }, {}, 'SIWX_INIT_FAILED'],
  ])('%s', async (_, change, wallet, code) => {
    vi.stubGlobal('fetch', async () => new Response('{"result":"0x"}'))
    const siwx = { ...local(), ...change }
    const { state, view, events, connect } = setUp(siwx, wallet)
    await connect()
    expect(state().siwx).toMatchObject({ status: 'signedOut', error: { code } })
    expect(view()).toBe('SIWXSignMessage')
    // Only the screen shows the error, no message.
    expect(state().notify.snackbar).toBeNull()
    expect(events).toContain('SIWX_AUTH_ERROR')
    expect(await siwx.getSessions('eip155:1', alice.address)).toEqual([])
  })
})

test('an address without its checksum, which no verifier takes: asked as usual, without an error', async () => {
  const { state, view, connect } = setUp(local(), { address: alice.address.toLowerCase() })
  await connect()
  expect(state().siwx).toEqual({
    status: 'signedOut',
    account: `eip155:1:${alice.address}`,
    isRequired: true,
  })
  expect(view()).toBe('SIWXSignMessage')
})

test('a contract’s signature is left to the server to verify', async () => {
  const { state, connect } = setUp(local(), { signer: mallory, type: 'eip1271' })
  await connect()
  expect(state().siwx.status).toBe('signedIn')
})

test('a visitor who gives up while the server checks the signature is not left signed in', async () => {
  const siwx = local()
  const { connect } = setUp(siwx, { signal: AbortSignal.abort() })
  await connect()
  expect(await siwx.getSessions('eip155:1', alice.address)).toEqual([])
})

test('the server does not give the request: after 5 s the wallet is asked for a session alone', async () => {
  const { kit } = setUp({ ...local(), createRequest: () => new Promise(() => {}) })
  const offer = kit.slots.get(signInOffer) as SignInOffer
  const asked = expect(offer.request(chainIds)).rejects.toMatchObject({ code: 'SIWX_INIT_FAILED' })
  await kit.clock.advance(5_000)
  await asked
})
