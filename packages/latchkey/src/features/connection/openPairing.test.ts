import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Connector, ConnectorEvent, ConnectorSession, ConnectParameters } from '../../core/connector.js'
import { createDeferred, type Deferred } from '../../core/deferred.js'
import { createEmitter } from '../../core/emitter.js'
import { pairingLifetime } from '../../protocol/constants.js'
import { KitError } from '../../protocol/errors.js'
import type { KitEvent } from '../../protocol/events.js'
import { connectionsItem } from '../../protocol/storageItems.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { openModal } from '../modal/openModal.js'
import { connect } from './connect.js'
import { openPairing, walletConnectId } from './openPairing.js'
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
  const kit = createTestKit({ connectors: [connector] })
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
  return { kit, rounds, events, seen, pairing, offer, failed }
}

const phone: ConnectorSession = { ...mockSession(), wallet: { name: 'Phone wallet' } }

// Alerts are written to the console too: see showAlert.test.ts.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(async () => {
  await vi.dynamicImportSettled()
  vi.restoreAllMocks()
})

test('without the connection protocol there is nothing to open', async () => {
  const kit = createTestKit()
  await expect(openPairing(kit)).rejects.toMatchObject({ code: 'WALLET_CONNECT_CONNECTOR_NOT_FOUND' })
  expect(kit.store.getState().connection.pairing).toBeNull()
})

test('is pending until the link is there, and connects with the wallet that answers', async () => {
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

  test('a link that expired while no screen showed it is made anew', async () => {
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

  test('while a screen shows it, an expired link renews itself, again and again', async () => {
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

  test('a laptop that slept two hours shows a new link when it wakes', async () => {
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

  test('a wallet may still answer the older link, and ends the newer one', async () => {
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

  test('who waits since the older link learns of the wallet that answered the newer one', async () => {
    const { kit, rounds, offer } = setUp()
    const result = openPairing(kit)
    offer('wc:1')
    await kit.clock.advance(240_000)
    offer('wc:2')
    rounds[1]?.resolve(phone)
    expect(await result).toMatchObject({ wallet: { name: 'Phone wallet' } })
    expect(rounds[0]?.signal.aborted).toBe(true)
  })

  test('the older link’s expiry says nothing on the screen of the newer one', async () => {
    const { kit, rounds, offer, pairing, seen } = setUp()
    openPairing(kit).catch(() => {})
    offer('wc:1')
    await kit.clock.advance(240_000)
    offer('wc:2')
    rounds[0]?.reject(new KitError('PAIRING_EXPIRED'))
    await kit.clock.advance(60_000)
    expect(pairing()).toMatchObject({ status: 'ready', uri: 'wc:2' })
    expect(seen).toEqual([])
  })
})

describe('failure', () => {
  test.each([
    ['declined in the wallet', new KitError('CONNECTION_DECLINED'), 'CONNECTION_DECLINED'],
    ['the relay refuses', new KitError('RELAY_UNREACHABLE'), 'RELAY_UNREACHABLE'],
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

  test('asked again after it, there is a new link', async () => {
    const { kit, rounds, pairing } = setUp()
    const first = openPairing(kit)
    rounds[0]?.reject(new KitError('CONNECTION_DECLINED'))
    await first.catch(() => {})
    const second = openPairing(kit)
    expect(pairing()).toEqual({ status: 'pending' })
    rounds[1]?.resolve(phone)
    expect(await second).toMatchObject({ connectorId: walletConnectId })
  })

  test('a wallet that grants nothing has not connected', async () => {
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
    rounds[0]?.reject(new KitError('RELAY_UNREACHABLE', { details }))
    expect(await result).toBe('RELAY_UNREACHABLE')
    expect(kit.store.getState().notify.alert).toEqual({ code: alert })
  })
})

describe('trouble on the way', () => {
  test('shows while it lasts; the link stays good', async () => {
    const { kit, events, offer, pairing } = setUp()
    openPairing(kit).catch(() => {})
    offer('wc:1')
    events.emit({ type: 'transport', error: new KitError('RELAY_UNREACHABLE') })
    expect(pairing()).toMatchObject({ status: 'ready', uri: 'wc:1', trouble: { code: 'RELAY_UNREACHABLE' } })
    events.emit({ type: 'transport', error: undefined })
    expect(pairing()?.trouble).toBeUndefined()
  })

  test('of a refusal by configuration tells the developer too', async () => {
    const { kit, events, offer } = setUp()
    openPairing(kit).catch(() => {})
    offer('wc:1')
    events.emit({
      type: 'transport',
      error: new KitError('RELAY_UNREACHABLE', { details: 'Unauthorized: invalid key' }),
    })
    expect(kit.store.getState().notify.alert).toEqual({ code: 'INVALID_PROJECT_ID' })
  })

  test('without a link on the screen it concerns nobody', () => {
    const { events, pairing } = setUp()
    events.emit({ type: 'transport', error: new KitError('RELAY_UNREACHABLE') })
    expect(pairing()).toBeNull()
  })
})

describe('closePairing', () => {
  test('no link is made any more, but the wallet’s answer is still taken', async () => {
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
  test('drops all links, and whatever their wallets answer', async () => {
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

  test('the next one starts afresh', async () => {
    const { kit, rounds, failed } = setUp()
    const first = failed(openPairing(kit))
    resetPairing(kit)
    const second = openPairing(kit)
    expect(rounds).toHaveLength(2)
    rounds[1]?.resolve(phone)
    expect(await second).toMatchObject({ connectorId: walletConnectId })
    expect(await first).toBe('REQUEST_ABORTED')
  })

  test('without a link nothing changes', () => {
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

test('a wallet in the page that is chosen meanwhile is connected beside the open link', async () => {
  const { kit, rounds, failed } = setUp()
  const inPage = mockConnector({ id: 'page' }, { connect: () => mockSession() })
  kit.connectors.set('page', inPage)
  const result = failed(openPairing(kit))
  await connect(kit, { connectorId: 'page' })
  expect(rounds[0]?.signal.aborted).toBe(false)
  resetPairing(kit)
  expect(await result).toBe('REQUEST_ABORTED')
})
