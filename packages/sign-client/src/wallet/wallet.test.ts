import { afterEach, describe, expect, test } from 'vitest'
import { formatPairingUri } from '../protocol/pairingUri.js'
import { asked, createTestStorage, createWorld, granted, record } from '../testing/clients.js'
import { settled, until } from '../testing/fakeClock.js'
import { createRawApp } from '../testing/rawApp.js'

let world = createWorld()
afterEach(async () => {
  await world.close()
  world = createWorld()
})

const minute = 60_000
const expiryTimestamp = 1_700_000_300
const sign = (params: unknown = [], chainId = 'eip155:1', method = 'personal_sign') => ({
  request: { method, params, expiryTimestamp },
  chainId,
})

/** Creates a wallet with a session, and a raw app as its peer. */
async function withRawApp() {
  const wallet = world.wallet()
  const app = await createRawApp(world.relay)
  const proposals = record(wallet, 'session_proposal')
  await wallet.start()
  await wallet.pair({ uri: app.uri })
  const id = app.propose()
  await until(() => proposals.length === 1)
  const approving = wallet.approve({ id, namespaces: granted })
  const channel = await app.session()
  const { session, acknowledged } = await approving
  const settling = () => app.heard(channel).find(({ method }) => method === 'wc_sessionSettle')
  await until(() => settling() !== undefined)
  return { wallet, app, channel, session, acknowledged, settleId: settling()?.id as number }
}

describe('pair', () => {
  test('error: a malformed link, and an expired one', async () => {
    const wallet = world.wallet()
    const app = await createRawApp(world.relay)
    await expect(wallet.pair({ uri: 'wc:nonsense' })).rejects.toMatchObject({ code: 'URI_INVALID' })
    const over = app.uri.replace(/expiryTimestamp=\d+/, 'expiryTimestamp=1699999999')
    await expect(wallet.pair({ uri: over })).rejects.toMatchObject({ code: 'URI_EXPIRED' })
    expect(world.relay.dials()).toBe(0)
  })

  test('the same link twice gives one proposal', async () => {
    const wallet = world.wallet()
    const heard = record(wallet, 'session_proposal')
    const app = await createRawApp(world.relay)
    await wallet.pair({ uri: app.uri })
    app.propose()
    await until(() => heard.length === 1)
    await wallet.pair({ uri: app.uri })
    app.propose()
    await settled()
    expect(heard).toHaveLength(1)
  })

  test('a link without an expiry, or with one years ahead, is watched for five minutes', async () => {
    const wallet = world.wallet()
    const [first, second] = [await createRawApp(world.relay), await createRawApp(world.relay)]
    await wallet.pair({ uri: first.uri.replace(/&expiryTimestamp=\d+/, '') })
    await wallet.pair({ uri: formatPairingUri({ ...second.pairing, expiresAt: 4e12, methods: [] }) })
    await until(() => world.relay.connections() === 1)
    await world.clock.advance(5 * minute + 10_000)
    expect(world.relay.connections()).toBe(0)
  })
})

describe('a proposal', () => {
  test('is shown with limited lengths and cleaned texts', async () => {
    const wallet = world.wallet()
    const heard = record(wallet, 'session_proposal')
    const app = await createRawApp(world.relay)
    await wallet.pair({ uri: app.uri })
    const id = app.propose({
      proposer: {
        publicKey: app.keys.publicKey.toUpperCase(),
        metadata: { name: 'x'.repeat(9999), url: 'javascript:alert(1)', icons: ['data:text/html,x'] },
      },
      optionalNamespaces: { 'eip155:0x1': { methods: [], events: [] } },
      sessionProperties: { a: '1', b: 2 },
      unknown: 1,
    })
    await until(() => heard.length === 1)
    expect(heard[0]?.payload).toEqual({
      id,
      pairingTopic: app.pairing.topic,
      proposer: {
        publicKey: app.keys.publicKey,
        metadata: { name: 'x'.repeat(128), description: '', url: '', icons: [] },
      },
      requiredNamespaces: {},
      optionalNamespaces: { 'eip155:1': { methods: [], events: [] } },
      sessionProperties: { a: '1' },
      scopedProperties: undefined,
      expiresAt: 1_700_000_300_000,
    })
    expect(wallet.pendingProposals()).toEqual([heard[0]?.payload])
  })

  test.each([
    ['no parameters', undefined, -32602],
    ['no proposer', { proposer: undefined }, -32602],
    ['a malformed key', { proposer: { publicKey: 'x', metadata: {} } }, -32602],
    ['namespaces that are none', { optionalNamespaces: { eip155: { methods: [], events: [] } } }, 5100],
    ['required namespaces that are none', { requiredNamespaces: { EIP155: {} } }, 5104],
  ])('with %s is refused by the client, and never shown', async (_, params, code) => {
    const wallet = world.wallet()
    const heard = record(wallet, 'session_proposal')
    const app = await createRawApp(world.relay)
    await wallet.pair({ uri: app.uri })
    if (params === undefined) app.request('wc_sessionPropose', undefined)
    else app.propose(params)
    await until(() => app.heard().length === 1)
    expect(app.heard()[0]).toMatchObject({ error: { code } })
    expect(world.relay.published.at(-1)).toMatchObject({ tag: 1121 })
    expect(heard).toEqual([])
  })

  test('is answered once', async () => {
    const { wallet, app } = await withRawApp()
    const id = app.heard()[0]?.id as number
    await expect(wallet.approve({ id, namespaces: granted })).rejects.toMatchObject({ code: 'REQUEST_GONE' })
    await expect(wallet.reject({ id })).rejects.toMatchObject({ code: 'REQUEST_GONE' })
  })

  test('expires', async () => {
    const wallet = world.wallet()
    const heard = record(wallet, 'session_proposal', 'proposal_close')
    const app = await createRawApp(world.relay)
    await wallet.pair({ uri: app.uri })
    const id = app.propose()
    await until(() => heard.length === 1)
    await world.clock.advance(5 * minute)
    expect(heard[1]?.payload).toEqual({ id, reason: 'expired' })
    await expect(wallet.approve({ id, namespaces: granted })).rejects.toMatchObject({ code: 'REQUEST_GONE' })
  })

  test('survives a restart', async () => {
    const storage = createTestStorage()
    const wallet = world.wallet({ storage })
    const heard = record(wallet, 'session_proposal')
    const app = await createRawApp(world.relay)
    await wallet.pair({ uri: app.uri })
    const id = app.propose()
    await until(() => heard.length === 1)
    await wallet.close()

    const next = world.wallet({ storage })
    await next.start()
    expect(next.pendingProposals().map((proposal) => proposal.id)).toEqual([id])
    await next.approve({ id, namespaces: granted })
    await app.session()
  })

  test('error: a grant below the requirements, or a malformed one', async () => {
    const wallet = world.wallet()
    const heard = record(wallet, 'session_proposal')
    const app = await createRawApp(world.relay)
    await wallet.pair({ uri: app.uri })
    const id = app.propose({ requiredNamespaces: { eip155: { ...asked.eip155, chains: ['eip155:1'] } } })
    await until(() => heard.length === 1)
    await expect(wallet.approve({ id, namespaces: {} })).rejects.toMatchObject({ wireCode: 5000 })
    const bad = { eip155: { ...granted.eip155, accounts: ['x'] } }
    await expect(wallet.approve({ id, namespaces: bad })).rejects.toMatchObject({
      code: 'NAMESPACES_INVALID',
      wireCode: 5103,
    })
    await wallet.approve({ id, namespaces: granted })
  })

  test('error: a key of low order', async () => {
    const wallet = world.wallet()
    const heard = record(wallet, 'session_proposal')
    const app = await createRawApp(world.relay)
    await wallet.pair({ uri: app.uri })
    const id = app.propose({ proposer: { publicKey: '00'.repeat(32), metadata: {} } })
    await until(() => heard.length === 1)
    await expect(wallet.approve({ id, namespaces: granted })).rejects.toMatchObject({ code: 'PEER_INVALID' })
  })
})

describe('a settlement', () => {
  test('contains the grants and the expiry', async () => {
    const { app, channel, session } = await withRawApp()
    expect(app.heard(channel)[0]).toMatchObject({
      method: 'wc_sessionSettle',
      params: {
        relay: { protocol: 'irn' },
        namespaces: granted,
        controller: { publicKey: session.self.publicKey, metadata: { name: 'wallet' } },
        expiry: 1_700_000_000 + 7 * 86_400,
      },
    })
  })

  test('is acknowledged', async () => {
    const { wallet, app, channel, acknowledged, settleId } = await withRawApp()
    app.send(channel, { id: settleId, result: true })
    await acknowledged
    expect(wallet.sessions()).toHaveLength(1)
  })

  test('is refused by the app: the session is deleted', async () => {
    const { wallet, app, channel, acknowledged, settleId } = await withRawApp()
    const ended = record(wallet, 'session_delete')
    app.send(channel, { id: settleId, error: { code: 1005, message: 'no' } })
    await expect(acknowledged).rejects.toMatchObject({ code: 'PEER_ERROR', wireCode: 1005 })
    expect(wallet.sessions()).toEqual([])
    expect(ended[0]?.payload).toMatchObject({ reason: { code: 7000 } })
  })

  test('is never acknowledged: the session is deleted', async () => {
    const { wallet, acknowledged } = await withRawApp()
    await settled()
    await world.clock.advance(5 * minute)
    await expect(acknowledged).rejects.toMatchObject({ code: 'PEER_TIMED_OUT' })
    expect(wallet.sessions()).toEqual([])
  })
})

describe('a request', () => {
  test('is shown and answered once', async () => {
    const { wallet, app, channel } = await withRawApp()
    const heard = record(wallet, 'session_request', 'session_request_close')
    const id = app.request('wc_sessionRequest', sign(['0x00']), channel)
    await until(() => heard.length === 1)
    const { topic } = channel
    expect(heard[0]?.payload).toEqual({
      id,
      topic,
      chainId: 'eip155:1',
      method: 'personal_sign',
      params: ['0x00'],
      expiresAt: 1_700_000_300_000,
    })
    expect(wallet.pendingRequests()).toEqual([heard[0]?.payload])
    await wallet.respond({ topic, id, result: '0x51' })
    await expect(wallet.respond({ topic, id, result: '0x52' })).rejects.toMatchObject({
      code: 'REQUEST_GONE',
    })
    expect(app.heard(channel).filter((message) => message.id === id)).toEqual([
      { id, jsonrpc: '2.0', result: '0x51' },
    ])
    expect(heard[1]?.payload).toEqual({ id, topic, reason: 'answered' })
    expect(wallet.pendingRequests()).toEqual([])
  })

  test.each([
    ['on a chain that is not granted', sign([], 'eip155:10'), 3005],
    ['for a method that is not granted', sign([], 'eip155:1', 'eth_sign'), 3001],
    ['without a method', { request: {}, chainId: 'eip155:1' }, -32602],
    ['without a chain', { request: { method: 'personal_sign' } }, -32602],
    ['that is nothing', undefined, -32602],
    [
      'that is over',
      { ...sign(), request: { method: 'personal_sign', expiryTimestamp: 1_699_990_000 } },
      8000,
    ],
  ])('%s is refused by the client', async (_, params, code) => {
    const { wallet, app, channel } = await withRawApp()
    const heard = record(wallet, 'session_request')
    const id = app.request('wc_sessionRequest', params, channel)
    await until(() => app.heard(channel).some((message) => message.id === id))
    expect(app.heard(channel).at(-1)).toMatchObject({ id, error: { code } })
    expect(heard).toEqual([])
  })

  test('survives a restart, and expires', async () => {
    const storage = createTestStorage()
    const wallet = world.wallet({ storage })
    wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: granted }))
    await wallet.start()
    const app = world.app()
    const { uri, approval } = app.connect({ namespaces: asked })
    await wallet.pair({ uri })
    const { topic } = await approval
    const shown = record(wallet, 'session_request')
    const answered = app.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: ['0x', ''] })
    const other = app.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: ['0x', ''] })
    other.catch(() => {})
    await until(() => shown.length === 2)
    await wallet.close()

    const next = world.wallet({ storage })
    const closed = record(next, 'session_request_close')
    await next.start()
    const [first, second] = next.pendingRequests()
    await next.respond({ topic, id: first?.id ?? 0, result: '0x51' })
    expect(await answered).toBe('0x51')
    await world.clock.advance(5 * minute)
    expect(next.pendingRequests()).toEqual([])
    expect(closed.map(({ payload }) => payload.reason)).toEqual(['answered', 'expired'])
    await expect(next.respond({ topic, id: second?.id ?? 0, result: '' })).rejects.toMatchObject({
      code: 'REQUEST_GONE',
    })
  })

  test('error: more than a hundred unanswered requests', async () => {
    const { wallet, app, channel } = await withRawApp()
    const ids = Array.from({ length: 101 }, (_, count) =>
      app.request('wc_sessionRequest', sign([count]), channel),
    )
    await until(() => world.relay.unacknowledged() === 0)
    expect(wallet.pendingRequests()).toHaveLength(100)
    await until(() => app.heard(channel).some(({ id }) => id === ids.at(-1)))
    expect(app.heard(channel).at(-1)).toMatchObject({ error: { code: -32005 } })
  })

  test('error: a request in an ended session', async () => {
    const { wallet, app, channel } = await withRawApp()
    const heard = record(wallet, 'session_request')
    const id = app.request('wc_sessionRequest', sign(), channel)
    await until(() => heard.length === 1)
    await wallet.disconnect({ topic: channel.topic })
    await expect(wallet.respond({ topic: channel.topic, id, result: 1 })).rejects.toMatchObject({
      code: 'SESSION_GONE',
    })
  })
})

describe('an app that exceeds its role', () => {
  test.each([
    ['wc_sessionUpdate', { namespaces: {} }, 3003],
    ['wc_sessionSettle', {}, 10001],
    ['wc_sessionEvent', {}, 10001],
    ['wc_sessionPropose', {}, -32602],
  ])('%s is refused', async (method, params, code) => {
    const { wallet, app, channel, session } = await withRawApp()
    const id = app.request(method, params, channel)
    await until(() => app.heard(channel).some((message) => message.id === id))
    expect(app.heard(channel).at(-1)).toMatchObject({ error: { code } })
    expect(wallet.session(channel.topic)).toEqual(session)
  })
})

describe('update and emit', () => {
  test('error: an ended session, an invalid grant, an event that is not granted', async () => {
    const { wallet, channel } = await withRawApp()
    const { topic } = channel
    await expect(wallet.update({ topic: 'none', namespaces: {} })).rejects.toMatchObject({
      code: 'SESSION_GONE',
    })
    const bad = { x: { accounts: [], methods: [], events: [] } }
    await expect(wallet.update({ topic, namespaces: bad })).rejects.toMatchObject({
      code: 'NAMESPACES_INVALID',
    })
    const event = { name: 'accountsChanged', data: [] }
    await expect(wallet.emit({ topic, chainId: 'eip155:10', event })).rejects.toMatchObject({
      code: 'EVENT_NOT_APPROVED',
    })
    await expect(wallet.emit({ topic, chainId: 'x', event })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  })

  test('an app that is away: the change takes effect, and the caller gets a timeout', async () => {
    const { wallet, channel } = await withRawApp()
    const updating = wallet.update({ topic: channel.topic, namespaces: {} })
    updating.catch(() => {})
    await settled()
    await world.clock.advance(30_000)
    await expect(updating).rejects.toMatchObject({ code: 'PEER_TIMED_OUT' })
    expect(wallet.session(channel.topic)?.namespaces).toEqual({})
  })
})
