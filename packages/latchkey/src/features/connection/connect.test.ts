import { describe, expect, test, vi } from 'vitest'
import type { ConnectorSession } from '../../core/connector.js'
import { createDeferred } from '../../core/deferred.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { KitEvent } from '../../protocol/events.js'
import { connectionsItem } from '../../protocol/storageItems.js'
import { walletError } from '../../protocol/walletErrors.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { type MockBehaviour, mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { cancelConnect, connect } from './connect.js'
import { sessionOf } from './state.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function setUp(behaviour: MockBehaviour, other: MockBehaviour = {}) {
  const wallet = mockConnector({ id: 'wallet', name: 'Wallet', fingerprint: 'f1' }, behaviour)
  const second = mockConnector({ id: 'second', name: 'Second' }, other)
  const storage = memoryStorage()
  const kit = createTestKit({ connectors: [wallet, second], storage })
  const events: KitEvent[] = []
  kit.events.subscribe((event) => events.push(event))
  return { kit, wallet, second, storage, events, connection: () => kit.store.getState().connection }
}

describe('success', () => {
  test('the account is in the state, and the wallet is remembered', async () => {
    const { kit, connection, events } = setUp({ connect: () => mockSession([alice, bob]) })
    const result = await connect(kit, { connectorId: 'wallet' })
    expect(result).toEqual({ ...mockSession([alice, bob]), connectorId: 'wallet' })
    expect(connection().status.eip155).toBe('connected')
    expect(connection().attempt).toBeNull()
    expect(sessionOf(connection(), 'eip155')?.addresses).toEqual([alice, bob])
    expect(kit.storage.read(connectionsItem)).toEqual({
      eip155: { connectorId: 'wallet', fingerprint: 'f1' },
    })
    expect(events).toEqual([{ type: 'CONNECT_SUCCESS', method: 'browser', name: 'Wallet', reconnect: false }])
  })

  test('is connecting while the wallet is asked', async () => {
    const answer = createDeferred<ConnectorSession>()
    const { kit, connection } = setUp({ connect: () => answer.promise })
    const attempt = connect(kit, { connectorId: 'wallet' })
    expect(connection().status).toEqual({ eip155: 'connecting' })
    expect(connection().attempt).toEqual({ connectorId: 'wallet', status: 'pending' })
    answer.resolve(mockSession())
    await attempt
    expect(connection().status.eip155).toBe('connected')
  })

  test('the wallet is told of the wanted network first', async () => {
    const wallet = mockConnector({})
    const asked = vi.spyOn(wallet, 'connect').mockResolvedValue(mockSession([alice], 10))
    const kit = createTestKit({ connectors: [wallet] })
    await connect(kit, { connectorId: 'mock', networkId: 'eip155:10' })
    expect(asked.mock.calls[0]?.[0].networks.map(({ id }) => id)).toEqual([10, 1])
  })

  test('a wallet on a chain that the host does not offer is connected on that chain', async () => {
    const { kit, connection } = setUp({ connect: () => mockSession([alice], 424242) })
    await connect(kit, { connectorId: 'wallet' })
    expect(sessionOf(connection(), 'eip155')?.networkId).toBe('eip155:424242')
    expect(kit.store.getState().network.activeId).toBe('eip155:424242')
  })

  test('a namespace that the wallet did not grant is not connecting any more', async () => {
    const wallet = mockConnector({ namespaces: ['eip155', 'solana'] }, { connect: () => mockSession() })
    const kit = createTestKit({ connectors: [wallet] })
    await connect(kit, { connectorId: 'mock' })
    expect(kit.store.getState().connection.status).toMatchObject({
      eip155: 'connected',
      solana: 'disconnected',
    })
  })
})

describe('failure', () => {
  const failures: readonly (readonly [name: string, thrown: unknown, code: string, details?: string])[] = [
    [
      'declined',
      walletError('CONNECTION_DECLINED', { details: 'User said no' }),
      'CONNECTION_DECLINED',
      'User said no',
    ],
    [
      'already pending',
      walletError('REQUEST_ALREADY_PENDING', { slots: { wallet: 'Wallet' } }),
      'REQUEST_ALREADY_PENDING',
    ],
    ['no accounts', walletError('NO_ACCOUNTS_FOUND'), 'NO_ACCOUNTS_FOUND'],
    ['an error of somebody else', new Error('boom'), 'CONNECT_FAILED', 'boom'],
    ['a text', 'boom', 'CONNECT_FAILED', 'boom'],
    ['nothing', undefined, 'CONNECT_FAILED', 'undefined'],
  ]
  test.each(failures)(
    '%s: the screen can say it, and nothing else has changed',
    async (_, thrown, code, details) => {
      const { kit, connection, storage, events } = setUp({
        connect: () => {
          throw thrown
        },
      })
      const before = connection()
      await expect(connect(kit, { connectorId: 'wallet' })).rejects.toBe(thrown)
      const { attempt, ...rest } = connection()
      expect(attempt).toMatchObject({ connectorId: 'wallet', status: 'error', error: { code, details } })
      expect(rest).toEqual({ ...before, attempt: undefined })
      expect(storage.getItem('latchkey.connections')).toBeNull()
      expect(events).toEqual([{ type: 'CONNECT_ERROR', message: code }])
    },
  )

  test('an unknown connector is refused before anything changes', async () => {
    const { kit, connection } = setUp({})
    const before = connection()
    await expect(connect(kit, { connectorId: 'nobody' })).rejects.toMatchObject({
      code: 'CONNECTOR_TYPE_NOT_FOUND',
    })
    expect(connection()).toBe(before)
  })

  test('an unknown network is refused before the wallet is asked', async () => {
    const { kit, wallet } = setUp({})
    await expect(connect(kit, { connectorId: 'wallet', networkId: 'eip155:999' })).rejects.toMatchObject({
      code: 'NETWORK_NOT_FOUND',
    })
    expect(wallet.calls).toEqual([])
  })

  test('a wallet that grants nothing is not connected, and does not end what was', async () => {
    let session: ConnectorSession = mockSession([alice])
    const { kit, connection } = setUp({ connect: () => session })
    await connect(kit, { connectorId: 'wallet' })
    session = { namespaces: {} }
    await expect(connect(kit, { connectorId: 'wallet' })).rejects.toMatchObject({ code: 'NO_ACCOUNTS_FOUND' })
    expect(sessionOf(connection(), 'eip155')?.addresses).toEqual([alice])
    expect(connection().status.eip155).toBe('connected')
  })

  test('a wallet that throws before it promises anything fails like any other', async () => {
    const wallet = mockConnector({})
    wallet.connect = () => {
      throw new Error('at once')
    }
    const kit = createTestKit({ connectors: [wallet] })
    await expect(connect(kit, { connectorId: 'mock' })).rejects.toThrow('at once')
    expect(kit.store.getState().connection.status.eip155).toBe('disconnected')
  })

  test('the next attempt starts with a clean screen', async () => {
    const answer = createDeferred<ConnectorSession>()
    const { kit, connection } = setUp(
      {
        connect: () => {
          throw walletError('CONNECTION_DECLINED')
        },
      },
      { connect: () => answer.promise },
    )
    await connect(kit, { connectorId: 'wallet' }).catch(() => {})
    const next = connect(kit, { connectorId: 'second' })
    expect(connection().attempt).toEqual({ connectorId: 'second', status: 'pending' })
    answer.resolve(mockSession())
    await next
  })
})

describe('cancelling', () => {
  test('a wallet that never answers is left at once', async () => {
    const { kit, connection, events } = setUp({ connect: () => new Promise(() => {}) })
    const attempt = connect(kit, { connectorId: 'wallet' })
    cancelConnect(kit)
    expect(connection().status.eip155).toBe('disconnected')
    expect(connection().attempt).toBeNull()
    await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    expect(events).toEqual([])
  })

  test('also after the screen has forgotten the attempt', async () => {
    const { kit, connection } = setUp({ connect: () => new Promise(() => {}) })
    const attempt = connect(kit, { connectorId: 'wallet' })
    // As closing the modal does, before the screen that asked is taken away.
    kit.store.setState((state) => ({ ...state, connection: { ...state.connection, attempt: null } }))
    cancelConnect(kit)
    await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    expect(connection().status.eip155).toBe('disconnected')
  })

  test.each(['while it waits', 'in the moment of the answer', 'after the answer, before it is taken in'])(
    'the late answer of a cancelled attempt is dropped: %s',
    async (moment) => {
      const answer = createDeferred<ConnectorSession>()
      const wallet = mockConnector({})
      // One that does not heed the signal.
      wallet.connect = () => answer.promise
      const kit = createTestKit({ connectors: [wallet] })
      const attempt = connect(kit, { connectorId: 'mock' })
      if (moment === 'while it waits') cancelConnect(kit)
      // Runs when the attempt has its answer, and before it goes on with it.
      if (moment.startsWith('after')) void answer.promise.then(() => cancelConnect(kit))
      answer.resolve(mockSession())
      if (!moment.startsWith('after')) cancelConnect(kit)
      await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
      expect(kit.store.getState().connection.connections).toEqual({})
      expect(kit.storage.read(connectionsItem)).toBeUndefined()
    },
  )

  test('a second attempt ends the first, whose late answer is dropped', async () => {
    const slow = createDeferred<ConnectorSession>()
    const { kit, connection } = setUp({ connect: () => slow.promise }, { connect: () => mockSession([bob]) })
    const first = connect(kit, { connectorId: 'wallet' })
    const second = connect(kit, { connectorId: 'second' })
    await expect(first).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    await second
    slow.resolve(mockSession([alice]))
    await kit.clock.advance(0)
    expect(sessionOf(connection(), 'eip155')).toMatchObject({ connectorId: 'second', addresses: [bob] })
    expect(connection().attempt).toBeNull()
  })

  test('asking the same wallet again ends the first attempt too', async () => {
    const answers = [createDeferred<ConnectorSession>(), createDeferred<ConnectorSession>()]
    let asked = 0
    const { kit, connection } = setUp({ connect: () => answers[asked++]?.promise ?? mockSession() })
    const first = connect(kit, { connectorId: 'wallet' })
    const second = connect(kit, { connectorId: 'wallet' })
    await expect(first).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    expect(connection().status.eip155).toBe('connecting')
    answers[1]?.resolve(mockSession([bob]))
    expect((await second).namespaces.eip155?.addresses).toEqual([bob])
  })

  test('a wallet that is connected stays so while another is tried in vain', async () => {
    const { kit, connection } = setUp(
      { connect: () => mockSession([alice]) },
      { connect: () => new Promise(() => {}) },
    )
    await connect(kit, { connectorId: 'wallet' })
    const attempt = connect(kit, { connectorId: 'second' })
    expect(connection().status.eip155).toBe('connected')
    cancelConnect(kit)
    await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    expect(sessionOf(connection(), 'eip155')?.connectorId).toBe('wallet')
    expect(connection().status.eip155).toBe('connected')
  })

  test('without an attempt, nothing happens', () => {
    const { kit, connection } = setUp({})
    const before = connection()
    cancelConnect(kit)
    expect(connection()).toBe(before)
  })
})

describe('replacing', () => {
  test('a wallet that another takes the place of is told goodbye, and not waited for', async () => {
    const { kit, wallet, connection } = setUp(
      { connect: () => mockSession([alice]), disconnect: () => new Promise(() => {}) },
      { connect: () => mockSession([bob]) },
    )
    await connect(kit, { connectorId: 'wallet' })
    await connect(kit, { connectorId: 'second' })
    expect(wallet.calls).toEqual(['connect', 'disconnect'])
    expect(Object.keys(connection().connections)).toEqual(['second'])
    expect(kit.storage.read(connectionsItem)).toEqual({ eip155: { connectorId: 'second' } })
  })

  test('its failure to say goodbye is nobody’s', async () => {
    const { kit } = setUp(
      {
        connect: () => mockSession([alice]),
        disconnect: () => {
          throw new Error('no')
        },
      },
      { connect: () => mockSession([bob]) },
    )
    await connect(kit, { connectorId: 'wallet' })
    await expect(connect(kit, { connectorId: 'second' })).resolves.toMatchObject({ connectorId: 'second' })
  })

  test('a wallet that still serves another namespace is kept', async () => {
    const both = mockConnector(
      { id: 'both', namespaces: ['eip155', 'solana'] },
      {
        connect: () => ({
          namespaces: {
            ...mockSession([alice]).namespaces,
            solana: { addresses: ['So1'], networkId: 'solana:main', approvedNetworkIds: 'all' },
          },
        }),
      },
    )
    const evm = mockConnector({ id: 'evm' }, { connect: () => mockSession([bob]) })
    const kit = createTestKit({ connectors: [both, evm], networks: [mockNetwork(1)] })
    await connect(kit, { connectorId: 'both' })
    await connect(kit, { connectorId: 'evm' })
    const { current, status } = kit.store.getState().connection
    expect(current).toEqual({ eip155: 'evm', solana: 'both' })
    expect(status).toMatchObject({ eip155: 'connected', solana: 'connected' })
    expect(both.calls).toEqual(['connect'])
  })
})
