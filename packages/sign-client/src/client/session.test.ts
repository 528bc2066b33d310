import { afterEach, describe, expect, test } from 'vitest'
import { asked, createTestStorage, createWorld, granted, record } from '../testing/clients.js'
import { settled, until } from '../testing/fakeClock.js'
import { createRawWallet } from '../testing/rawWallet.js'
import type { SignClient } from './createSignClient.js'

let world = createWorld()
afterEach(async () => {
  await world.close()
  world = createWorld()
})

const minute = 60_000
const day = 86_400_000
const sign = { chainId: 'eip155:1', method: 'personal_sign', params: ['0x00', '0x00'] }

/** Creates an app with a session, and a raw wallet as its peer. */
async function withRawWallet(app: SignClient = world.app()) {
  const { uri, approval } = app.connect({ namespaces: asked })
  const wallet = await createRawWallet(world.relay, uri)
  await wallet.answer()
  wallet.settle()
  const session = await approval
  /** Resolves with the app's last request. */
  const asking = async (count = 1) => {
    const requests = () => wallet.heard().filter(({ method }) => method === 'wc_sessionRequest')
    await until(() => requests().length === count, `${count} requests`)
    return requests()[count - 1] as { readonly id: number; readonly params: unknown }
  }
  return { app, wallet, session, topic: session.topic, asking }
}

describe('request', () => {
  test('is answered by the wallet', async () => {
    const { app, session } = await world.connected()
    expect(await app.request({ topic: session.topic, ...sign })).toBe('0x51')
  })

  test('contains method, chain and expiry', async () => {
    const { app, wallet, topic, asking } = await withRawWallet()
    app.request({ topic, ...sign, chainId: 'eip155:0x1' }).catch(() => {})
    expect((await asking()).params).toEqual({
      chainId: 'eip155:1',
      request: { method: 'personal_sign', params: sign.params, expiryTimestamp: 1_700_000_300 },
    })
    expect(world.relay.published.at(-1)).toMatchObject({ tag: 1108, ttl: 300, prompt: true, attestation: '' })
    expect(wallet.heard()).toHaveLength(2)
  })

  test.each([
    [{ result: null }, null],
    [{ result: { a: [1] } }, { a: [1] }],
    [{ result: false }, false],
  ])('gives %o as it is', async (answer, value) => {
    const { app, wallet, topic, asking } = await withRawWallet()
    const answered = app.request({ topic, ...sign })
    const { id } = await asking()
    wallet.send(wallet.session(), { id, ...answer })
    expect(await answered).toEqual(value)
  })

  test.each([
    [
      { code: 4001, message: 'no' },
      { code: 'USER_REJECTED', wireCode: 4001 },
    ],
    [
      { code: -32000, message: 'execution reverted', data: '0x08c379a0' },
      { code: 'PEER_ERROR', data: '0x08c379a0' },
    ],
    [{ code: 8000, message: '' }, { code: 'REQUEST_EXPIRED' }],
    ['nonsense', { code: 'PEER_ERROR', details: 'nonsense' }],
  ])('rejects when the wallet answers %o', async (error, expected) => {
    const { app, wallet, topic, asking } = await withRawWallet()
    const answered = app.request({ topic, ...sign })
    const { id } = await asking()
    wallet.send(wallet.session(), { id, error })
    await expect(answered).rejects.toMatchObject(expected)
  })

  test('the first of two answers counts, the second is ignored', async () => {
    const { app, wallet, topic, asking } = await withRawWallet()
    const answered = app.request({ topic, ...sign })
    const { id } = await asking()
    wallet.send(wallet.session(), { id, result: 'first' })
    wallet.send(wallet.session(), { id, result: 'second' })
    expect(await answered).toBe('first')
  })

  test('error: another wallet cannot answer, whatever id it uses', async () => {
    const app = world.app()
    const first = await withRawWallet(app)
    const second = await withRawWallet(app)
    const answered = app.request({ topic: first.topic, ...sign })
    const { id } = await first.asking()
    second.wallet.send(second.wallet.session(), { id, result: 'stolen' })
    await settled()
    first.wallet.send(first.wallet.session(), { id, result: 'own' })
    expect(await answered).toBe('own')
  })

  test('error: chains and methods that are not granted are refused before sending', async () => {
    const { app, topic } = await withRawWallet()
    const before = world.relay.published.length
    await expect(app.request({ topic, ...sign, chainId: 'eip155:10' })).rejects.toMatchObject({
      code: 'CHAIN_NOT_APPROVED',
    })
    await expect(
      app.request({ topic, ...sign, method: 'eth_sign', params: ['', '0x'] }),
    ).rejects.toMatchObject({
      code: 'METHOD_NOT_APPROVED',
    })
    await expect(app.request({ topic, ...sign, chainId: 'mainnet' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    })
    await expect(app.request({ topic, ...sign, expiry: 1000 })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    })
    await expect(app.request({ topic, ...sign, expiry: 8 * day })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    })
    expect(world.relay.published).toHaveLength(before)
  })

  test('error: a request too large for a relay is refused before sending', async () => {
    const { app, topic } = await withRawWallet()
    const before = world.relay.published.length
    const large = app.request({ topic, ...sign, params: ['x'.repeat(80_000)] })
    await expect(large).rejects.toMatchObject({ code: 'REQUEST_TOO_LARGE' })
    expect(world.relay.published).toHaveLength(before)
  })

  test('error: a request that the relay refuses as too large', async () => {
    const { app, topic } = await withRawWallet()
    world.relay.faults.errors.irn_publish = { code: -32600, message: 'PayloadSizeExceeded' }
    await expect(app.request({ topic, ...sign })).rejects.toMatchObject({ code: 'REQUEST_TOO_LARGE' })
  })

  test('error: expires without an answer; a late answer is dropped', async () => {
    const { app, wallet, topic, asking } = await withRawWallet()
    const late = record(app, 'late_answer')
    const answered = app.request({ topic, ...sign })
    answered.catch(() => {})
    const { id } = await asking()
    await world.clock.advance(5 * minute)
    await expect(answered).rejects.toMatchObject({ code: 'REQUEST_EXPIRED' })
    wallet.send(wallet.session(), { id, result: '0x51' })
    await settled()
    expect(late).toEqual([])
  })

  test('error: the caller aborts', async () => {
    const { app, wallet, topic, asking } = await withRawWallet()
    const late = record(app, 'late_answer')
    const controller = new AbortController()
    const answered = app.request({ topic, ...sign, signal: controller.signal })
    const { id } = await asking()
    controller.abort('enough')
    await expect(answered).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' })
    await expect(app.request({ topic, ...sign, signal: controller.signal })).rejects.toMatchObject({
      code: 'ABORTED',
    })
    wallet.send(wallet.session(), { id, result: '0x51' })
    await settled()
    expect(late).toEqual([])
  })

  test('made offline is sent once online, unless the caller has aborted', async () => {
    const { app, wallet, topic, asking } = await withRawWallet()
    world.relay.faults.isDown = true
    world.relay.drop()
    await settled()
    const controller = new AbortController()
    const dropped = app.request({ topic, ...sign, signal: controller.signal })
    const kept = app.request({ topic, ...sign })
    await world.clock.advance(minute)
    expect(app.relay()).toMatchObject({ status: expect.stringMatching(/closed|connecting/) })
    controller.abort()
    await expect(dropped).rejects.toMatchObject({ code: 'ABORTED' })
    world.relay.faults.isDown = false
    await world.clock.advance(30_000)
    const { id } = await asking()
    wallet.send(wallet.session(), { id, result: '0x51' })
    expect(await kept).toBe('0x51')
  })

  test('error: more than a hundred unanswered requests', async () => {
    const { app, topic } = await withRawWallet()
    const open = Array.from({ length: 100 }, () => app.request({ topic, ...sign }))
    for (const request of open) request.catch(() => {})
    await until(() => world.relay.published.filter(({ tag }) => tag === 1108).length === 100)
    await expect(app.request({ topic, ...sign })).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
  })

  test('an answer after a reload fires `late_answer`', async () => {
    const storage = createTestStorage()
    const { app, wallet, topic, asking } = await withRawWallet(world.app({ storage }))
    const sentBefore: number[] = []
    const ids: number[] = []
    const onAsked = (asked: { readonly id: number }) => {
      ids.push(asked.id)
      sentBefore.push(world.relay.published.filter(({ tag }) => tag === 1108).length)
    }
    app.request({ topic, ...sign, onAsked }).catch(() => {})
    const { id } = await asking()
    expect({ ids, sentBefore }).toEqual({ ids: [id], sentBefore: [0] })
    await app.close()
    wallet.send(wallet.session(), { id, result: '0x51' })

    const next = world.app({ storage })
    const late = record(next, 'late_answer')
    await next.start()
    await until(() => late.length === 1)
    expect(late[0]?.payload).toEqual({
      topic,
      id,
      chainId: 'eip155:1',
      method: 'personal_sign',
      expiresAt: expect.any(Number),
      outcome: { result: '0x51' },
    })
  })
})

describe('the end of a session', () => {
  test('by the wallet rejects pending requests and deletes its data', async () => {
    const storage = createTestStorage()
    const { app, wallet, topic, asking } = await withRawWallet(world.app({ storage }))
    const ended = record(app, 'session_delete')
    const answered = app.request({ topic, ...sign })
    answered.catch(() => {})
    await asking()
    wallet.request('wc_sessionDelete', { code: 6000, message: 'User disconnected.' })
    await expect(answered).rejects.toMatchObject({ code: 'SESSION_GONE', wireCode: 6000 })
    expect(ended.map(({ payload }) => payload)).toEqual([
      { topic, by: 'peer', reason: { code: 6000, message: 'User disconnected.' } },
    ])
    expect(app.sessions()).toEqual([])
    await expect(app.request({ topic, ...sign })).rejects.toMatchObject({ code: 'SESSION_GONE' })
    await expect(app.ping({ topic })).rejects.toMatchObject({ code: 'SESSION_GONE' })
    await expect(app.extend({ topic })).rejects.toMatchObject({ code: 'SESSION_GONE' })
    expect([...storage.entries.keys()]).toEqual(['latchkey.sign.identity'])
  })

  test('by the app, repeatedly', async () => {
    const { app, wallet, session } = await world.connected()
    const heard = [record(app, 'session_delete'), record(wallet, 'session_delete')]
    const { topic } = session
    await app.disconnect({ topic })
    await app.disconnect({ topic })
    await app.disconnect({ topic: 'never was' })
    await until(() => heard[1]?.length === 1)
    expect(heard.map((events) => events.map(({ payload }) => payload.by))).toEqual([['self'], ['peer']])
  })

  test('by the app while offline takes effect here at once, and at the peer once online', async () => {
    const { app, wallet, session } = await world.connected()
    world.relay.faults.isDown = true
    world.relay.drop()
    await settled()
    const parting = app.disconnect({ topic: session.topic })
    await until(() => app.sessions().length === 0)
    await world.clock.advance(3_000)
    await parting
    world.relay.faults.isDown = false
    await world.clock.advance(minute)
    expect(wallet.sessions()).toEqual([])
  })

  test('does not disturb another session that begins', async () => {
    const { app, wallet, session } = await world.connected()
    const parting = app.disconnect({ topic: session.topic })
    const { uri, approval } = app.connect({ namespaces: asked })
    await wallet.pair({ uri })
    const [next] = await Promise.all([approval, parting])
    expect(app.sessions()).toEqual([next])
    await app.ping({ topic: next.topic })
  })

  test('by expiry', async () => {
    const { app, session } = await world.connected()
    const expired = record(app, 'session_expire')
    await world.clock.advance(7 * day - 1)
    expect(app.sessions()).toHaveLength(1)
    await world.clock.advance(1)
    expect(expired.map(({ payload }) => payload)).toEqual([{ topic: session.topic }])
    expect(app.sessions()).toEqual([])
  })

  test('by expiry while the page was closed opens no socket', async () => {
    const storage = createTestStorage()
    const { app, session } = await world.connected({ app: { storage } })
    await app.close()
    await world.clock.advance(8 * day)
    const dials = world.relay.dials()
    const next = world.app({ storage })
    const expired = record(next, 'session_expire')
    await next.start()
    expect(expired.map(({ payload }) => payload)).toEqual([{ topic: session.topic }])
    expect(world.relay.dials()).toBe(dials)
    expect([...storage.entries.keys()]).toEqual(['latchkey.sign.identity'])
  })
})

describe('a reload', () => {
  test('restores the sessions, and receives what happened meanwhile', async () => {
    const storage = createTestStorage()
    const { app, wallet, session } = await world.connected({ app: { storage } })
    const { topic } = session
    await app.close()
    const namespaces = { eip155: { ...granted.eip155, methods: ['personal_sign'] } }
    wallet.update({ topic, namespaces }).catch(() => {})
    await settled()

    const next = world.app({ storage })
    expect(next.sessions()).toEqual([])
    const updated = record(next, 'session_update')
    await next.start()
    expect(next.session(topic)).toEqual(session)
    await until(() => updated.length === 1)
    expect(next.session(topic)?.namespaces).toEqual(namespaces)
  })

  test('opens no socket without stored data', async () => {
    const app = world.app()
    await app.start()
    await settled()
    expect(world.relay.dials()).toBe(0)
    expect(app.relay().status).toBe('idle')
  })
})

describe('update', () => {
  test('replaces the grants', async () => {
    const { app, wallet, session } = await world.connected()
    const updated = record(app, 'session_update')
    const namespaces = { 'eip155:10': { accounts: [], methods: ['eth_sign'], events: [] } }
    await wallet.update({ topic: session.topic, namespaces })
    expect(updated[0]?.payload.session.namespaces).toEqual(namespaces)
    expect(app.session(session.topic)?.namespaces).toEqual(namespaces)
  })

  test('error: an older update that arrives later', async () => {
    const { app, wallet, topic } = await withRawWallet()
    const newer = wallet.request('wc_sessionUpdate', { namespaces: {} }, 1_700_000_002_000_000)
    const older = wallet.request('wc_sessionUpdate', { namespaces: granted }, 1_700_000_001_000_000)
    await until(() => wallet.heard().length === 3)
    expect(wallet.heard().find(({ id }) => id === newer)).toMatchObject({ result: true })
    expect(wallet.heard().find(({ id }) => id === older)).toMatchObject({ error: { code: 1003 } })
    expect(app.session(topic)?.namespaces).toEqual({})
  })

  test('one that the wallet dated ahead does not hold up those after its clock was set back', async () => {
    const { app, wallet, topic } = await withRawWallet()
    wallet.request('wc_sessionUpdate', { namespaces: {} }, 1_700_003_600_000_000)
    await until(() => wallet.heard().length === 2)
    expect(app.session(topic)?.namespaces).toEqual({})
    const next = wallet.request('wc_sessionUpdate', { namespaces: granted }, 1_700_000_001_000_000)
    await until(() => wallet.heard().length === 3)
    expect(wallet.heard().find(({ id }) => id === next)).toMatchObject({ result: true })
    expect(app.session(topic)?.namespaces).toEqual(granted)
    // From now on the order counts again.
    const older = wallet.request('wc_sessionUpdate', { namespaces: {} }, 1_700_000_000_000_000)
    await until(() => wallet.heard().length === 4)
    expect(wallet.heard().find(({ id }) => id === older)).toMatchObject({ error: { code: 1003 } })
    expect(app.session(topic)?.namespaces).toEqual(granted)
  })

  test.each([
    [undefined, 5104],
    [{ namespaces: { eip155: { accounts: ['x'], methods: [], events: [] } } }, 5103],
  ])('that breaks a rule is refused: %o', async (params, code) => {
    const { app, wallet, topic } = await withRawWallet()
    const id = wallet.request('wc_sessionUpdate', params)
    await until(() => wallet.heard().length === 2)
    expect(wallet.heard().find((message) => message.id === id)).toMatchObject({ error: { code } })
    expect(app.session(topic)?.namespaces).toEqual(granted)
  })
})

describe('extend', () => {
  test('by either side', async () => {
    const { app, wallet, session } = await world.connected()
    const { topic } = session
    await world.clock.advance(day)
    await wallet.extend({ topic })
    expect(app.session(topic)?.expiresAt).toBe(world.clock.now() + 7 * day)
    await world.clock.advance(day)
    await app.extend({ topic })
    expect(wallet.session(topic)?.expiresAt).toBe(world.clock.now() + 7 * day)
  })

  test.each([
    ['without a date, as official clients send it: seven days', {}, 7 * day],
    ['to the past: nothing is shortened', { expiry: 1 }, 6 * day],
    ['for a year: it is cut', { expiry: 1_700_000_000 + 365 * 86_400 }, 7 * day],
  ])('%s', async (_, params, expected) => {
    const { app, wallet, topic } = await withRawWallet()
    await world.clock.advance(day)
    wallet.request('wc_sessionExtend', params)
    await until(() => wallet.heard().length === 2)
    expect((app.session(topic)?.expiresAt ?? 0) - world.clock.now()).toBe(expected)
  })
})

describe('events', () => {
  const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'

  test.each([
    ['chainChanged', 'eip155:1', '0x89', 'eip155:137', 'eip155:137'],
    ['chainChanged', 'eip155:1', 137, 'eip155:137', 'eip155:137'],
    ['chainChanged', 'eip155:0x1', 'eip155:1', 'eip155:1', 'eip155:1'],
    ['accountsChanged', 'eip155:1', [address], 'eip155:1', [`eip155:1:${address}`]],
    ['accountsChanged', 'eip155:1', [`eip155:1:${address}`], 'eip155:1', [`eip155:1:${address}`]],
  ])('%s on %s with %o', async (name, chain, data, chainId, normal) => {
    const { app, wallet, topic } = await withRawWallet()
    const heard = record(app, 'session_event')
    wallet.request('wc_sessionEvent', { event: { name, data }, chainId: chain })
    await until(() => heard.length === 1)
    expect(heard[0]?.payload).toEqual({ topic, chainId, event: { name, data: normal } })
  })

  test('older, unknown and malformed events are ignored', async () => {
    const { app, wallet } = await withRawWallet()
    const heard = record(app, 'session_event')
    const change = (data: string, id: number) =>
      wallet.request('wc_sessionEvent', { event: { name: 'chainChanged', data }, chainId: 'eip155:1' }, id)
    change('0x2', 1_700_000_002_000_000)
    change('0x1', 1_700_000_001_000_000)
    wallet.request('wc_sessionEvent', { event: { name: 'message', data: 1 }, chainId: 'eip155:1' })
    wallet.request('wc_sessionEvent', { event: { name: 'accountsChanged', data: [] }, chainId: 'solana:x' })
    for (const params of [
      undefined,
      {},
      { event: 1 },
      { event: { name: 1 }, chainId: 'eip155:1' },
      { chainId: 1 },
    ]) {
      wallet.request('wc_sessionEvent', params)
    }
    await until(() => world.relay.unacknowledged() === 0)
    expect(heard.map(({ payload }) => payload.event.data)).toEqual(['eip155:2'])
    // Official wallets do not wait for a reply to an event.
    expect(wallet.heard()).toHaveLength(1)
  })
})

test('an event that the wallet dated ahead does not hold up those after its clock was set back', async () => {
  const { app, wallet } = await withRawWallet()
  const heard = record(app, 'session_event')
  const change = (data: string, id: number) =>
    wallet.request('wc_sessionEvent', { event: { name: 'chainChanged', data }, chainId: 'eip155:1' }, id)
  change('0x2', 1_700_003_600_000_000)
  change('0x1', 1_700_000_001_000_000)
  await until(() => world.relay.unacknowledged() === 0)
  expect(heard.map(({ payload }) => payload.event.data)).toEqual(['eip155:2', 'eip155:1'])
})

describe('ping', () => {
  test('works in both directions', async () => {
    const { app, wallet, session } = await world.connected()
    await app.ping({ topic: session.topic })
    await wallet.ping({ topic: session.topic })
  })

  test('error: no peer answers', async () => {
    const { app, topic } = await withRawWallet()
    const answered = app.ping({ topic })
    answered.catch(() => {})
    await settled()
    await world.clock.advance(30_000)
    await expect(answered).rejects.toMatchObject({ code: 'PEER_TIMED_OUT' })
  })
})

describe('duplicate messages', () => {
  test('a message delivered twice, live and from the mailbox, is handled once', async () => {
    const { app, wallet } = await withRawWallet()
    const heard = record(app, 'session_event')
    world.relay.faults.isDoubling = true
    wallet.request('wc_sessionEvent', { event: { name: 'chainChanged', data: 1 }, chainId: 'eip155:1' })
    await until(() => heard.length > 0)
    app.resume()
    await settled()
    expect(heard).toHaveLength(1)
    expect(world.relay.unacknowledged()).toBe(0)
  })

  test('another base64 spelling of a message is a duplicate', async () => {
    const { app, wallet } = await withRawWallet()
    const heard = record(app, 'session_event')
    wallet.request('wc_sessionEvent', { event: { name: 'chainChanged', data: 1 }, chainId: 'eip155:1' })
    await until(() => heard.length > 0)
    const { topic, message } = world.relay.published.at(-1) ?? { topic: '', message: '' }
    expect(topic).toBe(wallet.session().topic)
    world.relay.inject(topic, message.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))
    world.relay.inject(topic, `${message.replace(/=+$/, '')}`)
    await until(() => world.relay.unacknowledged() === 0)
    expect(heard).toHaveLength(1)
  })

  test('a request repeated in a new envelope is a duplicate', async () => {
    const { app, wallet } = await withRawWallet()
    const heard = record(app, 'session_event')
    const change = () =>
      wallet.request(
        'wc_sessionEvent',
        { event: { name: 'chainChanged', data: 1 }, chainId: 'eip155:1' },
        1.7e15,
      )
    change()
    change()
    await until(() => world.relay.unacknowledged() === 0)
    expect(heard).toHaveLength(1)
  })

  test('are detected after a restart', async () => {
    const storage = createTestStorage()
    const { app, wallet } = await withRawWallet(world.app({ storage }))
    wallet.request('wc_sessionEvent', { event: { name: 'chainChanged', data: 1 }, chainId: 'eip155:1' })
    await until(() => world.relay.unacknowledged() === 0)
    const { topic, message } = world.relay.published.at(-1) ?? { topic: '', message: '' }
    await app.close()
    world.relay.inject(topic, message.replace(/=*$/, '').replaceAll('+', '-').replaceAll('/', '_'))

    const next = world.app({ storage })
    const heard = record(next, 'session_event')
    await next.start()
    await until(() => world.relay.unacknowledged() === 0)
    expect(heard).toEqual([])
  })

  test('a mailbox in the wrong order ends in the right state', async () => {
    const storage = createTestStorage()
    const { app, wallet, topic } = await withRawWallet(world.app({ storage }))
    await app.close()
    wallet.request('wc_sessionUpdate', { namespaces: granted }, 1_700_000_001_000_000)
    wallet.request('wc_sessionUpdate', { namespaces: {} }, 1_700_000_002_000_000)
    world.relay.faults.isReversing = true
    const next = world.app({ storage })
    await next.start()
    await until(() => world.relay.unacknowledged() === 0)
    expect(next.session(topic)?.namespaces).toEqual({})
  })
})

describe('listeners', () => {
  test('one that throws does not stop the others', async () => {
    const { app, wallet } = await withRawWallet()
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    process.prependOnceListener('uncaughtException', onError)
    app.on('session_event', () => {
      throw new Error('mine')
    })
    const heard = record(app, 'session_event')
    const stop = app.on('session_event', () => {
      throw new Error('never called')
    })
    stop()
    const others = process.listeners('uncaughtException').filter((listener) => listener !== onError)
    process.removeAllListeners('uncaughtException')
    process.once('uncaughtException', onError)
    wallet.request('wc_sessionEvent', { event: { name: 'chainChanged', data: 1 }, chainId: 'eip155:1' })
    await until(() => errors.length === 1)
    for (const listener of others) process.on('uncaughtException', listener)
    expect(heard).toHaveLength(1)
    expect(String(errors[0])).toContain('mine')
  })
})
