import { afterEach, expect, test } from 'vitest'
import { createWorld, type World } from '../../../../sign-client/src/testing/clients.js'
import { settled } from '../../../../sign-client/src/testing/fakeClock.js'
import { createWalletConnectConnector } from '../../connectors/walletConnect/createWalletConnectConnector.js'
import type { ConnectorEvent } from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import { createKit } from '../../createKit.js'
import { accountOf } from '../../features/account/state.js'
import { accountsOf, switchAccount } from '../../features/account/switchAccount.js'
import { connect } from '../../features/connection/connect.js'
import { registerConnectors } from '../../features/connection/registerConnectors.js'
import { signMessage } from '../../features/intent/signMessage.js'
import { activeNetworkId } from '../../features/network/state.js'
import { switchNetwork } from '../../features/network/switchNetwork.js'
import { mockTabs } from '../mockTabs.js'
import { toyFamily } from './toyFamily.js'
import { createToyLedger } from './toyLedger.js'

const worlds: World[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

/** A page with the toy family, and a toy wallet on another device that grants the given accounts. */
async function setUp(granted: readonly string[]) {
  const world = createWorld()
  worlds.push(world)
  const adapter = toyFamily({ ledger: createToyLedger({}) })
  const protocol = await adapter.walletProtocol?.()
  const storage = mockTabs()
  const wallet = world.wallet()
  const asked: unknown[] = []
  wallet.on('session_proposal', ({ id, optionalNamespaces }) => {
    const { methods = [], events = [] } = optionalNamespaces.toy ?? {}
    const namespaces = { toy: { accounts: granted, methods, events } }
    const sessionProperties = { toy_accounts: 'Ada spending, ada keeping, Eve keeping' }
    void wallet.approve({ id, namespaces, sessionProperties })
  })
  wallet.on('session_request', ({ topic, id, chainId, method, params }) => {
    asked.push({ chainId, method, params })
    void wallet.respond({ topic, id, result: 'signed' })
  })
  await wallet.start()

  const networks = ['one', 'two'].map((id) => ({
    id,
    name: `Toy ${id}`,
    chainNamespace: 'toy',
    nativeCurrency: { name: 'Marble', symbol: 'MRB', decimals: 2 },
    rpcUrls: { default: { http: [], webSocket: ['wss://toy.invalid'] } },
  })) as unknown as Parameters<typeof createKit>[0]['networks']
  const kit = createKit({
    networks,
    adapters: [adapter],
    storage: storage.open(),
    services: {},
    enableWalletConnect: false,
    clock: world.clock,
  })
  const events = createEmitter<ConnectorEvent>()
  const info = {
    id: 'walletConnect',
    type: 'WALLET_CONNECT',
    name: 'WalletConnect',
    namespaces: ['toy'],
  } as const
  const connector = createWalletConnectConnector({
    ...kit,
    info,
    events,
    protocolOf: () => protocol ?? { methods: [], events: [] },
    client: world.app(),
  })
  registerConnectors(kit, [connector])
  connector.subscribe((event) => {
    if (event.type === 'pairing') void wallet.pair({ uri: event.uri })
  })
  return { kit, wallet, asked, state: () => kit.store.getState() }
}

test('accounts are of the kinds that the session tells, and none is added by it', async () => {
  const { kit, state } = await setUp(['toy:one:Ada', 'toy:one:ada'])
  await connect(kit, { connectorId: 'walletConnect' })
  expect(accountsOf(state()).map(({ address, facts }) => [address, facts?.type])).toEqual([
    ['Ada', 'spending'],
    ['ada', 'keeping'],
  ])
})

test('a chain that the family cannot have is not granted', async () => {
  const { kit, state } = await setUp(['toy:ONE:Ada', 'toy:two:Ada'])
  await connect(kit, { connectorId: 'walletConnect' })
  expect(state().connection.connections.walletConnect?.namespaces.toy?.approvedNetworkIds).toEqual([
    'toy:two',
  ])
})

test('signs with the account and on the chain in use, by the family’s own method', async () => {
  const { kit, asked, state } = await setUp(['toy:one:Ada', 'toy:one:ada', 'toy:two:ada'])
  await connect(kit, { connectorId: 'walletConnect' })
  await switchAccount(kit, { account: { address: 'ada', namespace: 'toy' } })
  await switchNetwork(kit, { networkId: 'toy:two' })
  expect(activeNetworkId(state())).toBe('toy:two')
  expect(accountOf(state())?.facts?.type).toBe('keeping')
  expect(await signMessage(kit, { message: 'hello' })).toBe('signed')
  expect(asked).toEqual([
    { chainId: 'toy:two', method: 'toy_sign', params: { address: 'ada', type: 'keeping', text: 'hello' } },
  ])
})

test('what the wallet says of its chain and accounts is read as the family writes it', async () => {
  const { kit, wallet, state } = await setUp(['toy:one:Ada', 'toy:one:ada', 'toy:two:Ada'])
  await connect(kit, { connectorId: 'walletConnect' })
  const [session] = wallet.sessions()
  const topic = session?.topic ?? ''
  const emit = async (name: string, data: unknown) => {
    await wallet.emit({ topic, chainId: 'toy:one', event: { name, data } })
    await settled()
  }
  await emit('accountsChanged', ['toy:one:ada'])
  expect(accountOf(state())?.address).toBe('ada')
  await emit('chainChanged', 'TWO')
  expect(activeNetworkId(state())).toBe('toy:one')
  await emit('chainChanged', 'two')
  expect(activeNetworkId(state())).toBe('toy:two')
})
