import { afterEach, describe, expect, test, vi } from 'vitest'
import { sealEnvelope } from '../crypto/envelope.js'
import { createKeyPair, deriveSymKey, topicOf } from '../crypto/keys.js'
import { parsePairingUri } from '../protocol/pairingUri.js'
import { isSignError } from '../SignError.js'
import { asked, createTestStorage, createWorld, granted, record } from '../testing/clients.js'
import { settled, until } from '../testing/fakeClock.js'
import { createRawWallet, type RawWallet } from '../testing/rawWallet.js'

let world = createWorld()
afterEach(async () => {
  await world.close()
  world = createWorld()
})

const minute = 60_000

/** Resolves when the app has processed the wallet's answer and waits for the settlement. */
function untilWatched(wallet: RawWallet) {
  const { topic } = wallet.session()
  return until(() => world.relay.calls.some(({ params }) => (params as { topic?: string }).topic === topic))
}

describe('the link', () => {
  test('is returned at once, without storage or network', () => {
    const getItem = vi.fn(() => null)
    const app = world.app({ storage: { getItem, setItem() {}, removeItem() {} } })
    const { uri, topic, expiresAt } = app.connect({ namespaces: asked })
    expect(getItem).not.toHaveBeenCalled()
    expect(world.relay.dials()).toBe(0)
    expect(expiresAt).toBe(world.clock.now() + 5 * minute)
    const link = parsePairingUri(uri)
    expect(link).toMatchObject({ topic, expiresAt, methods: [], relayUrl: undefined })
    expect(topicOf(link?.symKey ?? '')).toBe(topic)
  })

  test('includes the relay if asked to', () => {
    const { uri } = world.app({ announceRelay: true }).connect({ namespaces: asked })
    expect(parsePairingUri(uri)?.relayUrl).toBe(`${world.relay.url}/`)
  })

  test('is different each time', () => {
    const app = world.app()
    expect(app.connect({ namespaces: asked }).uri).not.toBe(app.connect({ namespaces: asked }).uri)
  })

  test('error: invalid namespaces are refused at once', () => {
    const app = world.app()
    const connect = () => app.connect({ namespaces: { eip155: { methods: [], events: [] } } })
    expect(connect).toThrow(expect.objectContaining({ code: 'NAMESPACES_INVALID', wireCode: 5100 }))
    const required = () =>
      app.connect({ namespaces: asked, requiredNamespaces: { EIP: { methods: [], events: [] } } })
    expect(required).toThrow(expect.objectContaining({ wireCode: 5104 }))
  })

  test('error: a malformed relay URL is refused at once', () => {
    expect(() => world.app({ relayUrl: 'https://relay.test' })).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    )
  })
})

describe('connecting', () => {
  test('an app and a wallet agree on a session', async () => {
    const { app, wallet, session } = await world.connected()
    expect(session.namespaces).toEqual(granted)
    expect(session.peer.metadata.name).toBe('wallet')
    expect(session.expiresAt).toBe(world.clock.now() + 7 * 86_400_000)
    expect(app.sessions()).toEqual([session])
    expect(wallet.session(session.topic)?.peer.metadata.name).toBe('app')
  })

  test('messages have the tags, lifetimes and prompts that wake a wallet, and no user data', async () => {
    await world.connected()
    await settled()
    const seen = world.relay.published.map(({ topic: _t, message: _m, clientId: _c, ...rest }) => rest)
    expect(seen).toEqual([
      { tag: 1100, ttl: 300, prompt: true, attestation: '' },
      { tag: 1101, ttl: 300, prompt: false },
      { tag: 1102, ttl: 300, prompt: false },
      { tag: 1103, ttl: 300, prompt: false },
    ])
  })

  test('the settlement is answered before the caller receives the session', async () => {
    const app = world.app()
    const { uri, approval } = app.connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    const order: string[] = []
    approval.then(() => order.push('approval'))
    app.on('session_connect', () => order.push('event'))
    await wallet.answer()
    wallet.settle()
    await until(() => order.length === 2)
    expect(order).toEqual(['event', 'approval'])
    expect(wallet.heard()).toEqual([{ id: expect.any(Number), jsonrpc: '2.0', result: true }])
  })

  test('the pairing is neither watched nor stored afterwards', async () => {
    const storage = createTestStorage()
    const { session } = await world.connected({ app: { storage } })
    await settled()
    expect(JSON.parse(storage.entries.get('latchkey.sign.topics') ?? '').d).toEqual([session.topic])
    expect(world.relay.calls.filter(({ method }) => method === 'irn_unsubscribe')).toHaveLength(2)
  })

  test('an approval that is awaited late is not lost', async () => {
    const wallet = await world.agreeableWallet()
    const app = world.app()
    const connected = record(app, 'session_connect')
    const { uri, approval } = app.connect({ namespaces: asked })
    await wallet.pair({ uri })
    await until(() => connected.length === 1)
    expect((await approval).topic).toBe(app.sessions()[0]?.topic)
  })

  test('two pairings at once settle their own callers in either order', async () => {
    const app = world.app()
    const first = app.connect({ namespaces: asked })
    const second = app.connect({ namespaces: asked })
    const wallets = [
      await createRawWallet(world.relay, first.uri),
      await createRawWallet(world.relay, second.uri),
    ] as const
    for (const wallet of [wallets[1], wallets[0]]) {
      await wallet.answer()
      wallet.settle()
    }
    expect((await second.approval).topic).toBe(wallets[1].session().topic)
    expect((await first.approval).topic).toBe(wallets[0].session().topic)
    expect(app.sessions()).toHaveLength(2)
  })

  test('a wallet may grant other chains than requested', async () => {
    const app = world.app()
    const { uri, approval } = app.connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    await wallet.answer()
    const account = granted.eip155.accounts[0]?.replace('eip155:1:', 'eip155:0x89:')
    wallet.settle({ namespaces: { 'eip155:0x89': { accounts: [account], methods: [], events: [] } } })
    expect((await approval).namespaces).toEqual({
      'eip155:137': { accounts: [account?.replace('0x89', '137')], methods: [], events: [] },
    })
  })

  test('a wallet may grant nothing', async () => {
    const app = world.app()
    const { uri, approval } = app.connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    await wallet.answer()
    wallet.settle({ namespaces: {} })
    expect((await approval).namespaces).toEqual({})
  })
})

describe('ends without a session', () => {
  test('error: the user rejects', async () => {
    const wallet = world.wallet()
    wallet.on('session_proposal', ({ id }) => void wallet.reject({ id }))
    await wallet.start()
    const app = world.app()
    const { uri, approval } = app.connect({ namespaces: asked })
    await wallet.pair({ uri })
    await expect(approval).rejects.toMatchObject({
      code: 'USER_REJECTED',
      wireCode: 5000,
      details: 'User rejected.',
    })
    expect(world.relay.published.at(-1)).toMatchObject({ tag: 1120 })
  })

  test.each([
    [{ code: 4001, message: '' }, 'USER_REJECTED'],
    [{ code: 0, message: 'User declined' }, 'USER_REJECTED'],
    [{ code: 5100, message: 'Unsupported chains.' }, 'PEER_ERROR'],
    ['nonsense', 'PEER_ERROR'],
  ])('the wallet answers %o', async (error, code) => {
    const { uri, approval } = world.app().connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    wallet.send(wallet.pairing, { id: wallet.proposal.id, error })
    await expect(approval).rejects.toMatchObject({ code })
  })

  test('error: no wallet answers', async () => {
    const storage = createTestStorage()
    const app = world.app({ storage })
    const { approval } = app.connect({ namespaces: asked })
    await until(() => world.relay.published.length === 1)
    await world.clock.advance(5 * minute - 1)
    expect(await Promise.race([approval.catch(() => 'over'), Promise.resolve('open')])).toBe('open')
    await world.clock.advance(1)
    await expect(approval).rejects.toMatchObject({ code: 'PROPOSAL_EXPIRED' })
    // Nothing is left to watch: the socket closes and the keys are deleted.
    await world.clock.advance(minute)
    expect(world.relay.connections()).toBe(0)
    expect([...storage.entries.keys()]).toEqual(['latchkey.sign.identity'])
  })

  test('error: the wallet answers but never settles', async () => {
    const { uri, approval } = world.app().connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    await wallet.answer()
    await untilWatched(wallet)
    await world.clock.advance(5 * minute)
    await expect(approval).rejects.toMatchObject({ code: 'PROPOSAL_EXPIRED' })
  })

  test('the caller cancels, and the wallet closes its prompt', async () => {
    const wallet = world.wallet()
    const heard = record(wallet, 'session_proposal', 'proposal_close')
    await wallet.start()
    const { uri, approval, cancel } = world.app().connect({ namespaces: asked })
    await wallet.pair({ uri })
    await until(() => heard.length === 1)
    cancel()
    cancel()
    await expect(approval).rejects.toMatchObject({ code: 'ABORTED' })
    await until(() => heard.length === 2)
    expect(heard[1]?.payload).toMatchObject({ reason: 'withdrawn' })
    expect(wallet.pendingProposals()).toEqual([])
  })

  test('the caller aborts, before or after the call', async () => {
    const app = world.app()
    const controller = new AbortController()
    const { approval } = app.connect({ namespaces: asked, signal: controller.signal })
    controller.abort('enough')
    await expect(approval).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' })
    const again = app.connect({ namespaces: asked, signal: controller.signal })
    await expect(again.approval).rejects.toMatchObject({ code: 'ABORTED' })
    await settled()
    expect(world.relay.published).toEqual([])
  })

  test('the caller cancels while the keys are made: nothing is offered or kept', async () => {
    const storage = createTestStorage()
    const app = world.app({ storage })
    await app.start()
    const { subtle } = globalThis.crypto
    const generateKey = subtle.generateKey.bind(subtle)
    const making = vi.spyOn(subtle, 'generateKey').mockImplementationOnce(((
      ...asked: Parameters<typeof generateKey>
    ) => {
      cancel()
      return generateKey(...asked)
    }) as typeof generateKey)
    const { approval, cancel } = app.connect({ namespaces: asked })
    await expect(approval).rejects.toMatchObject({ code: 'ABORTED' })
    await settled()
    expect(making).toHaveBeenCalledOnce()
    making.mockRestore()
    expect(world.relay.published).toEqual([])
    expect([...storage.entries.keys()].filter((name) => name.includes('topic'))).toEqual([])
  })

  test('the caller cancels between approval and settlement: the wallet is told', async () => {
    const { uri, approval, cancel } = world.app().connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    await wallet.answer()
    await untilWatched(wallet)
    cancel()
    await expect(approval).rejects.toMatchObject({ code: 'ABORTED' })
    await until(() => wallet.heard().length > 0)
    expect(wallet.heard()[0]).toMatchObject({ method: 'wc_sessionDelete', params: { code: 6000 } })
  })

  test('a late answer after cancelling creates no session', async () => {
    const app = world.app()
    const { uri, cancel } = app.connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    cancel()
    await settled()
    await wallet.answer()
    wallet.settle()
    await settled()
    expect(app.sessions()).toEqual([])
  })

  test('a wallet that approves while the caller cancels does not stay connected', async () => {
    const wallet = world.wallet()
    await wallet.start()
    const app = world.app()
    const { uri, cancel } = app.connect({ namespaces: asked })
    wallet.on('session_proposal', ({ id }) => {
      wallet.approve({ id, namespaces: granted }).catch(() => {})
    })
    wallet.on('session_connect', cancel)
    const ended = record(wallet, 'session_connect', 'session_delete')
    await wallet.pair({ uri })
    await until(() => ended.length === 2)
    expect(ended.map(({ name }) => name)).toEqual(['session_connect', 'session_delete'])
    expect([...wallet.sessions(), ...app.sessions()]).toEqual([])
  })

  test('the client closes', async () => {
    const app = world.app()
    const { approval } = app.connect({ namespaces: asked })
    await app.close()
    await expect(approval).rejects.toMatchObject({ code: 'CLIENT_CLOSED' })
    expect(world.relay.connections()).toBe(0)
  })
})

describe('a hostile wallet', () => {
  test('answers twice: the second answer is ignored', async () => {
    const app = world.app()
    const { uri, approval } = app.connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    await wallet.answer()
    wallet.send(wallet.pairing, { id: wallet.proposal.id, error: { code: 5000, message: 'no' } })
    wallet.send(wallet.pairing, {
      id: wallet.proposal.id,
      result: { responderPublicKey: (await createKeyPair()).publicKey },
    })
    wallet.settle()
    expect((await approval).topic).toBe(wallet.session().topic)
  })

  test.each([
    ['no key', undefined],
    ['a short key', 'abcd'],
    ['a key that makes the secret known to all', '00'.repeat(32)],
    ['another one', `01${'00'.repeat(31)}`],
    ['a number', 7],
  ])('answers with %s', async (_, responderPublicKey) => {
    const { uri, approval } = world.app().connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    await wallet.answer({ responderPublicKey })
    await expect(approval).rejects.toMatchObject({ code: 'PEER_INVALID' })
  })

  test.each([
    ['another key than it answered with', { controller: { publicKey: '11'.repeat(32), metadata: {} } }, 1005],
    ['no controller', { controller: undefined }, 1005],
    ['no namespaces', { namespaces: undefined }, 5104],
    [
      'accounts of another family',
      { namespaces: { eip155: { accounts: ['solana:a:b'], methods: [], events: [] } } },
      5103,
    ],
    ['accounts that are none', { namespaces: { eip155: { accounts: [{}], methods: [], events: [] } } }, 5103],
    ['methods that are none', { namespaces: { eip155: { accounts: [], methods: 'all', events: [] } } }, 5101],
    ['a session that is over', { expiry: 1_699_999_999 }, 1005],
    ['no expiry', { expiry: undefined }, 1005],
    ['a malformed expiry', { expiry: 'soon' }, 1005],
  ])('settles %s', async (_, params, wireCode) => {
    const app = world.app()
    const { uri, approval } = app.connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    await wallet.answer()
    wallet.settle(params)
    await expect(approval).rejects.toMatchObject({ code: 'PEER_INVALID', wireCode })
    await until(() => wallet.heard().length > 0)
    expect(wallet.heard()[0]).toMatchObject({ error: { code: wireCode } })
    expect(app.sessions()).toEqual([])
  })

  test.each([
    ['no namespace of them', {}, 5000],
    ['no account on the chain', { eip155: { ...granted.eip155, accounts: [] } }, 5001],
    ['not the method', { eip155: { ...granted.eip155, methods: [] } }, 5002],
    ['not the event', { eip155: { ...granted.eip155, events: [] } }, 5003],
  ])('grants %s, where they are required', async (_, namespaces, wireCode) => {
    const requiredNamespaces = { eip155: { ...asked.eip155, chains: ['eip155:1'] } }
    const { uri, approval } = world.app().connect({ namespaces: asked, requiredNamespaces })
    const wallet = await createRawWallet(world.relay, uri)
    expect(wallet.proposal.params.requiredNamespaces).toEqual(requiredNamespaces)
    await wallet.answer()
    wallet.settle({ namespaces })
    await expect(approval).rejects.toMatchObject({ code: 'PEER_INVALID', wireCode })
  })

  test('settles with too long a lifetime: it is shortened', async () => {
    const { uri, approval } = world.app().connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    await wallet.answer()
    wallet.settle({ expiry: 1_700_000_000 + 400 * 86_400 })
    expect((await approval).expiresAt - world.clock.now()).toBeLessThan(7.1 * 86_400_000)
  })

  test('settles twice: the session stays', async () => {
    const app = world.app()
    const { uri, approval } = app.connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    await wallet.answer()
    wallet.settle()
    const session = await approval
    wallet.settle({ namespaces: {} })
    await until(() => wallet.heard().length === 2)
    expect(app.session(session.topic)).toEqual(session)
  })

  test('seals its answer with a key of its choice (type 1): the answer is ignored', async () => {
    const app = world.app()
    const { uri, approval, cancel } = app.connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    const { publicKey, privateKey } = await createKeyPair()
    const { publicKey: appKey } = wallet.proposal.params.proposer as { publicKey: string }
    const symKey = (await deriveSymKey(privateKey, appKey)) ?? ''
    const text = JSON.stringify({
      id: wallet.proposal.id,
      jsonrpc: '2.0',
      result: { responderPublicKey: publicKey },
    })
    world.relay.inject(wallet.pairing.topic, sealEnvelope({ symKey, text, senderPublicKey: publicKey }))
    await settled()
    cancel()
    await expect(approval).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test('sends garbage: it is acknowledged and dropped', async () => {
    const app = world.app()
    const { uri, approval } = app.connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    world.relay.inject(wallet.pairing.topic, 'no base64 at all!')
    world.relay.inject(wallet.pairing.topic, sealEnvelope({ symKey: '22'.repeat(32), text: '{}' }))
    for (const text of ['', '[]', 'null', '{"id":1}', '{"id":"x","method":{}}', '['.repeat(1e5)]) {
      world.relay.inject(wallet.pairing.topic, sealEnvelope({ symKey: wallet.pairing.symKey, text }))
    }
    await until(() => world.relay.unacknowledged() === 0)
    await wallet.answer()
    wallet.settle()
    expect((await approval).topic).toBe(wallet.session().topic)
  })

  test('calls unknown methods: they are answered with an error', async () => {
    const { uri, approval } = world.app().connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    await wallet.answer()
    wallet.settle()
    await approval
    for (const method of ['wc_sessionPropose', 'wc_doEvil', 'toString', '__proto__']) {
      const id = wallet.request(method, {})
      await until(() => wallet.heard().some((message) => message.id === id))
      expect(wallet.heard().find((message) => message.id === id)).toMatchObject({ error: { code: 10001 } })
    }
  })
})

describe('a restart in the middle', () => {
  test('before the wallet answers: the next page receives the session', async () => {
    const storage = createTestStorage()
    const app = world.app({ storage })
    const { uri } = app.connect({ namespaces: asked })
    await until(() => world.relay.published.length === 1)
    await app.close()

    const wallet = await world.agreeableWallet()
    await wallet.pair({ uri })
    await settled()
    const next = world.app({ storage })
    const heard = record(next, 'session_connect')
    await next.start()
    await until(() => heard.length === 1)
    expect(next.sessions()).toHaveLength(1)
    await next.ping({ topic: next.sessions()[0]?.topic ?? '' })
  })

  test('between approval and settlement', async () => {
    const storage = createTestStorage()
    const app = world.app({ storage })
    const { uri } = app.connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    await wallet.answer()
    await untilWatched(wallet)
    await app.close()
    wallet.settle()

    const next = world.app({ storage })
    const heard = record(next, 'session_connect')
    await next.start()
    await until(() => heard.length === 1)
    expect(next.sessions()[0]?.topic).toBe(wallet.session().topic)
  })

  test('a pairing that expired meanwhile is deleted without opening a socket', async () => {
    const storage = createTestStorage()
    const app = world.app({ storage })
    app.connect({ namespaces: asked })
    await until(() => world.relay.published.length === 1)
    await app.close()
    await world.clock.advance(6 * minute)

    const dials = world.relay.dials()
    await world.app({ storage }).start()
    await settled()
    expect(world.relay.dials()).toBe(dials)
    expect([...storage.entries.keys()]).toEqual(['latchkey.sign.identity'])
  })
})

describe('a relay that refuses the client', () => {
  test.each(['Unauthorized: invalid key', 'Unauthorized: origin not allowed', 'Project ID is missing'])(
    '%s: it is said at once, in its words',
    async (reason) => {
      world.relay.faults.refusal = reason
      const app = world.app()
      const states = record(app, 'relay')
      const { approval } = app.connect({ namespaces: asked })
      await expect(approval).rejects.toMatchObject({ code: 'RELAY_REFUSED', details: reason, wireCode: 3000 })
      expect(app.relay()).toMatchObject({ status: 'refused', error: { details: reason } })
      expect(states.map(({ payload }) => payload.status)).toContain('refused')
      // The client does not retry by itself …
      const dials = world.relay.dials()
      await world.clock.advance(10 * minute)
      expect(world.relay.dials()).toBe(dials)
      // … but retries on a new call.
      world.relay.faults.refusal = undefined
      const wallet = await world.agreeableWallet()
      const again = app.connect({ namespaces: asked })
      await wallet.pair({ uri: again.uri })
      expect((await again.approval).namespaces).toEqual(granted)
    },
  )
})

describe('a wrong device clock', () => {
  test('a day ahead: corrected once by the relay, and remembered', async () => {
    const error = 86_400_000
    const storage = createTestStorage()
    const off = { now: () => world.clock.now() + error, setTimeout: world.clock.setTimeout }
    const app = world.app({ clock: off, storage })
    const skews = record(app, 'clock_skew')
    const wallet = await world.agreeableWallet()
    const lost = app.connect({ namespaces: asked })
    await until(() => skews.length === 1)
    expect(skews[0]?.payload).toEqual({ skew: -error })
    lost.cancel()
    // Later links contain the corrected time.
    const { uri, approval } = app.connect({ namespaces: asked })
    expect(parsePairingUri(uri)?.expiresAt).toBe(world.clock.now() + 5 * minute)
    await wallet.pair({ uri })
    const session = await approval
    expect(session.expiresAt).toBe(off.now() + 7 * 86_400_000)
    await app.close()

    const dials = world.relay.dials()
    const next = world.app({ clock: off, storage })
    await next.start()
    await next.ping({ topic: session.topic })
    expect(world.relay.dials()).toBe(dials + 1)
  })

  test('hours behind: corrected by the first message, so that the next link is right', async () => {
    const error = -20 * 60 * minute
    const off = { now: () => world.clock.now() + error, setTimeout: world.clock.setTimeout }
    const app = world.app({ clock: off })
    const skews = record(app, 'clock_skew')
    const wallet = await createRawWallet(world.relay, app.connect({ namespaces: asked }).uri)
    await wallet.answer()
    await until(() => skews.length === 1)
    expect(skews[0]?.payload).toEqual({ skew: -error })
    const { uri } = app.connect({ namespaces: asked })
    expect(parsePairingUri(uri)?.expiresAt).toBe(world.clock.now() + 5 * minute)
  })

  test.each([2, 20_000])('%i days behind: the client asks the relay for its time', async (days) => {
    const error = -days * 86_400_000
    const off = { now: () => world.clock.now() + error, setTimeout: world.clock.setTimeout }
    const app = world.app({ clock: off })
    const skews = record(app, 'clock_skew')
    const lost = app.connect({ namespaces: asked })
    await until(() => skews.length === 1)
    expect(skews[0]?.payload).toEqual({ skew: -error })
    lost.cancel()
    const wallet = await world.agreeableWallet()
    const { uri, approval } = app.connect({ namespaces: asked })
    await wallet.pair({ uri })
    expect((await approval).expiresAt).toBe(off.now() + 7 * 86_400_000)
  })

  test('error: a relay that calls every token expired counts as refusing', async () => {
    world.relay.faults.refusal = 'JWT validation error: JWT Token is expired: Some(1)'
    const { approval } = world.app().connect({ namespaces: asked })
    await expect(approval).rejects.toMatchObject({ code: 'RELAY_REFUSED' })
    expect(world.relay.dials()).toBe(2)
  })

  test('error: a relay that also refuses the corrected token counts as refusing', async () => {
    world.relay.faults.refusal = 'not yet valid: basic.iat: 1, now + time_leeway: 120, time_leeway: 120'
    const { approval } = world.app().connect({ namespaces: asked })
    const error = await approval.catch((error: unknown) => error)
    expect(isSignError(error, 'RELAY_REFUSED')).toBe(true)
    expect(world.relay.dials()).toBe(2)
  })
})

describe('without a WebSocket', () => {
  test('error: the message says what to install', async () => {
    vi.stubGlobal('WebSocket', undefined)
    const { approval } = world.app({ webSocket: undefined }).connect({ namespaces: asked })
    await expect(approval).rejects.toMatchObject({ code: 'WEBSOCKET_MISSING' })
    vi.unstubAllGlobals()
  })
})
