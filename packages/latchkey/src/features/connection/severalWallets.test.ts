import { describe, expect, test } from 'vitest'
import type { ConnectorSession, NamespaceSession } from '../../core/connector.js'
import { createDeferred } from '../../core/deferred.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { Namespace } from '../../protocol/caip.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { type MockBehaviour, mockConnector } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { accountOf } from '../account/state.js'
import { accountsOf, switchAccount } from '../account/switchAccount.js'
import type { Kit } from '../Kit.js'
import { openModal } from '../modal/openModal.js'
import { restoreNetwork } from '../network/restoreNetwork.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { restoreConnections } from './restoreConnections.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const carol = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const sol = 'So1ana1111111111111111111111111111111111111'

type Addresses = NamespaceSession['addresses']

function session({
  eip155,
  solana,
  chainId = 1,
}: {
  eip155?: Addresses
  solana?: Addresses
  chainId?: number
}) {
  const grant = (addresses: Addresses, networkId: NamespaceSession['networkId']): NamespaceSession => ({
    addresses,
    networkId,
    approvedNetworkIds: 'all',
  })
  return {
    namespaces: {
      ...(eip155 === undefined ? {} : { eip155: grant(eip155, `eip155:${chainId}`) }),
      ...(solana === undefined ? {} : { solana: grant(solana, 'solana:main') }),
    },
  } satisfies ConnectorSession
}

function walletOf(id: string, granted: ConnectorSession, behaviour: MockBehaviour = {}) {
  const names = Object.keys(granted.namespaces) as Namespace[]
  return mockConnector(
    { id, namespaces: names },
    { connect: () => granted, restore: () => granted, ...behaviour },
  )
}
const evmWallet = (behaviour?: MockBehaviour) => walletOf('evm', session({ eip155: [alice, bob] }), behaviour)
const solanaWallet = (behaviour?: MockBehaviour) => walletOf('sol', session({ solana: [sol] }), behaviour)
const bothWallet = (behaviour?: MockBehaviour) =>
  walletOf('both', session({ eip155: [carol], solana: [sol] }), behaviour)

function page(storage: ReturnType<typeof memoryStorage>, ...connectors: ReturnType<typeof walletOf>[]) {
  const solana = mockNetwork(0, { id: 'main', chainNamespace: 'solana', name: 'Solana' })
  return createTestKit({ connectors, storage, networks: [mockNetwork(1), mockNetwork(10), solana] })
}

/** The next life of a page: what was stored, and wallets that are asked anew. */
async function reload(
  storage: ReturnType<typeof memoryStorage>,
  ...connectors: ReturnType<typeof walletOf>[]
) {
  const kit = page(storage, ...connectors)
  restoreNetwork(kit)
  restoreConnections(kit)
  await kit.clock.advance(0)
  return kit
}

const addresses = (kit: Kit) => accountsOf(kit.store.getState()).map(({ address }) => address)
const active = (kit: Kit) => accountOf(kit.store.getState())?.address
const current = (kit: Kit) => kit.store.getState().connection.current

describe('wallets of two chain families', () => {
  async function setUp() {
    const storage = memoryStorage()
    const [evm, solana] = [evmWallet(), solanaWallet()]
    const kit = page(storage, evm, solana)
    await connect(kit, { connectorId: 'evm' })
    await connect(kit, { connectorId: 'sol' })
    return { kit, storage, evm, solana }
  }

  test('are connected at the same time, and the last one is in use', async () => {
    const { kit } = await setUp()
    expect(addresses(kit)).toEqual([sol, alice, bob])
    expect(active(kit)).toBe(sol)
    expect(kit.store.getState().network.activeId).toBe('solana:main')
  })

  test('let the visitor use any of their accounts without a request', async () => {
    const { kit, evm, solana } = await setUp()
    await switchAccount(kit, { account: { namespace: 'eip155', address: bob } })
    expect(addresses(kit)).toEqual([bob, alice, sol])
    expect(kit.store.getState().network.activeId).toBe('eip155:1')
    await switchAccount(kit, { account: { namespace: 'solana', address: sol } })
    expect(active(kit)).toBe(sol)
    expect([...evm.calls, ...solana.calls]).toEqual(['connect', 'connect'])
  })

  test.each([
    ['solana', [alice, bob]],
    ['eip155', [sol]],
  ] as const)('keep the other connection when %s ends', async (namespace, left) => {
    const { kit, storage } = await setUp()
    await disconnect(kit, { namespace })
    expect(addresses(kit)).toEqual(left)
    const again = await reload(storage, evmWallet(), solanaWallet())
    expect(addresses(again)).toEqual(left)
  })

  test('are restored after a reload, with the account and the network in use', async () => {
    const { kit, storage } = await setUp()
    await switchAccount(kit, { account: { namespace: 'eip155', address: bob } })
    const again = await reload(storage, evmWallet(), solanaWallet())
    expect(addresses(again)).toEqual([bob, alice, sol])
    expect(await reload(storage, evmWallet(), solanaWallet()).then(active)).toBe(bob)
  })

  test('are restored after a reload in which one answers or appears late', async () => {
    const { storage } = await setUp()
    const late = createDeferred<ConnectorSession>()
    const kit = await reload(storage, evmWallet(), solanaWallet({ restore: () => late.promise }))
    expect(addresses(kit)).toEqual([alice, bob])
    late.resolve(session({ solana: [sol] }))
    await kit.clock.advance(0)
    expect(addresses(kit)).toEqual([sol, alice, bob])

    const without = await reload(storage, evmWallet())
    await without.clock.advance(10_000)
    expect(addresses(without)).toEqual([alice, bob])
    expect(addresses(await reload(storage, evmWallet(), solanaWallet()))).toEqual([sol, alice, bob])
  })

  test('are all forgotten when the visitor disconnects, even one that was not found', async () => {
    const { storage } = await setUp()
    const kit = await reload(storage, evmWallet())
    await disconnect(kit)
    expect(addresses(await reload(storage, evmWallet(), solanaWallet()))).toEqual([])
  })
})

describe('a wallet of both families, and one of a family of them', () => {
  async function setUp() {
    const storage = memoryStorage()
    const both = bothWallet()
    const kit = page(storage, both, evmWallet())
    await connect(kit, { connectorId: 'both' })
    await connect(kit, { connectorId: 'evm' })
    return { kit, storage, both }
  }
  const shares = { eip155: 'evm', solana: 'both' }

  test('share them by what was connected last', async () => {
    const { kit } = await setUp()
    expect(current(kit)).toEqual(shares)
    expect(addresses(kit)).toEqual([alice, bob, sol])
  })

  test('the end of one is told of by the family that used it', async () => {
    const { kit, both } = await setUp()
    const events: unknown[] = []
    kit.events.subscribe((event) => events.push(event))
    both.emit({ type: 'disconnect' })
    expect(events).toContainEqual({ type: 'DISCONNECT_SUCCESS', namespace: 'solana' })
  })

  test('what one reports takes nothing from the other', async () => {
    const { kit, both } = await setUp()
    both.emit({ type: 'session', session: session({ eip155: [carol], solana: [sol, 'So2'] }) })
    expect(current(kit)).toEqual(shares)
    expect(addresses(kit)).toEqual([alice, bob, sol, 'So2'])
  })

  test.each([
    ['the first', 0],
    ['the second', 1],
  ])('share them after a reload in which %s answers first', async (_, first) => {
    const { storage } = await setUp()
    const answers = [createDeferred<void>(), createDeferred<void>()] as const
    const both = bothWallet({
      restore: () => answers[0].promise.then(() => session({ eip155: [carol], solana: [sol] })),
    })
    const evm = evmWallet({ restore: () => answers[1].promise.then(() => session({ eip155: [alice, bob] })) })
    const kit = await reload(storage, both, evm)
    answers[first]?.resolve()
    await kit.clock.advance(0)
    answers[1 - first]?.resolve()
    await kit.clock.advance(0)
    expect(current(kit)).toEqual(shares)
    expect(addresses(kit)).toEqual([alice, bob, sol])
    expect([...both.calls, ...evm.calls]).toEqual(['restore', 'restore'])
  })
})

test('two wallets of one family: the second takes the place of the first, which is told goodbye', async () => {
  const storage = memoryStorage()
  const first = evmWallet()
  const second = walletOf('second', session({ eip155: [carol] }))
  const kit = page(storage, first, second)
  await connect(kit, { connectorId: 'evm' })
  await connect(kit, { connectorId: 'second' })
  expect(addresses(kit)).toEqual([carol])
  expect(first.calls).toEqual(['connect', 'disconnect'])
  expect(
    addresses(await reload(storage, evmWallet(), walletOf('second', session({ eip155: [carol] })))),
  ).toEqual([carol])
})

describe('the modal', () => {
  test('closes when a wallet of another family is connected, and shows its account', async () => {
    const kit = page(memoryStorage(), evmWallet(), solanaWallet())
    await connect(kit, { connectorId: 'evm' })
    openModal(kit, { view: { name: 'Connect' } })
    await connect(kit, { connectorId: 'sol' })
    expect(kit.store.getState().modal.isOpen).toBe(false)
    expect(active(kit)).toBe(sol)
  })

  test('closes when the first wallet is of another family than the network in use', async () => {
    const kit = page(memoryStorage(), solanaWallet())
    openModal(kit)
    await connect(kit, { connectorId: 'sol' })
    expect(kit.store.getState().modal.isOpen).toBe(false)
    expect(active(kit)).toBe(sol)
  })

  test('closes when a wallet takes the place of another', async () => {
    const kit = page(memoryStorage(), evmWallet(), walletOf('second', session({ eip155: [carol] })))
    await connect(kit, { connectorId: 'evm' })
    openModal(kit, { view: { name: 'Connect' } })
    await connect(kit, { connectorId: 'second' })
    expect(kit.store.getState().modal.isOpen).toBe(false)
  })

  test('stays where an account of another wallet is chosen', async () => {
    const kit = page(memoryStorage(), evmWallet(), solanaWallet())
    await connect(kit, { connectorId: 'evm' })
    await connect(kit, { connectorId: 'sol' })
    openModal(kit, { view: { name: 'Accounts' } })
    await switchAccount(kit, { account: { namespace: 'eip155', address: alice } })
    expect(kit.store.getState().modal.isOpen).toBe(true)
  })
})

describe('an account that the visitor chose', () => {
  async function setUp() {
    const storage = memoryStorage()
    const evm = evmWallet()
    const kit = page(storage, evm)
    await connect(kit, { connectorId: 'evm' })
    await switchAccount(kit, { account: { namespace: 'eip155', address: bob } })
    const report = (eip155: Addresses, chainId = 1) =>
      evm.emit({ type: 'session', session: session({ eip155, chainId }) })
    return { kit, storage, report }
  }

  test('stays in use when the wallet moves to another chain, or grants one more', async () => {
    const { kit, report } = await setUp()
    report([alice, bob], 10)
    expect(accountOf(kit.store.getState())?.caipAddress).toBe(`eip155:10:${bob}`)
    report([alice, bob, carol])
    expect(addresses(kit)).toEqual([bob, alice, carol])
  })

  test('is given up when the wallet makes another choice, for good', async () => {
    const { kit, report } = await setUp()
    report([carol, alice, bob])
    expect(active(kit)).toBe(carol)
    report([alice, bob, carol])
    expect(active(kit)).toBe(alice)
  })

  test('is given up when the wallet no longer grants it', async () => {
    const { kit, report } = await setUp()
    report([alice])
    expect(addresses(kit)).toEqual([alice])
  })

  test('is given up when the wallet is connected again', async () => {
    const { kit } = await setUp()
    await connect(kit, { connectorId: 'evm' })
    expect(active(kit)).toBe(alice)
  })

  test('is in use after a reload, unless the wallet made another choice meanwhile', async () => {
    const { storage } = await setUp()
    expect(await reload(storage, evmWallet()).then(active)).toBe(bob)
    const moved = walletOf('evm', session({ eip155: [carol, alice, bob] }))
    expect(await reload(storage, moved).then(active)).toBe(carol)
    expect(await reload(storage, evmWallet()).then(active)).toBe(alice)
  })

  test.each([
    ['the visitor chose', bob],
    ['the wallet moved to', carol],
  ])('over the protocol it is in use after every reload: the account that %s', async (name, wanted) => {
    const granted = session({ eip155: [alice, bob, carol] })
    const relay = () =>
      mockConnector(
        { id: 'walletConnect', type: 'WALLET_CONNECT' },
        { connect: () => granted, restore: () => granted },
      )
    const storage = memoryStorage()
    const wallet = relay()
    const kit = page(storage, wallet)
    await connect(kit, { connectorId: 'walletConnect' })
    wallet.emit({ type: 'session', session: session({ eip155: [carol, alice, bob] }) })
    if (name === 'the visitor chose')
      await switchAccount(kit, { account: { namespace: 'eip155', address: bob } })
    expect(active(kit)).toBe(wanted)
    for (let load = 0; load < 3; load++) {
      expect(await reload(storage, relay()).then(active)).toBe(wanted)
    }
    // What the wallet says later still counts.
    const last = relay()
    const again = await reload(storage, last)
    last.emit({ type: 'session', session: session({ eip155: [carol, alice, bob] }) })
    expect(active(again)).toBe(carol)
  })

  test('is not remembered after the connection ends', async () => {
    const { kit, storage } = await setUp()
    await disconnect(kit)
    expect(kit.store.getState().connection.chosen ?? {}).toEqual({})
    await connect(kit, { connectorId: 'evm' })
    expect(await reload(storage, evmWallet()).then(active)).toBe(alice)
  })
})
