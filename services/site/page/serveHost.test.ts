import { type FrameRequestType, frameRequests } from 'latchkey/frame'
import { describe, expect, test } from 'vitest'
import { type Asked, type Handlers, type HostPort, serveHost } from './serveHost.js'
import { SiteError } from './toFrameError.js'

const idOf = (letter: string) => letter.repeat(22)

function conversation(
  own: Partial<{ [type in FrameRequestType]: (payload: never, asked: Asked) => unknown }> = {},
) {
  const log: string[] = []
  const posted: { [name: string]: unknown }[] = []
  const events: unknown[] = []
  const timers = new Set<() => void>()
  const port: HostPort = { postMessage: (message) => void posted.push(message as never), onmessage: null }
  const unexpected = (type: string) => () => {
    throw new Error(`${type} was not expected`)
  }
  const handlers = Object.fromEntries(
    Object.keys(frameRequests).map((type) => [type, own[type as FrameRequestType] ?? unexpected(type)]),
  ) as unknown as Handlers
  let seq = 0
  const host = serveHost({
    port,
    handlers,
    onEvent: (type, payload) => void events.push([type, payload]),
    newId: () => idOf('e'),
    log: (line) => void log.push(line),
    every(work) {
      timers.add(work)
      return () => timers.delete(work)
    },
  })
  const say = (message: object) => port.onmessage?.({ data: { v: 1, seq: ++seq, ...message } })
  const raw = (data: unknown) => port.onmessage?.({ data })
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  const answers = () => posted.filter(({ k }) => k === 'res')
  return { host, posted, log, answers, events, timers, say, raw, settled }
}

describe('serveHost', () => {
  test('answers a request with its id, its type and the next number', async () => {
    const { posted, say, settled } = conversation({ GET_CHAIN_ID: () => ({ chainId: 'eip155:1' }) })
    say({ k: 'req', t: 'GET_CHAIN_ID', id: idOf('a') })
    await settled()
    expect(posted).toEqual([
      { v: 1, seq: 1, k: 'res', t: 'GET_CHAIN_ID', id: idOf('a'), payload: { chainId: 'eip155:1' } },
    ])
  })

  test.each(['__proto__', 'constructor', 'toString', 'valueOf'])(
    'a method that is called %s is answered like any other',
    async (method) => {
      const { answers, say, settled } = conversation({ RPC_REQUEST: () => 'heard' })
      const payload = { method, params: [], chainId: 'eip155:1' }
      say({ k: 'req', t: 'RPC_REQUEST', id: idOf('a'), payload })
      await settled()
      expect(answers()).toEqual([expect.objectContaining({ k: 'res', id: idOf('a'), payload: 'heard' })])
    },
  )

  test('error: a failure keeps its code, and words of the inside stay inside', async () => {
    const { posted, say, settled } = conversation({
      CONNECT_OTP: () => {
        throw new SiteError('code_wrong', 'The code is wrong', { triesLeft: 3 })
      },
      SIGN_OUT: () => {
        throw new Error('secret')
      },
    })
    say({ k: 'req', t: 'CONNECT_OTP', id: idOf('a'), payload: { otp: '123456' } })
    await settled()
    say({ k: 'req', t: 'SIGN_OUT', id: idOf('b') })
    await settled()
    expect(posted.map(({ error }) => error)).toEqual([
      { code: 'code_wrong', message: 'The code is wrong', triesLeft: 3 },
      { code: 'failed', message: 'An error occurred' },
    ])
  })

  test('error: an unknown request, and a payload against the schema', async () => {
    const { posted, say, settled } = conversation()
    say({ k: 'req', t: 'GIVE_KEYS', id: idOf('a') })
    say({ k: 'req', t: 'CONNECT_EMAIL', id: idOf('b'), payload: { email: 'nobody' } })
    say({ k: 'req', t: 'CONNECT_EMAIL', id: idOf('c'), payload: { email: 'a@b.example', more: 1 } })
    await settled()
    expect(posted.map(({ id, error }) => [id, (error as { code: string }).code])).toEqual([
      [idOf('a'), 'unsupported'],
      [idOf('b'), 'invalid'],
      [idOf('c'), 'invalid'],
    ])
  })

  test('a message with another number than the next changes nothing', async () => {
    const { posted, raw, settled } = conversation({ GET_CHAIN_ID: () => ({ chainId: 1 }) })
    const message = { v: 1, k: 'req', t: 'GET_CHAIN_ID', id: idOf('a') }
    raw({ ...message, seq: 2 })
    raw({ ...message, seq: 0 })
    raw({ ...message, seq: 1 })
    raw({ ...message, id: idOf('b'), seq: 1 })
    await settled()
    expect(posted.map(({ id }) => id)).toEqual([idOf('a')])
  })

  test('no answers and no unreadable messages of the host count', async () => {
    const { posted, events, raw, say, settled } = conversation()
    const circle: { [name: string]: unknown } = {}
    circle.circle = circle
    for (const data of [
      undefined,
      'text',
      7,
      circle,
      new Map(),
      { v: 1, k: 'res', t: 'GET_USER', id: idOf('a'), seq: 1 },
    ])
      raw(data)
    say({ k: 'evt', t: 'SHOWN', id: idOf('a'), payload: { isShown: true } })
    await settled()
    // The unasked answer had the number 1, so the event's number is one that was there before.
    expect([posted, events]).toEqual([[], []])
    say({ k: 'evt', t: 'SHOWN', id: idOf('a'), payload: { isShown: true } })
    expect(events).toEqual([['SHOWN', { isShown: true }]])
  })

  test('a request that is too large is refused, and the next one is answered', async () => {
    const { posted, say, settled } = conversation({ GET_CHAIN_ID: () => ({ chainId: 1 }) })
    say({ k: 'req', t: 'RPC_REQUEST', id: idOf('a'), payload: { text: 'x'.repeat(300_000) } })
    say({ k: 'req', t: 'GET_CHAIN_ID', id: idOf('b') })
    await settled()
    expect(posted.map(({ id, error }) => [id, (error as { code: string } | undefined)?.code])).toEqual([
      [idOf('a'), 'too_large'],
      [idOf('b'), undefined],
    ])
  })

  test('cancelling ends the one request, also if its handler does not notice', async () => {
    const signals: AbortSignal[] = []
    const { answers, say, settled } = conversation({
      GET_USER: (_payload, { signal }) => {
        signals.push(signal)
        return new Promise(() => {})
      },
    })
    say({ k: 'req', t: 'GET_USER', id: idOf('a') })
    say({ k: 'req', t: 'GET_USER', id: idOf('b') })
    say({ k: 'cancel', t: 'GET_USER', id: idOf('a') })
    await settled()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    expect(answers().map(({ id, error }) => [id, error])).toEqual([
      [idOf('a'), { code: 'aborted', message: 'Request was aborted' }],
    ])
  })

  test('an id that is open is not begun again', async () => {
    let count = 0
    const { say, settled } = conversation({
      GET_USER: () => {
        count++
        return new Promise(() => {})
      },
    })
    say({ k: 'req', t: 'GET_USER', id: idOf('a') })
    say({ k: 'req', t: 'GET_USER', id: idOf('a') })
    await settled()
    expect(count).toBe(1)
  })

  test('a log names what was asked, how long it took and how it ended, and nothing of what was in it', async () => {
    const { log, say, settled } = conversation({
      CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP' }),
      CONNECT_OTP: () => {
        throw new SiteError('code_wrong', 'The code 123456 is wrong')
      },
    })
    say({ k: 'req', t: 'CONNECT_EMAIL', id: idOf('a'), payload: { email: 'ada@mail.example' } })
    say({ k: 'req', t: 'CONNECT_OTP', id: idOf('b'), payload: { otp: '123456' } })
    await settled()
    expect(log.map((line) => line.replace(/\d+ ms/, 'n ms')).sort()).toEqual([
      'CONNECT_EMAIL n ms: answered',
      'CONNECT_OTP n ms: code_wrong',
    ])
  })

  test('more than 64 open requests are refused', async () => {
    const { answers, say, settled } = conversation({ GET_USER: () => new Promise(() => {}) })
    for (let index = 0; index < 65; index++)
      say({ k: 'req', t: 'GET_USER', id: String(index).padStart(22, '0') })
    await settled()
    expect(answers()).toHaveLength(1)
    expect(answers()[0]?.error).toEqual({ code: 'pending', message: 'Too many requests are open' })
  })

  test('a request that may wait for the visitor shows signs of life at once and until its answer', async () => {
    let finish = () => {}
    const { posted, timers, say, settled } = conversation({
      OPEN_VIEW: () =>
        new Promise<void>((resolve) => {
          finish = resolve
        }),
    })
    say({ k: 'req', t: 'OPEN_VIEW', id: idOf('a'), payload: { view: 'security' } })
    await settled()
    const beat = { k: 'evt', t: 'HEARTBEAT', payload: { id: idOf('a') } }
    expect(posted).toMatchObject([beat])
    for (const work of timers) work()
    expect(posted).toMatchObject([beat, beat])
    finish()
    await settled()
    expect(timers.size).toBe(0)
    expect(posted).toHaveLength(3)
  })
})
