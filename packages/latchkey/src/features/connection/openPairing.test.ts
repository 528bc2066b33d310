import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Connector, ConnectorEvent, ConnectorSession, ConnectParameters } from '../../core/connector.js'
import { createDeferred, type Deferred } from '../../core/deferred.js'
import { createEmitter } from '../../core/emitter.js'
import { memoryStorage } from '../../core/storageBackends.js'
import { accountError } from '../../protocol/accountErrors.js'
import { pairingLifetime } from '../../protocol/constants.js'
import type { KitError } from '../../protocol/errors.js'
import type { KitEvent } from '../../protocol/events.js'
import { connectionsItem } from '../../protocol/storageItems.js'
import { walletError } from '../../protocol/walletErrors.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import type { Kit } from '../Kit.js'
import { openModal } from '../modal/openModal.js'
import { walletConnectId } from '../walletConnectId.js'
import { connect } from './connect.js'
import { openPairing } from './openPairing.js'
import { closePairing, resetPairing } from './pairingRounds.js'

type Round = Deferred<ConnectorSession> & Pick<ConnectParameters, 'signal'>

/** A connector whose links and answers a test gives, round by round. */
function setUp() {
  const events = createEmitter<ConnectorEvent>()
  const rounds: Round[] = []
  const goodbye = mockConnector({ id: walletConnectId, type: 'WALLET_CONNECT', name: 'WalletConnect' })
  const connector: Connector = {
    ...goodbye,
    subscribe: events.subscribe,
    connect({ signal }) {
      const round = { ...createDeferred<ConnectorSession>(), signal }
      rounds.push(round)
      return round.promise
    },
  }
  const storage = memoryStorage()
  const kit = createTestKit({ connectors: [connector], storage })
  const seen: KitEvent[] = []
  kit.events.subscribe((event) => seen.push(event))
  const pairing = () => kit.store.getState().connection.pairing
  const offer = (uri: string) =>
    events.emit({ type: 'pairing', uri, expiresAt: kit.clock.now() + pairingLifetime })
  const failed = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: KitError) => error.code,
    )
  const status = () => kit.store.getState().connection.status.eip155
  return { kit, rounds, events, seen, pairing, offer, failed, status, storage }
}

const phone: ConnectorSession = { ...mockSession(), wallet: { name: 'Phone wallet' } }

// Alerts are written to the console too: see showAlert.test.ts.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(async () => {
  await vi.dynamicImportSettled()
  vi.restoreAllMocks()
})

test('does nothing without the connection protocol', async () => {
  const kit = createTestKit()
  await expect(openPairing(kit)).rejects.toMatchObject({ code: 'WALLET_CONNECT_CONNECTOR_NOT_FOUND' })
  expect(kit.store.getState().connection.pairing).toBeNull()
})

test('is pending until there is a link, and connects when a wallet answers', async () => {
  const { kit, rounds, pairing, offer, seen } = setUp()
  const result = openPairing(kit)
  expect(pairing()).toEqual({ status: 'pending' })
  offer('wc:1')
  expect(pairing()).toEqual({ status: 'ready', uri: 'wc:1', expiresAt: kit.clock.now() + 240_000 })
  rounds[0]?.resolve(phone)
  expect(await result).toEqual({ ...phone, connectorId: walletConnectId })
  expect(pairing()).toBeNull()
  expect(kit.storage.read(connectionsItem)).toEqual({ eip155: { connectorId: walletConnectId } })
  expect(seen).toEqual([
    { type: 'CONNECT_SUCCESS', method: 'qrcode', name: 'Phone wallet', reconnect: false },
  ])
})

describe('§4 "Connection status"', () => {
  test('is connecting while a link shows, and connected when a wallet answers', async () => {
    const { kit, rounds, offer, status } = setUp()
    const result = openPairing(kit)
    expect(status()).toBe('connecting')
    offer('wc:1')
    await kit.clock.advance(pairingLifetime)
    expect(status()).toBe('connecting')
    rounds[0]?.resolve(phone)
    await result
    expect(status()).toBe('connected')
  })

  test.each([
    ['its screen was left', closePairing],
    ['it was dropped', resetPairing],
  ])('is disconnected once %s, and connecting when it is asked for again', async (_, end) => {
    const { kit, offer, status } = setUp()
    openPairing(kit).catch(() => {})
    offer('wc:1')
    end(kit)
    expect(status()).toBe('disconnected')
    openPairing(kit).catch(() => {})
    expect(status()).toBe('connecting')
  })

  test('is disconnected after a failure', async () => {
    const { kit, rounds, status, failed } = setUp()
    const result = failed(openPairing(kit))
    rounds[0]?.reject(walletError('CONNECTION_DECLINED'))
    await result
    expect(status()).toBe('disconnected')
  })

  test('stays connected if another wallet is connected, and connecting while another wallet is asked', async () => {
    const { kit, status } = setUp()
    const inPage = mockConnector({ id: 'page' }, { connect: () => mockSession() })
    kit.connectors.set('page', inPage)
    openPairing(kit).catch(() => {})
    const attempt = connect(kit, { connectorId: 'page' })
    closePairing(kit)
    expect(status()).toBe('connecting')
    await attempt
    openPairing(kit).catch(() => {})
    expect(status()).toBe('connected')
    closePairing(kit)
    expect(status()).toBe('connected')
  })
})

describe('§9 "Pairing lifetime": 4 minutes', () => {
  test('an unexpired link is used again, also after its screen was closed', async () => {
    const { kit, rounds, offer, pairing } = setUp()
    const first = openPairing(kit)
    offer('wc:1')
    closePairing(kit)
    await kit.clock.advance(239_999)
    const again = openPairing(kit)
    expect(rounds).toHaveLength(1)
    expect(pairing()?.uri).toBe('wc:1')
    rounds[0]?.resolve(phone)
    expect(await again).toBe(await first)
  })

  test('makes a new link if the old one expired while no screen showed it', async () => {
    const { kit, rounds, offer, pairing } = setUp()
    openPairing(kit).catch(() => {})
    offer('wc:1')
    closePairing(kit)
    await kit.clock.advance(240_000)
    expect(rounds).toHaveLength(1)
    openPairing(kit).catch(() => {})
    expect(rounds).toHaveLength(2)
    expect(pairing()).toEqual({ status: 'pending' })
  })

  test('renews an expired link as long as a screen shows it', async () => {
    const { kit, rounds, offer, pairing } = setUp()
    openPairing(kit).catch(() => {})
    offer('wc:1')
    await kit.clock.advance(239_999)
    expect(pairing()?.uri).toBe('wc:1')
    await kit.clock.advance(1)
    expect(rounds).toHaveLength(2)
    offer('wc:2')
    await kit.clock.advance(240_000)
    expect(rounds).toHaveLength(3)
  })

  test('shows a new link when a laptop wakes after two hours', async () => {
    const { kit, rounds, offer, pairing } = setUp()
    openPairing(kit).catch(() => {})
    offer('wc:1')
    closePairing(kit)
    await kit.clock.advance(7_200_000)
    openPairing(kit).catch(() => {})
    offer('wc:2')
    expect(rounds).toHaveLength(2)
    expect(pairing()?.uri).toBe('wc:2')
  })

  test('drops the newer link if a wallet answers the older one', async () => {
    const { kit, rounds, offer, pairing } = setUp()
    const result = openPairing(kit)
    offer('wc:1')
    await kit.clock.advance(240_000)
    offer('wc:2')
    rounds[0]?.resolve(phone)
    expect(await result).toMatchObject({ connectorId: walletConnectId })
    expect(pairing()).toBeNull()
    expect(rounds[1]?.signal.aborted).toBe(true)
    await kit.clock.advance(480_000)
    expect(rounds).toHaveLength(2)
  })

  test('connects a caller of the older link when a wallet answers the newer one', async () => {
    const { kit, rounds, offer } = setUp()
    const result = openPairing(kit)
    offer('wc:1')
    await kit.clock.advance(240_000)
    offer('wc:2')
    rounds[1]?.resolve(phone)
    expect(await result).toMatchObject({ wallet: { name: 'Phone wallet' } })
    expect(rounds[0]?.signal.aborted).toBe(true)
  })

  test('shows no expiry of the older link on the screen of the newer one', async () => {
    const { kit, rounds, offer, pairing, seen } = setUp()
    openPairing(kit).catch(() => {})
    offer('wc:1')
    await kit.clock.advance(240_000)
    offer('wc:2')
    rounds[0]?.reject(accountError('PAIRING_EXPIRED'))
    await kit.clock.advance(60_000)
    expect(pairing()).toMatchObject({ status: 'ready', uri: 'wc:2' })
    expect(seen).toEqual([])
  })
})

describe('the link that shows expires', () => {
  const expired = accountError('PAIRING_EXPIRED')

  test('is replaced by a link that is marked as new, and the caller keeps waiting', async () => {
    const { kit, rounds, offer, pairing, seen } = setUp()
    const result = openPairing(kit)
    offer('wc:1')
    // Its renewal is late: the page slept.
    await kit.clock.advance(239_999)
    rounds[0]?.reject(expired)
    await vi.waitFor(() => expect(rounds).toHaveLength(2))
    offer('wc:2')
    expect(pairing()).toMatchObject({ status: 'ready', uri: 'wc:2', isRenewed: true })
    expect(seen).toEqual([])
    rounds[1]?.resolve(phone)
    expect(await result).toMatchObject({ wallet: { name: 'Phone wallet' } })
  })

  test.each([
    ['at once', 59_999, false],
    ['on no screen', 239_999, true],
  ])('%s: no new link is made by itself', async (_, age, isClosed) => {
    const { kit, rounds, offer, pairing, failed } = setUp()
    const result = failed(openPairing(kit))
    offer('wc:1')
    await kit.clock.advance(age)
    if (isClosed) closePairing(kit)
    rounds[0]?.reject(expired)
    expect(await result).toBe('PAIRING_EXPIRED')
    expect(rounds).toHaveLength(1)
    expect(pairing()).toMatchObject({ status: 'error', error: { code: 'PAIRING_EXPIRED' } })
  })
})

describe('failure', () => {
  test.each([
    ['declined in the wallet', walletError('CONNECTION_DECLINED'), 'CONNECTION_DECLINED'],
    ['the relay refuses', walletError('RELAY_UNREACHABLE'), 'RELAY_UNREACHABLE'],
    ['an error of somebody else', new Error('boom'), 'CONNECT_FAILED'],
  ])('%s: the screen says so, and no link is made by itself', async (_, error, code) => {
    const { kit, rounds, offer, pairing, seen } = setUp()
    const result = openPairing(kit)
    offer('wc:1')
    rounds[0]?.reject(error)
    await expect(result).rejects.toBe(error)
    expect(pairing()).toMatchObject({ status: 'error', error: { code } })
    expect(seen).toEqual([{ type: 'CONNECT_ERROR', message: code }])
    await kit.clock.advance(480_000)
    expect(rounds).toHaveLength(1)
    expect(kit.store.getState().connection.connections).toEqual({})
  })

  test('makes a new link at the next call', async () => {
    const { kit, rounds, pairing } = setUp()
    const first = openPairing(kit)
    rounds[0]?.reject(walletError('CONNECTION_DECLINED'))
    await first.catch(() => {})
    const second = openPairing(kit)
    expect(pairing()).toEqual({ status: 'pending' })
    rounds[1]?.resolve(phone)
    expect(await second).toMatchObject({ connectorId: walletConnectId })
  })

  test('does not connect a wallet that grants nothing', async () => {
    const { kit, rounds, pairing, failed } = setUp()
    const result = failed(openPairing(kit))
    rounds[0]?.resolve({ namespaces: {} })
    expect(await result).toBe('NO_ACCOUNTS_FOUND')
    expect(pairing()?.status).toBe('error')
    expect(kit.storage.read(connectionsItem)).toBeUndefined()
  })

  test.each([
    ['Unauthorized: origin not allowed', 'INVALID_APP_CONFIGURATION'],
    ['JWT validation error: JWT Token is not yet valid', 'JWT_TOKEN_NOT_VALID'],
    ['Unauthorized: invalid key', 'INVALID_PROJECT_ID'],
  ] as const)('a relay that answers "%s" raises the developer’s alert', async (details, alert) => {
    const { kit, rounds, failed } = setUp()
    const result = failed(openPairing(kit))
    rounds[0]?.reject(walletError('RELAY_UNREACHABLE', { details }))
    expect(await result).toBe('RELAY_UNREACHABLE')
    await vi.waitFor(() => expect(kit.store.getState().notify.alert).toEqual({ code: alert }))
  })

  test('a wallet whose clock differs raises it too', async () => {
    const { kit, rounds, failed } = setUp()
    const result = failed(openPairing(kit))
    rounds[0]?.reject(accountError('JWT_TOKEN_NOT_VALID'))
    expect(await result).toBe('JWT_TOKEN_NOT_VALID')
    await vi.waitFor(() => expect(kit.store.getState().notify.alert).toEqual({ code: 'JWT_TOKEN_NOT_VALID' }))
  })
})

describe('trouble on the way', () => {
  test('shows as long as it lasts, and the link stays valid', async () => {
    const { kit, events, offer, pairing } = setUp()
    openPairing(kit).catch(() => {})
    offer('wc:1')
    events.emit({ type: 'transport', error: walletError('RELAY_UNREACHABLE') })
    expect(pairing()).toMatchObject({ status: 'ready', uri: 'wc:1', trouble: { code: 'RELAY_UNREACHABLE' } })
    events.emit({ type: 'transport', error: undefined })
    expect(pairing()?.trouble).toBeUndefined()
  })

  test('alerts the developer if the relay refuses the configuration', async () => {
    const { kit, events, offer } = setUp()
    openPairing(kit).catch(() => {})
    offer('wc:1')
    events.emit({
      type: 'transport',
      error: walletError('RELAY_UNREACHABLE', { details: 'Unauthorized: invalid key' }),
    })
    await vi.waitFor(() => expect(kit.store.getState().notify.alert).toEqual({ code: 'INVALID_PROJECT_ID' }))
  })

  test('is not shown while no screen shows a link', () => {
    const { events, pairing } = setUp()
    events.emit({ type: 'transport', error: walletError('RELAY_UNREACHABLE') })
    expect(pairing()).toBeNull()
  })
})

describe('closePairing', () => {
  test('makes no further link, but still takes a wallet’s answer', async () => {
    const { kit, rounds, offer } = setUp()
    const result = openPairing(kit)
    offer('wc:1')
    closePairing(kit)
    await kit.clock.advance(270_000)
    expect(rounds).toHaveLength(1)
    rounds[0]?.resolve(phone)
    expect(await result).toMatchObject({ connectorId: walletConnectId })
  })
})

describe('resetPairing', () => {
  test('drops all links and the answers of their wallets', async () => {
    const { kit, rounds, offer, pairing, failed } = setUp()
    const result = failed(openPairing(kit))
    offer('wc:1')
    await kit.clock.advance(240_000)
    resetPairing(kit)
    expect(pairing()).toBeNull()
    expect(await result).toBe('REQUEST_ABORTED')
    for (const round of rounds) round.resolve(phone)
    await kit.clock.advance(240_000)
    expect(rounds).toHaveLength(2)
    expect(kit.store.getState().connection.connections).toEqual({})
    expect(pairing()).toBeNull()
  })

  test('lets the next call start anew', async () => {
    const { kit, rounds, failed } = setUp()
    const first = failed(openPairing(kit))
    resetPairing(kit)
    const second = openPairing(kit)
    expect(rounds).toHaveLength(2)
    rounds[1]?.resolve(phone)
    expect(await second).toMatchObject({ connectorId: walletConnectId })
    expect(await first).toBe('REQUEST_ABORTED')
  })

  test('changes nothing without a link', () => {
    const { kit } = setUp()
    const before = kit.store.getState()
    resetPairing(kit)
    expect(kit.store.getState()).toBe(before)
  })
})

test('a host that runs the protocol itself shows its own link', () => {
  const kit = createTestKit({ manualWCControl: true })
  openModal(kit, { uri: 'wc:own@2' })
  expect(kit.store.getState().connection.pairing).toEqual({ status: 'ready', uri: 'wc:own@2' })
})

test('connects an installed wallet that is chosen while a link is open', async () => {
  const { kit, rounds, failed } = setUp()
  const inPage = mockConnector({ id: 'page' }, { connect: () => mockSession() })
  kit.connectors.set('page', inPage)
  const result = failed(openPairing(kit))
  await connect(kit, { connectorId: 'page' })
  expect(rounds[0]?.signal.aborted).toBe(false)
  resetPairing(kit)
  expect(await result).toBe('REQUEST_ABORTED')
})

describe('the wallet that the visitor chose', () => {
  const amber = { id: 'amber', name: 'Amber' }
  const recent = (kit: Kit) => kit.store.getState().wallets.recent.map(({ id }) => id)

  test('is among the recent wallets once it has answered, even if its screen was left', async () => {
    const { kit, rounds, offer, storage } = setUp()
    const result = openPairing(kit, { wallet: amber })
    offer('wc:1')
    closePairing(kit)
    expect(recent(kit)).toEqual([])
    rounds[0]?.resolve(phone)
    await result
    expect(recent(kit)).toEqual(['amber'])
    expect(storage.getItem('latchkey.recentWallets')).toContain('amber')
  })

  test('is the one of the last screen; a code for any wallet counts for no wallet', async () => {
    const { kit, rounds, failed } = setUp()
    const first = openPairing(kit, { wallet: amber })
    const second = openPairing(kit)
    rounds[0]?.resolve(phone)
    await Promise.all([first, second])
    expect(recent(kit)).toEqual([])
    const declined = failed(openPairing(kit, { wallet: amber }))
    rounds[1]?.reject(walletError('CONNECTION_DECLINED'))
    await declined
    expect(recent(kit)).toEqual([])
  })
})

test('a link that replaces an expired one is marked as new, and one that a caller asked for is not', async () => {
  const { kit, offer, pairing } = setUp()
  openPairing(kit).catch(() => {})
  offer('wc:1')
  expect(pairing()?.isRenewed).toBeUndefined()
  await kit.clock.advance(240_000)
  expect(pairing()).toEqual({ status: 'pending', isRenewed: true })
  offer('wc:2')
  expect(pairing()).toMatchObject({ status: 'ready', uri: 'wc:2', isRenewed: true })
  resetPairing(kit)
  openPairing(kit).catch(() => {})
  offer('wc:3')
  expect(pairing()?.isRenewed).toBeUndefined()
})

describe('in a modal that is open for one chain family', () => {
  const solana = mockNetwork(0, { id: 'main', chainNamespace: 'solana', caipNetworkId: 'solana:main' })
  const both: ConnectorSession = {
    namespaces: {
      ...mockSession().namespaces,
      solana: { addresses: ['Bob'], networkId: 'solana:main', approvedNetworkIds: 'all' },
    },
  }

  async function setUpFamilies() {
    const asked: { readonly networkIds: readonly string[]; readonly signal: AbortSignal }[] = []
    const answer = createDeferred<ConnectorSession>()
    const remote: Connector = {
      ...mockConnector({ id: walletConnectId, type: 'WALLET_CONNECT', namespaces: ['eip155', 'solana'] }),
      connect({ networks, signal }) {
        asked.push({ networkIds: networks.map(({ caipNetworkId }) => caipNetworkId), signal })
        return answer.promise
      },
    }
    const kit = createTestKit({
      connectors: [mockConnector({}, { connect: () => mockSession() }), remote],
      networks: [mockNetwork(1), solana],
      adapters: [mockAdapter(), mockAdapter({ namespace: 'solana' })],
    })
    await connect(kit, { connectorId: 'mock' })
    return { kit, asked, answer, state: () => kit.store.getState() }
  }

  test('the link is for that family: the wallets of the others stay', async () => {
    const { kit, asked, answer, state } = await setUpFamilies()
    openModal(kit, { view: { name: 'ConnectingWalletConnect' }, namespace: 'solana' })
    const paired = openPairing(kit)
    expect(asked.map(({ networkIds }) => networkIds)).toEqual([['solana:main']])
    // A wallet may grant more than it was asked for.
    answer.resolve(both)
    await paired
    expect(state().connection.current).toEqual({ eip155: 'mock', solana: walletConnectId })
    expect(state().network.activeId).toBe('solana:main')
  })

  test('the link is also for what another link has connected, which the new session replaces', async () => {
    const { kit, asked, answer, state } = await setUpFamilies()
    answer.resolve(mockSession())
    await openPairing(kit)
    expect(state().connection.current).toEqual({ eip155: walletConnectId })
    openModal(kit, { view: { name: 'ConnectingWalletConnect' }, namespace: 'solana' })
    const again = openPairing(kit)
    expect(asked.at(-1)?.networkIds).toEqual(['eip155:1', 'solana:main'])
    await again
  })

  test('a link of another offer is not used again', async () => {
    const { kit, asked } = await setUpFamilies()
    const first = openPairing(kit)
    const ended = expect(first).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    openModal(kit, { view: { name: 'ConnectingWalletConnect' }, namespace: 'solana' })
    openPairing(kit).catch(() => {})
    openPairing(kit).catch(() => {})
    await ended
    expect(asked.map(({ networkIds }) => networkIds.length)).toEqual([2, 1])
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
  })
})
