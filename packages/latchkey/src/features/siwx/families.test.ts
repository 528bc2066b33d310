import { beforeEach, expect, test, vi } from 'vitest'
import type { ConnectorSession } from '../../core/connector.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { KitError } from '../../protocol/errors.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { switchNetwork } from '../network/switchNetwork.js'
import { localSiwx } from './localSiwx.js'
import { cancelSignIn, signIn } from './signIn.js'
import { startSiwx } from './startSiwx.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const sol = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'
const solNetwork = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

beforeEach(() => void vi.stubGlobal('location', { host: 'app.example', origin: 'https://app.example' }))

const networks = [
  mockNetwork(1),
  mockNetwork(10),
  mockNetwork(0, { id: solNetwork.slice(7), chainNamespace: 'solana', name: 'Solana' }),
] as const

/** A page with a wallet of each of two families, both connected; the EVM account signed in on two chains. */
async function bothSignedIn(required = false) {
  const local = localSiwx({ storage: memoryStorage(), required })
  const siwx = { ...local, setSessions: vi.fn(local.setSessions) }
  const session: ConnectorSession = {
    namespaces: { solana: { addresses: [sol], networkId: solNetwork, approvedNetworkIds: 'all' } },
  }
  const evm = mockConnector({ id: 'evm' }, { connect: () => mockSession([alice]), provider: {} })
  const solana = mockConnector(
    { id: 'sol', namespaces: ['solana'] },
    { connect: () => session, provider: {} },
  )
  const signMessage = async () => '0xsigned'
  const kit = createTestKit({
    siwx,
    networks,
    connectors: [evm, solana],
    adapters: [mockAdapter({ signMessage }), mockAdapter({ namespace: 'solana', signMessage })],
  })
  startSiwx(kit)
  const status = () => kit.store.getState().siwx.status
  const signInWith = async (connectorId: string) => {
    await connect(kit, { connectorId })
    await vi.waitFor(() => expect(status()).toBe('signedOut'))
    await signIn(kit)
    expect(status()).toBe('signedIn')
  }
  await signInWith('evm')
  await signInWith('sol')
  const isSignedIn = async () => ({
    evm: (await siwx.getSessions('eip155:1', alice)).length > 0,
    solana: (await siwx.getSessions(solNetwork, sol)).length > 0,
  })
  siwx.setSessions.mockClear()
  return { kit, siwx, evm, solana, isSignedIn, status }
}

test('two families are signed in beside each other', async () => {
  const { isSignedIn } = await bothSignedIn()
  expect(await isSignedIn()).toEqual({ evm: true, solana: true })
})

test('disconnecting the family in use signs out its account alone', async () => {
  const { kit, isSignedIn, status } = await bothSignedIn()
  await disconnect(kit, { namespace: 'solana' })
  expect(await isSignedIn()).toEqual({ evm: true, solana: false })
  await switchNetwork(kit, { networkId: 'eip155:1' })
  await vi.waitFor(() => expect(status()).toBe('signedIn'))
})

test('disconnecting another family signs out its account, and the one in use stays signed in', async () => {
  const { kit, isSignedIn, status } = await bothSignedIn()
  await disconnect(kit, { namespace: 'eip155' })
  expect(await isSignedIn()).toEqual({ evm: false, solana: true })
  expect(status()).toBe('signedIn')
})

test('a wallet that ends its connection itself signs out its account alone', async () => {
  const { evm, isSignedIn } = await bothSignedIn()
  evm.emit({ type: 'disconnect' })
  await vi.waitFor(async () => expect(await isSignedIn()).toEqual({ evm: false, solana: true }))
})

test('an account signs out on all its networks', async () => {
  const { kit, siwx } = await bothSignedIn()
  const other = { accountAddress: alice, chainId: 'eip155:10' } as const
  const message = await siwx.createMessage(other)
  await siwx.addSession({ data: other, message: message.toString(), signature: '0x' })
  await disconnect(kit, { namespace: 'eip155' })
  expect(await siwx.getSessions('eip155:10', alice)).toEqual([])
})

test('a look at a family without a wallet signs nobody out', async () => {
  const { kit, isSignedIn } = await bothSignedIn()
  await disconnect(kit, { namespace: 'solana' })
  await switchNetwork(kit, { networkId: 'eip155:1' })
  await switchNetwork(kit, { networkId: solNetwork })
  await kit.clock.advance(0)
  expect(await isSignedIn()).toEqual({ evm: true, solana: false })
})

test('the last wallet ends all sessions at once', async () => {
  const { kit, siwx } = await bothSignedIn()
  await disconnect(kit)
  expect(siwx.setSessions.mock.calls).toEqual([[[]]])
})

test('who refuses to sign for one family stays connected with the other', async () => {
  const { kit, evm, solana, isSignedIn } = await bothSignedIn(true)
  evm.emit({ type: 'session', session: mockSession([bob]) })
  await switchNetwork(kit, { networkId: 'eip155:1' })
  await vi.waitFor(() => expect(kit.store.getState().siwx).toMatchObject({ status: 'signedOut' }))
  await cancelSignIn(kit)
  expect([evm.calls.at(-1), solana.calls.at(-1)]).toEqual(['disconnect', 'connect'])
  expect((await isSignedIn()).solana).toBe(true)
})

/** A page whose one wallet has accounts of both families. */
async function oneWallet(signMessage: () => Promise<string>, required = false) {
  const siwx = localSiwx({ storage: memoryStorage(), required })
  const session: ConnectorSession = {
    namespaces: {
      ...mockSession([alice]).namespaces,
      solana: { addresses: [sol], networkId: solNetwork, approvedNetworkIds: 'all' },
    },
  }
  const wallet = mockConnector(
    { id: 'both', namespaces: ['eip155', 'solana'] },
    { connect: () => session, provider: {} },
  )
  const asked: string[] = []
  const adapter = (namespace: string) =>
    mockAdapter({
      namespace,
      async signMessage({ address }) {
        asked.push(address)
        return asked.length === 1 ? '0xsigned' : signMessage()
      },
    })
  const adapters = [adapter('eip155'), adapter('solana')]
  const kit = createTestKit({ siwx, networks, connectors: [wallet], adapters })
  startSiwx(kit)
  await connect(kit, { connectorId: 'both' })
  await vi.waitFor(() => expect(kit.store.getState().siwx.status).toBe('signedOut'))
  const isSignedIn = async () => ({
    evm: (await siwx.getSessions('eip155:1', alice)).length > 0,
    solana: (await siwx.getSessions(solNetwork, sol)).length > 0,
  })
  return { kit, wallet, session, asked, isSignedIn, status: () => kit.store.getState().siwx.status }
}

test('a wallet of two families signs in with both in one go', async () => {
  const { kit, asked, isSignedIn, status } = await oneWallet(async () => '0xsigned')
  await signIn(kit)
  expect(asked).toEqual([alice, sol])
  expect(await isSignedIn()).toEqual({ evm: true, solana: true })
  expect(status()).toBe('signedIn')
})

test('its refusal of the second family leaves the first one signed in', async () => {
  const { kit, isSignedIn, status } = await oneWallet(() => Promise.reject(new Error('declined')))
  await signIn(kit)
  expect(await isSignedIn()).toEqual({ evm: true, solana: false })
  expect(status()).toBe('signedIn')
})

test('who cancels during the second prompt stays connected and signed in with the first family', async () => {
  const { kit, asked, isSignedIn, status } = await oneWallet(() => new Promise(() => {}), true)
  const signing = signIn(kit)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  await cancelSignIn(kit)
  await signing
  expect(status()).toBe('signedIn')
  expect(await isSignedIn()).toEqual({ evm: true, solana: false })
  expect(kit.store.getState().intent?.open).toEqual([])
  expect(Object.keys(kit.store.getState().connection.connections)).toEqual(['both'])
})

test('who cancels for the next account is not signed in by an answer to the account before', async () => {
  const { kit, wallet, session, asked, status } = await oneWallet(() => new Promise(() => {}), true)
  const signing = signIn(kit).catch(({ code }: KitError) => code)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  const namespaces = { ...session.namespaces, ...mockSession([bob]).namespaces }
  wallet.emit({ type: 'session', session: { namespaces } })
  await vi.waitFor(() => expect(kit.store.getState().siwx.account).toBe(`eip155:1:${bob}`))
  await vi.waitFor(() => expect(status()).toBe('signedOut'))
  await cancelSignIn(kit)
  expect(Object.keys(kit.store.getState().connection.connections)).toEqual([])
  expect(await signing).toBe('REQUEST_ABORTED')
})

test('a sign-in of the next account that waits for the wallet can be cancelled', async () => {
  const { kit, wallet, session, asked, status } = await oneWallet(() => new Promise(() => {}))
  void signIn(kit).catch(() => {})
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  const namespaces = { ...session.namespaces, ...mockSession([bob]).namespaces }
  wallet.emit({ type: 'session', session: { namespaces } })
  await vi.waitFor(() => expect(kit.store.getState().siwx.account).toBe(`eip155:1:${bob}`))
  await vi.waitFor(() => expect(status()).toBe('signedOut'))
  const second = signIn(kit).catch(({ code }: KitError) => code)
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  await cancelSignIn(kit)
  expect(await second).toBe('REQUEST_ABORTED')
  expect([status(), kit.store.getState().intent?.open]).toEqual(['signedOut', []])
})

test('a wallet that gives up one of its families signs out that one alone', async () => {
  const { kit, wallet, isSignedIn } = await oneWallet(async () => '0xsigned')
  await signIn(kit)
  wallet.emit({ type: 'session', session: mockSession([alice]) })
  await vi.waitFor(async () => expect(await isSignedIn()).toEqual({ evm: true, solana: false }))
})
