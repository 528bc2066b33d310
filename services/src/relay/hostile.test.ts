import { connect as connectTcp } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createLog } from '../shared/log.js'
import { connectRelay, type RelayClient } from '../testing/connectRelay.js'
import { createIdentity } from '../testing/createIdentity.js'
import { createTestClock } from '../testing/createTestClock.js'
import { newTopic, publish, settle, setUpRelay, subscribe } from '../testing/startTestRelay.js'

const topic = 'ab'.repeat(32)
const megabyte = 1024 * 1024
const request = (method: string, params: unknown) =>
  JSON.stringify({ id: 1_000_000_001, jsonrpc: '2.0', method, params })
const entry = { topic, message: 'hello', ttl: 300, tag: 0 }
const topics = (count: number) => Array.from({ length: count }, newTopic)

/** Returns the reply to a raw frame: its id and error tag, or its result. */
async function answer(client: RelayClient, text: string) {
  const { id, result, error } = JSON.parse(await client.sendRaw(text))
  return error === undefined ? [id, result] : [id, error.code, error.data]
}

describe('frames', { timeout: 30_000 }, () => {
  const id = 1_000_000_001
  test.each([
    ['no JSON', '{"id":1000000001,', [id, -32600, 'Serialization']],
    ['a batch', '[{"id":1000000001}]', [0, -32600, 'Serialization']],
    [
      'deep nesting',
      request('irn_publish', '['.repeat(2_000)).replace(/"(\[+)"/, '$1'),
      [id, -32600, 'Serialization'],
    ],
    ['an unknown method', request('irn_drop', {}), [id, -32600, 'InvalidMethod']],
    ['a method of Object', request('constructor', {}), [id, -32600, 'InvalidMethod']],
    ['no parameters', request('irn_subscribe', undefined), [id, -32600, 'InvalidParams']],
    ['parameters as a list', request('irn_subscribe', [topic]), [id, -32600, 'InvalidParams']],
    ['a topic that is a number', request('irn_subscribe', { topic: 1 }), [id, -32600, 'InvalidParams']],
    ['a short topic', request('irn_subscribe', { topic: 'ab' }), [id, -32600, 'InvalidTopic']],
    [
      'a topic in capitals',
      request('irn_subscribe', { topic: topic.toUpperCase() }),
      [id, -32600, 'InvalidTopic'],
    ],
    ['a topic with SQL', request('irn_subscribe', { topic: `${topic}' --` }), [id, -32600, 'InvalidTopic']],
    [
      'a bad topic among good ones',
      request('irn_batchSubscribe', { topics: [topic, 'x'] }),
      [id, -32600, 'InvalidTopic'],
    ],
    ['no topics', request('irn_batchSubscribe', { topics: [] }), [id, -32600, 'BatchEmpty']],
    [
      '501 topics',
      request('irn_batchSubscribe', { topics: topics(501) }),
      [id, -32600, 'BatchLimitExceeded'],
    ],
    [
      '501 topics to fetch',
      request('irn_batchFetchMessages', { topics: topics(501) }),
      [id, -32600, 'BatchLimitExceeded'],
    ],
    [
      '501 messages',
      request('irn_batchPublish', { messages: Array(501).fill(entry) }),
      [id, -32600, 'BatchLimitExceeded'],
    ],
    ['no life', request('irn_publish', { ...entry, ttl: 0 }), [id, -32000, 'TtlTooShort']],
    ['a life of 2^32 s', request('irn_publish', { ...entry, ttl: 2 ** 32 }), [id, -32000, 'TtlTooLong']],
    ['a negative life', request('irn_publish', { ...entry, ttl: -1 }), [id, -32600, 'InvalidParams']],
    ['half a second', request('irn_publish', { ...entry, ttl: 300.5 }), [id, -32600, 'InvalidParams']],
    [
      'a tag beyond 32 bits',
      request('irn_publish', { ...entry, tag: 2 ** 32 }),
      [id, -32600, 'InvalidParams'],
    ],
    ['an empty message', request('irn_publish', { ...entry, message: '' }), [id, -32600, 'InvalidParams']],
    [
      'a message that is an object',
      request('irn_publish', { ...entry, message: {} }),
      [id, -32600, 'InvalidParams'],
    ],
    [
      'a large message',
      request('irn_publish', { ...entry, message: 'x'.repeat(256 * 1024 + 1) }),
      [id, -32600, 'PayloadSizeExceeded'],
    ],
    [
      'a large attestation',
      request('irn_publish', { ...entry, attestation: 'x'.repeat(256 * 1024) }),
      [id, -32600, 'PayloadSizeExceeded'],
    ],
    [
      'a frame of 1 MiB and a byte',
      request('irn_publish', entry).padEnd(megabyte + 1, ' '),
      [id, -32600, 'PayloadSizeExceeded'],
    ],
    [
      'a malformed receipt',
      request('irn_batchReceive', { receipts: [{ topic, messageId: '1' }] }),
      [id, -32600, 'InvalidParams'],
    ],
  ])('error: %s', async (_, text, expected) => {
    const { connect } = await setUpRelay()
    const client = await connect()
    expect(await answer(client, text)).toEqual(expected)
    expect(await publish(client, topic, 'still here')).toBe(true)
  })

  test('a 19-digit id is returned exactly as written, as number or text', async () => {
    const { connect } = await setUpRelay()
    const client = await connect()
    for (const token of ['1778341964282845123', '"1778341964282845123"']) {
      const raw = await client.sendRaw(
        `{"id":${token},"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${topic}"}}`,
      )
      expect(raw).toContain(`{"id":${token},`)
      const refused = await client.sendRaw(`{"id":${token},"jsonrpc":"2.0","method":"nothing"}`)
      expect(refused).toContain(`{"id":${token},`)
    }
  })

  test('accepts a frame of exactly 1 MiB', async () => {
    const { connect } = await setUpRelay()
    const text = request('irn_publish', entry).padEnd(megabyte, ' ')
    expect(await answer(await connect(), text)).toEqual([id, true])
  })

  test('a frame far above the limit closes its own socket only', async () => {
    const { connect } = await setUpRelay()
    const [bad, good] = [await connect(), await connect()]
    bad.socket.send('x'.repeat(2 * megabyte + 1))
    expect(await bad.closed).toMatchObject({ code: 1009 })
    expect(await publish(good, topic, 'hello')).toBe(true)
  })

  test('ignores answers to pushes that were never sent', async () => {
    const { connect } = await setUpRelay()
    const client = await connect()
    for (const text of ['{"id":1,"result":true}', '{"id":"x","result":true}', '{"id":1,"error":{}}']) {
      client.socket.send(text)
    }
    expect(await publish(client, topic, 'hello')).toBe(true)
  })

  test('declines compression', async () => {
    const { connect } = await setUpRelay()
    const client = await connect()
    expect(client.socket.extensions).toBe('')
  })

  test('accepts a frame byte by byte, and a reset affects no other socket', async () => {
    const { services, connect } = await setUpRelay()
    const good = await connect()
    await subscribe(good, topic)
    const tcp = connectTcp(services.port, '127.0.0.1')
    const query = new URLSearchParams({ auth: createIdentity().token() })
    tcp.write(
      `GET /?${query} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    )
    await new Promise((resolve) => tcp.once('data', resolve))
    tcp.setNoDelay(true)
    for (const byte of maskedFrame(request('irn_publish', { ...entry, message: 'slowly' }))) {
      await new Promise<void>((resolve) => tcp.write(Uint8Array.of(byte), () => resolve()))
    }
    expect(await good.untilPushed(1)).toEqual(['slowly'])
    tcp.write(maskedFrame(request('irn_publish', { ...entry, message: 'never' })).subarray(0, 20))
    tcp.resetAndDestroy()
    expect(await publish(good, newTopic(), 'hello')).toBe(true)
  })
})

describe('admission', { timeout: 30_000 }, () => {
  const token = (options: Parameters<ReturnType<typeof createIdentity>['token']>[0]) =>
    createIdentity().token(options)
  const now = Math.floor(Date.now() / 1000)

  test.each([
    ['nothing', '', 401, 'JWT validation error: Missing JWT'],
    [
      'alg none',
      token({ header: { alg: 'none' } }),
      403,
      'JWT validation error: Invalid JWT signing algorithm',
    ],
    ['20 kB', token({ claims: { more: 'x'.repeat(15_000) } }), 403, 'JWT validation error: Invalid format'],
    [
      'an expired token',
      token({ now: now - 90_000 }),
      401,
      'JWT validation error: JWT Token is expired: Some(',
    ],
    [
      'a token of tomorrow',
      token({ now: now + 86_400 }),
      401,
      `JWT validation error: JWT Token is not yet valid: basic.iat: ${now + 86_400}, now + time_leeway: `,
    ],
  ])('error: %s, by HTTP or by close code as the client asks', async (_, bad, status, text) => {
    const { services, connect } = await setUpRelay()
    const refused = connectRelay(services.relayUrl, { token: bad })
    await expect(refused).rejects.toMatchObject({ status, body: expect.stringContaining(text) })
    const client = await connect({ token: bad, useOnCloseEvent: true })
    expect(await client.closed).toEqual({ code: 3000, reason: expect.stringContaining(text) })
  })

  test('accepts the token in a header', async () => {
    const { connect } = await setUpRelay()
    const headers = { authorization: `Bearer ${createIdentity().token()}` }
    const client = await connect({ token: '', headers })
    expect(await publish(client, topic, 'hello')).toBe(true)
  })

  test('error: an unknown project, a missing one, an origin that is not on the list', async () => {
    const { services, connect } = await setUpRelay({
      projects: [{ id: 'acme', origins: ['https://acme.example'] }],
    })
    const closed = async (options: { projectId?: string; origin?: string }) => {
      const client = await connect({
        projectId: options.projectId,
        useOnCloseEvent: true,
        headers: options.origin === undefined ? {} : { origin: options.origin },
      })
      return client.closed
    }
    expect(await closed({ projectId: 'other' })).toEqual({ code: 3000, reason: 'Unauthorized: invalid key' })
    expect(await closed({})).toEqual({ code: 3000, reason: 'Project ID is missing' })
    expect(await closed({ projectId: 'acme', origin: 'https://evil.example' })).toEqual({
      code: 3000,
      reason: 'Unauthorized: origin not allowed',
    })
    await expect(connectRelay(services.relayUrl, { projectId: 'other' })).rejects.toMatchObject({
      status: 401,
    })
    const headers = { origin: 'https://acme.example' }
    expect(await publish(await connect({ projectId: 'acme', headers }), topic, 'hello')).toBe(true)
  })

  test('error: too many sockets of one client, until one closes', async () => {
    const { services, connect } = await setUpRelay({ settings: { relaySocketsPerClient: 2 } })
    const identity = createIdentity()
    const first = await connect({ identity })
    const second = await connect({ identity })
    await expect(connectRelay(services.relayUrl, { identity })).rejects.toMatchObject({ status: 429 })
    const told = await connect({ identity, useOnCloseEvent: true })
    expect(await told.closed).toMatchObject({ code: 1013 })
    await connect()
    await first.close()
    const third = await connect({ identity })
    await second.close()
    await third.close()
    for (let count = 0; count < 2; count++) await connect({ identity })
    await expect(connectRelay(services.relayUrl, { identity })).rejects.toMatchObject({ status: 429 })
  })

  test('error: too many sockets from one address, and too many per minute', async () => {
    const clock = createTestClock(Date.now())
    const { services, connect } = await setUpRelay({
      clock,
      settings: {
        trustedProxies: ['127.0.0.1'],
        relayAudiences: ['localhost'],
        relaySocketsPerAddress: 2,
        relayConnectRate: 4,
      },
    })
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    await connect(from('203.0.113.1'))
    await connect(from('203.0.113.1'))
    const refused = () => connectRelay(services.relayUrl, from('203.0.113.1'))
    await expect(refused()).rejects.toMatchObject({ status: 429, body: expect.stringContaining('address') })
    await expect(refused()).rejects.toMatchObject({ body: expect.stringContaining('(address)') })
    await expect(refused()).rejects.toMatchObject({ body: expect.stringContaining('from this address') })
    await connect(from('203.0.113.2'))
    clock.advance(15_000)
    await expect(refused()).rejects.toMatchObject({ body: expect.stringContaining('(address)') })
  })

  test('a project without free sockets does not affect others', async () => {
    const projects = [{ id: 'small', limits: { relaySockets: 1 } }, { id: 'other' }]
    const { services, connect } = await setUpRelay({ projects })
    await connect({ projectId: 'small' })
    await expect(connectRelay(services.relayUrl, { projectId: 'small' })).rejects.toMatchObject({
      status: 429,
    })
    await connect({ projectId: 'other' })
  })

  test('error: any other path', async () => {
    const { services } = await setUpRelay()
    await expect(connectRelay(`${services.relayUrl}/other`)).rejects.toMatchObject({ status: 404 })
  })
})

describe('limits of a client', { timeout: 30_000 }, () => {
  test('error: 1,001 topics, on one socket or several', async () => {
    const { connect } = await setUpRelay()
    const identity = createIdentity()
    const [one, two] = [await connect({ identity }), await connect({ identity })]
    const all = topics(1_001)
    await one.request('irn_batchSubscribe', { topics: all.slice(0, 500) })
    await two.request('irn_batchSubscribe', { topics: all.slice(500, 1_000) })
    await two.request('irn_batchSubscribe', { topics: all.slice(0, 500) })
    await expect(subscribe(one, all[1_000] ?? '')).rejects.toMatchObject({
      code: -32000,
      data: 'SubscriberLimitExceeded',
    })
    await one.request('irn_unsubscribe', { topic: all[0] })
    await expect(subscribe(one, all[1_000] ?? '')).rejects.toMatchObject({ data: 'SubscriberLimitExceeded' })
    await two.request('irn_unsubscribe', { topic: all[0] })
    await subscribe(one, all[1_000] ?? '')
  })

  test('error: too many publishes per second, counted per client and not per socket', async () => {
    const clock = createTestClock(Date.now())
    const { connect } = await setUpRelay({ clock, settings: { relayPublishRate: 1, relayPublishBurst: 2 } })
    const identity = createIdentity()
    const [one, two, other] = [await connect({ identity }), await connect({ identity }), await connect()]
    await publish(one, topic, '1')
    await publish(two, topic, '2')
    await expect(publish(one, topic, '3')).rejects.toMatchObject({ code: 3001, data: 'TooManyRequests' })
    await one.close()
    await expect(publish(await connect({ identity }), topic, '3')).rejects.toMatchObject({ code: 3001 })
    await publish(other, topic, '3')
    clock.advance(1_000)
    await publish(two, topic, '4')
  })

  test('error: too many requests of any kind are refused, and in the end the socket is closed', async () => {
    const clock = createTestClock(Date.now())
    const { connect } = await setUpRelay({ clock, settings: { relayRequestRate: 1 } })
    const client = await connect()
    for (let count = 0; count < 10; count++) await subscribe(client, topic)
    await expect(subscribe(client, topic)).rejects.toMatchObject({ code: 3001 })
    for (let count = 0; count < 1_000; count++) client.socket.send('{"id":1,"method":"irn_subscribe"}')
    expect(await client.closed).toEqual({ code: 1013, reason: 'too many refused requests' })
  })

  test('error: a full mailbox', async () => {
    const { connect } = await setUpRelay({ settings: { relayMailboxMessages: 2 } })
    const [alice, bob] = [await connect(), await connect()]
    await publish(alice, topic, '1')
    await publish(alice, topic, '2')
    await expect(publish(alice, topic, '3')).rejects.toMatchObject({
      code: -32000,
      data: 'MailboxLimitExceeded',
    })
    await subscribe(bob, topic)
    await bob.untilPushed(2)
    await settle(bob)
    expect(await publish(alice, topic, '3')).toBe(true)
  })
})

describe('readers', { timeout: 30_000 }, () => {
  const text = (index: number) => `${index}:`.padEnd(200_000, 'x')
  const settings = { relayBufferSize: 64 * 1024, relayBufferLimit: megabyte, relayMailboxSize: 64 * megabyte }

  test('a slow reader gets everything, in order, from the mailbox', async () => {
    // The clock stands still, so the reader wakes the mailbox and not the relay's check every second.
    const { connect } = await setUpRelay({ clock: createTestClock(Date.now()), settings })
    const [alice, bob] = [await connect(), await connect()]
    await subscribe(bob, topic)
    bob.socket.pause()
    const texts = Array.from({ length: 100 }, (_, index) => text(index))
    for (const one of texts) await publish(alice, topic, one)
    bob.socket.resume()
    expect(await bob.untilPushed(100)).toEqual(texts)
  })

  test('a client that does not read for 30 seconds is disconnected, and others are served meanwhile', async () => {
    const clock = createTestClock(Date.now())
    const { connect } = await setUpRelay({ clock, settings })
    const [alice, bob, carol] = [await connect(), await connect(), await connect()]
    for (const client of [bob, carol]) await subscribe(client, topic)
    bob.socket.pause()
    const texts = Array.from({ length: 100 }, (_, index) => text(index))
    for (const one of texts) await publish(alice, topic, one)
    expect(await carol.untilPushed(100)).toEqual(texts)
    clock.advance(31_000)
    bob.socket.resume()
    expect(await bob.closed).toEqual({ code: 1013, reason: 'reads too slowly' })
  })

  test('many slow readers together get everything, from the mailbox, too', async () => {
    const roomy = { ...settings, relayBufferSize: 64 * megabyte, relayBufferLimit: 64 * megabyte }
    const { connect } = await setUpRelay({ settings: { ...roomy, relayBufferTotal: megabyte } })
    const alice = await connect()
    const readers = [await connect(), await connect(), await connect()]
    for (const reader of readers) {
      await subscribe(reader, topic)
      reader.socket.pause()
    }
    const texts = Array.from({ length: 60 }, (_, index) => text(index))
    for (const one of texts) await publish(alice, topic, one)
    for (const { socket } of readers) socket.resume()
    for (const reader of readers) expect(await reader.untilPushed(60)).toEqual(texts)
  })

  test('a client that sends requests and reads nothing is disconnected', async () => {
    const { connect } = await setUpRelay({ settings: { ...settings, relayRequestRate: 100_000 } })
    const [alice, bob] = [await connect(), await connect()]
    for (let index = 0; index < 4; index++) await publish(alice, topic, text(index))
    bob.socket.pause()
    for (let count = 0; count < 100; count++) {
      bob.socket.send(request('irn_fetchMessages', { topic }))
      // Waiting lets the relay process the requests, so that its answers pile up.
      if (count % 10 === 0) await settle(alice)
    }
    bob.socket.resume()
    expect(await bob.closed).toEqual({ code: 1013, reason: 'reads too slowly' })
  })

  test('a client that answers no ping is disconnected after two intervals, one that does stays', async () => {
    const clock = createTestClock(Date.now())
    const { connect } = await setUpRelay({ clock })
    const [dead, alive] = [await connect(), await connect()]
    for (const client of [dead, alive]) await subscribe(client, topic)
    Object.assign(dead.socket, { _autoPong: false })
    for (let ping = 1; ping <= 3; ping++) {
      const pinged = new Promise((resolve) => alive.socket.once('ping', resolve))
      clock.advance(25_000)
      await pinged
      // Its pong arrives before the answer to the next request.
      await settle(alive)
    }
    expect(await dead.closed).toMatchObject({ code: 1006 })
    expect(alive.socket.readyState).toBe(alive.socket.OPEN)
  })

  test('a client without subscriptions that is silent for a minute is disconnected', async () => {
    const clock = createTestClock(Date.now())
    const { connect } = await setUpRelay({ clock })
    const [idle, busy, waiting] = [await connect(), await connect(), await connect()]
    await subscribe(waiting, topic)
    for (let second = 0; second < 60; second += 20) {
      await settle(busy)
      await new Promise<void>((resolve) => idle.socket.ping(undefined, undefined, () => resolve()))
      await new Promise((resolve) => idle.socket.once('pong', resolve))
      clock.advance(20_000)
    }
    expect(await idle.closed).toMatchObject({ code: 4008 })
    expect([busy, waiting].map(({ socket }) => socket.readyState)).toEqual([1, 1])
  })
})

describe('storage and time', { timeout: 30_000 }, () => {
  test('a full disk refuses publishes, loses nothing, and works again once there is room', async () => {
    const clock = createTestClock(Date.now())
    const { connect } = await setUpRelay({ clock, settings: { relayStoreSize: megabyte } })
    const [alice, bob] = [await connect(), await connect()]
    const stored: string[] = []
    const fill = async () => {
      for (let index = 0; ; index++) {
        const text = `${index}:`.padEnd(100_000, 'x')
        await publish(alice, topic, text)
        stored.push(text)
      }
    }
    await expect(fill()).rejects.toMatchObject({ code: -32603, data: 'StorageError' })
    expect(stored.length).toBeGreaterThan(5)
    await expect(publish(alice, topic, 'x'.repeat(100_000))).rejects.toMatchObject({ data: 'StorageError' })
    await subscribe(bob, topic)
    expect(await bob.untilPushed(stored.length)).toEqual(stored)
    clock.advance(301_000)
    const again = await connect()
    await expect.poll(() => publish(again, topic, 'room').catch(() => false)).toBe(true)
  })

  test('a changed calendar clock loses no message', async () => {
    const clock = createTestClock(Date.now())
    const { connect } = await setUpRelay({ clock })
    const [alice, bob] = [await connect(), await connect()]
    await publish(alice, topic, '1')
    clock.setCalendar(3_600_000)
    clock.advance(2_000)
    await publish(alice, topic, '2')
    clock.setCalendar(-7_200_000)
    await publish(alice, topic, '3')
    clock.advance(2_000)
    await subscribe(bob, topic)
    expect(await bob.untilPushed(3)).toEqual(['1', '2', '3'])
  })

  test('an expired message is not delivered', async () => {
    const clock = createTestClock(Date.now())
    const { connect } = await setUpRelay({ clock })
    const [alice, bob] = [await connect(), await connect()]
    await publish(alice, topic, 'short', { ttl: 30 })
    await publish(alice, topic, 'long', { ttl: 31 })
    clock.advance(30_000)
    await subscribe(bob, topic)
    expect(await bob.untilPushed(1)).toEqual(['long'])
  })
})

describe('the log', { timeout: 30_000 }, () => {
  test('contains no topics, clients, messages or whole addresses', async () => {
    const lines: string[] = []
    const log = createLog({ level: 'debug', now: () => 0, write: (line) => lines.push(line) })
    const { services, connect } = await setUpRelay({ log, settings: { relayMailboxMessages: 1 } })
    const [alice, bob] = [await connect(), await connect()]
    await subscribe(bob, topic)
    await publish(alice, topic, 'canary-message')
    await bob.untilPushed(1)
    await connectRelay(services.relayUrl, { token: 'canary-token' }).catch(() => undefined)
    await answer(alice, request('canary-method', { canary: 'canary-parameter' }))
    await alice.close()
    const text = lines.join('')
    expect(text).toContain('relay.refused')
    expect(text).toContain('relay.opened')
    for (const secret of ['canary', topic, alice.clientId, bob.clientId, '127.0.0.1"'])
      expect(text).not.toContain(secret)
  })
})

/** Encodes a text frame with a client's mask (RFC 6455 section 5.2). */
function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const header = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff])
  const mask = Buffer.from([1, 2, 3, 4])
  return Buffer.concat([header, mask, payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))])
}
