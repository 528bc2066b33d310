import { afterEach, describe, expect, test } from 'vitest'
import { asked, createWorld, record } from '../testing/clients.js'
import { createFakeClock, settled, until } from '../testing/fakeClock.js'
import { backOff } from './backOff.js'
import { openLink } from './link.js'
import type { WebSocketLike } from './WebSocketLike.js'

let world = createWorld()
afterEach(async () => {
  await world.close()
  world = createWorld()
})

const minute = 60_000
const sign = { chainId: 'eip155:1', method: 'personal_sign', params: [] }

/** Creates an app that watches one pairing. */
async function watching() {
  const app = world.app()
  const pairing = app.connect({ namespaces: asked })
  pairing.approval.catch(() => {})
  await until(() => world.relay.published.length === 1)
  await settled()
  return { app, ...pairing }
}

function calls(method: string) {
  return world.relay.calls.filter((call) => call.method === method)
}

describe('the socket', () => {
  test('sends a token and the project id, and requests close reasons', async () => {
    let dialled = ''
    class Spy extends world.relay.webSocket {
      constructor(url: string) {
        super(url)
        dialled = url
      }
    }
    world
      .app({ webSocket: Spy, projectId: 'abc', relayUrl: 'wss://relay.test/path?x=1' })
      .connect({ namespaces: asked })
    await until(() => dialled !== '')
    const { origin, pathname, searchParams } = new URL(dialled)
    expect([origin, pathname, searchParams.get('x')]).toEqual(['wss://relay.test', '/path', '1'])
    expect(searchParams.get('projectId')).toBe('abc')
    expect(searchParams.get('useOnCloseEvent')).toBe('true')
    expect(searchParams.get('auth')?.split('.')).toHaveLength(3)
    // No other data of the page or the device.
    expect([...searchParams.keys()].sort()).toEqual(['auth', 'projectId', 'useOnCloseEvent', 'x'])
  })

  test('closes if there is nothing to watch, and reopens', async () => {
    const { app, cancel } = await watching()
    cancel()
    await settled()
    expect(world.relay.connections()).toBe(1)
    // The approval of a withdrawn link may still arrive for half a minute.
    await world.clock.advance(40_000)
    expect(world.relay.connections()).toBe(0)
    expect(app.relay().status).toBe('idle')
    app.connect({ namespaces: asked })
    await until(() => world.relay.connections() === 1)
  })

  test('reports its state', async () => {
    const app = world.app()
    const states = record(app, 'relay')
    world.relay.faults.isDown = true
    app.connect({ namespaces: asked })
    await until(() => app.relay().status === 'closed')
    const since = app.relay().since
    await world.clock.advance(20_000)
    expect(app.relay().since).toBe(since)
    expect(app.relay().error).toMatchObject({ code: 'RELAY_UNREACHABLE' })
    world.relay.faults.isDown = false
    await world.clock.advance(30_000)
    expect(app.relay().status).toBe('open')
    expect(app.relay().error).toBeUndefined()
    const statuses = states.map(({ payload }) => payload.status)
    expect(statuses.slice(0, 2)).toEqual(['connecting', 'closed'])
    expect(statuses.at(-1)).toBe('open')
  })
})

describe('an interruption', () => {
  test('reconnects, restores subscriptions in one call, and receives missed messages', async () => {
    const { app, wallet, session } = await world.connected()
    app.connect({ namespaces: asked })
    await settled()
    const heard = record(app, 'session_event')
    world.relay.faults.isDown = true
    world.relay.drop(1006)
    await settled()
    const emitting = wallet.emit({
      topic: session.topic,
      chainId: 'eip155:1',
      event: { name: 'chainChanged', data: 1 },
    })
    world.relay.faults.isDown = false
    const before = calls('irn_batchSubscribe').length
    await world.clock.advance(5_000)
    await emitting
    expect(calls('irn_batchSubscribe').length).toBe(before + 1)
    expect(heard).toHaveLength(1)
  })

  test.each([
    ['1001 going away', 1001, 0, 500],
    ['1006 lost', 1006, 0, 500],
    ['1013 too many requests', 1013, 5_000, 5_500],
    ['4008 stale', 4008, 0, 125],
    ['4010 moved elsewhere', 4010, 0, 125],
  ])('%s', async (_, code, least, most) => {
    const { app } = await watching()
    world.relay.drop(code, 'so it goes')
    await settled()
    const { status, retryAt = 0, error } = app.relay()
    expect(status).toBe('closed')
    expect(error).toMatchObject({ wireCode: code, details: 'so it goes' })
    expect(retryAt - world.clock.now()).toBeGreaterThanOrEqual(least)
    expect(retryAt - world.clock.now()).toBeLessThanOrEqual(most)
    await world.clock.advance(most)
    expect(app.relay().status).toBe('open')
  })

  test('is retried for ever, with growing delays', async () => {
    const { app } = await watching()
    world.relay.faults.isDown = true
    world.relay.drop()
    await world.clock.advance(minute)
    const early = world.relay.dials()
    await world.clock.advance(2 * minute)
    world.relay.faults.isDown = false
    await world.clock.advance(30_000)
    expect(app.relay().status).toBe('open')
    expect(world.relay.dials()).toBeGreaterThanOrEqual(early)
  })

  test('is retried at once when the page wakes', async () => {
    let wake = () => {}
    const app = world.app({
      watchWake(listener) {
        wake = listener
        return () => {}
      },
    })
    app.connect({ namespaces: asked })
    await until(() => world.relay.published.length === 1)
    world.relay.faults.isDown = true
    world.relay.drop()
    await world.clock.advance(2 * minute)
    world.relay.faults.isDown = false
    wake()
    await until(() => app.relay().status === 'open')
  })
})

describe('a connection that died silently', () => {
  test('is detected by a probe when the page wakes', async () => {
    const { app } = await watching()
    world.relay.faults.isSilent = true
    const dials = world.relay.dials()
    app.resume()
    await settled()
    world.relay.faults.isSilent = false
    await world.clock.advance(3_000)
    await world.clock.advance(500)
    expect(world.relay.dials()).toBe(dials + 1)
    expect(app.relay().status).toBe('open')
  })

  test('is detected while a caller waits', async () => {
    await watching()
    await world.clock.advance(3_000)
    world.relay.faults.isSilent = true
    const dials = world.relay.dials()
    await world.clock.advance(30_000)
    world.relay.faults.isSilent = false
    await world.clock.advance(4_000)
    expect(world.relay.dials()).toBe(dials + 1)
  })

  test('is not probed while no caller waits', async () => {
    await world.connected()
    await settled()
    const before = world.relay.calls.length
    await world.clock.advance(60 * minute)
    // The only call is the one fetch after subscribing.
    expect(world.relay.calls.slice(before).map(({ method }) => method)).toEqual([
      'irn_batchFetchMessages',
      'irn_batchFetchMessages',
    ])
  })

  test('a live connection stays open when the page wakes', async () => {
    const { app } = await watching()
    const dials = world.relay.dials()
    for (let wake = 0; wake < 5; wake++) app.resume()
    await settled()
    await world.clock.advance(10_000)
    expect(world.relay.dials()).toBe(dials)
  })

  test('error: a relay that never opens is given up after ten seconds', async () => {
    class Hanging implements WebSocketLike {
      onopen = null
      onmessage = null
      onclose = null
      onerror = null
      send() {}
      close() {}
    }
    const app = world.app({ webSocket: Hanging })
    app.connect({ namespaces: asked })
    await until(() => app.relay().status === 'connecting')
    await world.clock.advance(10_000)
    expect(app.relay()).toMatchObject({ status: 'closed', error: { code: 'RELAY_UNREACHABLE' } })
  })

  test('error: a URL that the page may not connect to counts as unreachable', async () => {
    class Forbidden implements WebSocketLike {
      onopen = null
      onmessage = null
      onclose = null
      onerror = null
      constructor() {
        throw new DOMException('blocked', 'SecurityError')
      }
      send() {}
      close() {}
    }
    const app = world.app({ webSocket: Forbidden })
    app.connect({ namespaces: asked })
    await until(() => app.relay().status === 'closed')
    expect(app.relay().error?.details).toContain('blocked')
  })
})

describe('publishing', () => {
  test('an unconfirmed publish is sent again unchanged, and stored once', async () => {
    const { app, wallet, session } = await world.connected()
    await settled()
    const shown = record(wallet, 'session_request')
    world.relay.faults.lostAnswers = 1
    const answered = app.request({ topic: session.topic, ...sign })
    expect(await answered).toBe('0x51')
    await world.clock.advance(10_000)
    const messages = calls('irn_publish').map(({ params }) => (params as { message: string }).message)
    expect(messages.length).toBe(new Set(messages).size + 1)
    expect(shown).toHaveLength(1)
  })

  test('an overloaded relay is retried later', async () => {
    const app = world.app()
    world.relay.faults.errors.irn_publish = { code: 3001, message: 'Too many requests' }
    app.connect({ namespaces: asked })
    await until(() => calls('irn_publish').length === 1)
    world.relay.faults.errors = {}
    await world.clock.advance(5_000)
    expect(world.relay.published).toHaveLength(1)
  })

  test("error: the relay's error is passed on with its message", async () => {
    world.relay.faults.errors.irn_publish = { code: -32000, message: 'MailboxLimitExceeded' }
    const { approval } = world.app().connect({ namespaces: asked })
    await expect(approval).rejects.toMatchObject({
      code: 'RELAY_ERROR',
      wireCode: -32000,
      details: 'MailboxLimitExceeded',
    })
  })

  test('error: a message that could not be sent before it expired', async () => {
    const { app, session } = await world.connected()
    await settled()
    world.relay.faults.isDown = true
    world.relay.drop()
    const answered = app.request({ topic: session.topic, ...sign })
    answered.catch(() => {})
    await world.clock.advance(6 * minute)
    await expect(answered).rejects.toMatchObject({
      code: expect.stringMatching(/REQUEST_EXPIRED|RELAY_UNREACHABLE/),
    })
  })
})

describe('subscribing', () => {
  test('is retried after a temporary error', async () => {
    const app = world.app()
    const states = record(app, 'relay')
    world.relay.faults.errors.irn_subscribe = { code: -32000, message: 'SubscriberLimitExceeded' }
    app.connect({ namespaces: asked })
    await until(() => calls('irn_subscribe').length === 1)
    await settled()
    expect(states.at(-1)?.payload).toMatchObject({
      status: 'open',
      error: { code: 'RELAY_ERROR', details: 'SubscriberLimitExceeded' },
    })
    world.relay.faults.errors = {}
    await world.clock.advance(2_000)
    expect(calls('irn_subscribe').length).toBeGreaterThan(1)
    const [{ clientId } = { clientId: '' }] = calls('irn_subscribe')
    expect(world.relay.topicsOf(clientId)).toHaveLength(1)
  })

  test('a relay that does not deliver its mailbox is asked for it', async () => {
    world.relay.faults.isFlushless = true
    const wallet = await world.agreeableWallet()
    const app = world.app()
    const { uri, approval } = app.connect({ namespaces: asked })
    await until(() => world.relay.published.length === 1)
    await wallet.pair({ uri })
    await settled()
    await world.clock.advance(2_000)
    await settled()
    await world.clock.advance(2_000)
    await approval
    await settled()
    expect(world.relay.unacknowledged()).toBe(0)
  })

  test('lost pushes arrive with the next connection', async () => {
    const { app, wallet, session } = await world.connected()
    await settled()
    const heard = record(app, 'session_event')
    world.relay.faults.lostPushes = 1
    const { topic } = session
    await wallet.emit({ topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } })
    await settled()
    expect(heard).toEqual([])
    app.resume()
    await until(() => heard.length === 1)
  })

  test('works with a slow relay', async () => {
    world.relay.faults.delay = 2_000
    const wallet = await world.agreeableWallet()
    const app = world.app()
    const { uri, approval } = app.connect({ namespaces: asked })
    await wallet.pair({ uri })
    await world.clock.advance(20_000)
    expect((await approval).topic).toBe(wallet.sessions()[0]?.topic)
  })
})

describe('backOff', () => {
  test('is random over a range that doubles up to thirty seconds', () => {
    const drawn = (attempt: number) => Array.from({ length: 500 }, () => backOff(attempt))
    for (const [attempt, bound] of [
      [0, 500],
      [3, 4_000],
      [6, 30_000],
      [60, 30_000],
    ] as const) {
      const values = drawn(attempt)
      expect(Math.max(...values)).toBeLessThanOrEqual(bound)
      expect(Math.max(...values)).toBeGreaterThan(bound * 0.9)
      expect(Math.min(...values)).toBeLessThan(bound * 0.1)
    }
  })
})

describe('openLink', () => {
  /** Opens a link on a socket that the test controls. */
  function open() {
    const sent: string[] = []
    const pushes: { acknowledge(): void; topic: string }[] = []
    const closes: [number, string][] = []
    let socket: WebSocketLike | undefined
    class Fake implements WebSocketLike {
      onopen: WebSocketLike['onopen'] = null
      onmessage: WebSocketLike['onmessage'] = null
      onclose: WebSocketLike['onclose'] = null
      onerror: WebSocketLike['onerror'] = null
      constructor() {
        socket = this
      }
      send(text: string) {
        sent.push(text)
      }
      close() {}
    }
    const clock = createFakeClock()
    const link = openLink({
      webSocket: Fake,
      url: 'wss://relay.test',
      clock,
      onOpen() {},
      onPush: (push) => pushes.push(push),
      onClose: (code, reason) => closes.push([code, reason]),
    })
    const say = (data: unknown) => socket?.onmessage?.({ data } as never)
    socket?.onopen?.({} as never)
    return { link, sent, pushes, closes, say, clock, socket }
  }

  const push = (id: string) =>
    `{"id": ${id},"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"00","data":{"topic":"t","message":"m"}}}`

  test.each(['1', '1778341964282845123', '9007199254740993', '"text"', '18446744073709551615'])(
    'a push with the id %s is acknowledged with that very id',
    (id) => {
      const { say, pushes, sent } = open()
      say(push(id))
      pushes[0]?.acknowledge()
      expect(sent).toEqual([`{"id":${id},"jsonrpc":"2.0","result":true}`])
    },
  )

  test.each([
    '',
    'null',
    '[]',
    '{}',
    '{"id":1}',
    '{"method":"irn_subscription"}',
    '{"method":"irn_subscription","params":{"data":{"topic":1,"message":[]}}}',
    '{"id":{},"result":true}',
    new Uint8Array(3),
    '['.repeat(1e5),
  ])('ignores an invalid frame: %o', (frame) => {
    const { say, pushes, closes } = open()
    say(frame)
    expect(pushes).toEqual([])
    expect(closes).toEqual([])
  })

  test('ignores an answer after the socket closed, and reports the close once', async () => {
    const { link, socket, closes } = open()
    const call = link.call('irn_subscribe', {})
    socket?.onclose?.({ code: 1006, reason: '' } as never)
    link.drop()
    await expect(call).rejects.toThrow()
    await expect(link.call('irn_subscribe', {})).rejects.toThrow()
    expect(closes).toEqual([[1006, '']])
  })

  test('treats a closing socket as closed and sends nothing on it', async () => {
    const { link, socket, sent, closes } = open()
    Object.assign(socket ?? {}, { readyState: 2 })
    await expect(link.call('irn_subscribe', {})).rejects.toThrow()
    expect(sent).toEqual([])
    expect(closes).toHaveLength(1)
  })

  test('an unanswered call ends the link', async () => {
    const { link, closes, clock } = open()
    const call = link.call('irn_subscribe', {})
    call.catch(() => {})
    await clock.advance(8_000)
    await expect(call).rejects.toThrow()
    expect(closes).toHaveLength(1)
  })

  test('call ids are at least 1e9, below 2^53 and unique', () => {
    const { link, sent } = open()
    for (let count = 0; count < 50; count++) link.call('irn_subscribe', {}).catch(() => {})
    const ids = sent.map((text) => JSON.parse(text).id)
    expect(new Set(ids).size).toBe(50)
    expect(Math.min(...ids)).toBeGreaterThan(1e9)
    expect(Math.max(...ids)).toBeLessThan(2 ** 53)
  })
})

describe('a relay that was unreachable for long', () => {
  /** Fails twelve attempts, after which the next one is up to half a minute away. */
  async function longGone() {
    const { app, session } = await world.connected()
    world.relay.faults.isDown = true
    world.relay.drop()
    for (let minute = 0; minute < 6; minute++) await world.clock.advance(60_000)
    expect(app.relay().status).toBe('closed')
    world.relay.faults.isDown = false
    const dials = world.relay.dials()
    return { app, session, dials }
  }

  test('is tried at once on a request', async () => {
    const { app, session, dials } = await longGone()
    const answer = app.request({
      topic: session.topic,
      chainId: 'eip155:1',
      method: 'personal_sign',
      params: ['0x', ''],
    })
    await settled()
    expect(world.relay.dials()).toBe(dials + 1)
    expect(app.relay().status).toBe('open')
    expect(world.relay.published.at(-1)?.tag).toBe(1108)
    answer.catch(() => {})
  })

  test('is tried at once on resume, also after earlier failures', async () => {
    const { app } = await longGone()
    world.relay.faults.isDown = true
    const heard = record(app, 'relay')
    void app.resume()
    await settled()
    expect(heard.map(({ payload }) => ('status' in payload ? payload.status : ''))).toEqual([
      'connecting',
      'closed',
    ])
    // Like after a first failure: half a second at most.
    expect((app.relay().retryAt ?? Infinity) - world.clock.now()).toBeLessThanOrEqual(500)
  })
})
