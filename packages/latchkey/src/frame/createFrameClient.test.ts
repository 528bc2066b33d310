import { describe, expect, test, vi } from 'vitest'
import type { FrameNews } from '../core/FrameClient.js'
import { createTestClock } from '../testing/createTestClock.js'
import { type FakeFrame, fakeFramePage } from '../testing/frame/fakeFramePage.js'
import { createFrameClient } from './createFrameClient.js'

const origin = 'https://wallet.example'
const nonceOf = (document: number) => `document-${document}`.padEnd(22, '_')

function setUp({ hash }: { readonly hash?: string } = {}) {
  const clock = createTestClock()
  const page = fakeFramePage()
  const events: FrameNews[] = []
  let made = 0
  const client = createFrameClient({
    address: { src: `${origin}/f/`, origin },
    page,
    clock,
    projectId: 'project',
    sdk: 'latchkey-test',
    hash,
    wallet: 'Wallet',
    newId: () => String(++made).padStart(22, '0'),
  })
  client.subscribe((event) => events.push(event))

  const frame = () => page.frames.at(-1) as FakeFrame
  const port = () => frame().inits.at(-1)?.port
  const seqs = new WeakMap<object, number>()
  const post = (message: object) => {
    const to = port()
    if (to === undefined) throw new Error('no port')
    const seq = (seqs.get(to) ?? 0) + 1
    seqs.set(to, seq)
    to.post({ v: 1, id: 'x'.repeat(22), seq, ...message })
  }
  const hello = (document = 1, more: object = {}) =>
    page.say({
      source: frame().window,
      origin,
      data: { type: 'latchkey:hello', v: 1, frameNonce: nonceOf(document), ...more },
    })
  const ready = (more: object = {}) =>
    post({
      k: 'evt',
      t: 'READY',
      payload: {
        sessionId: 's',
        bundleHash: 'abc',
        capabilities: { hasStorage: true, seesVisibility: true },
        ...more,
      },
    })
  const open = async (document = 1) => {
    hello(document)
    ready()
    await clock.advance(500)
  }
  const asked = () => port()?.posted.filter(({ k }) => k === 'req') ?? []
  const answer = (payload: unknown, at = -1) => {
    const { id, t } = asked().at(at) ?? {}
    post({ k: 'res', t, id, payload })
  }
  const fail = (error: object) => {
    const { id, t } = asked().at(-1) ?? {}
    post({ k: 'res', t, id, error: { message: '', ...error } })
  }
  return { client, clock, page, events, frame, port, post, hello, ready, open, asked, answer, fail }
}

/** Lets promises settle. */
async function settled() {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** What became of a promise. */
function outcomeOf(promise: Promise<unknown>) {
  const outcome: { value?: unknown; error?: { code: string; details?: string; message: string } } = {}
  promise.then(
    (value) => {
      outcome.value = value
    },
    (error) => {
      outcome.error = error
    },
  )
  return outcome
}

test('nothing is in the page before the first request', async () => {
  const { page, client } = setUp()
  expect(page.frames).toEqual([])
  void client.request('GET_CHAIN_ID').catch(() => {})
  expect(page.frames).toMatchObject([{ src: `${origin}/f/`, isMounted: true }])
})

test('a request is sent 500 ms after the frame is ready, and its answer is read', async () => {
  const { client, clock, hello, ready, asked, answer, frame, events } = setUp()
  const chain = client.request('GET_CHAIN_ID')
  hello()
  expect(frame().inits).toMatchObject([
    {
      message: {
        type: 'latchkey:init',
        v: 1,
        frameNonce: nonceOf(1),
        projectId: 'project',
        sdk: 'latchkey-test',
      },
    },
  ])
  ready()
  await clock.advance(499)
  expect([asked(), events]).toEqual([[], []])
  await clock.advance(1)
  expect(events.map(({ type }) => type)).toEqual(['READY'])
  expect(asked()).toMatchObject([{ v: 1, t: 'GET_CHAIN_ID', seq: 1, payload: {} }])
  answer({ chainId: 'eip155:1' })
  expect(await chain).toEqual({ chainId: 'eip155:1' })
})

test.each([
  ['another window', { source: {} }],
  ['another origin', { origin: 'https://wallet.example.evil.example' }],
  ['no origin', { origin: 'null' }],
  ['another version', { data: { type: 'latchkey:hello', v: 2, frameNonce: nonceOf(1) } }],
  ['no nonce', { data: { type: 'latchkey:hello', v: 1 } }],
  ['more than a hello', { data: { type: 'latchkey:hello', v: 1, frameNonce: nonceOf(1), more: 1 } }],
  ['a text', { data: 'latchkey:hello' }],
])('a hello with %s is not answered', (_, forged) => {
  const { client, page, frame } = setUp()
  void client.request('GET_CHAIN_ID').catch(() => {})
  page.say({
    source: frame().window,
    origin,
    data: { type: 'latchkey:hello', v: 1, frameNonce: nonceOf(1) },
    ...forged,
  })
  expect(frame().inits).toEqual([])
})

test('the same document is answered once', async () => {
  const { client, hello, frame } = setUp()
  void client.request('GET_CHAIN_ID').catch(() => {})
  hello()
  hello()
  expect(frame().inits).toHaveLength(1)
})

test('without a ready frame in 20 s the requests fail, and the next one tries again', async () => {
  const { client, clock, hello, page } = setUp()
  const outcome = outcomeOf(client.request('GET_CHAIN_ID'))
  await clock.advance(19_000)
  hello()
  await clock.advance(999)
  expect(outcome).toEqual({})
  await clock.advance(1)
  expect(outcome.error).toMatchObject({
    code: 'FRAME_LOAD_FAILED',
    message: 'Unable to load email login dependency',
  })
  expect(page.frames[0]?.isMounted).toBe(false)
  void client.request('GET_CHAIN_ID').catch(() => {})
  expect(page.frames).toHaveLength(2)
})

test('a release that the host has not pinned is refused', async () => {
  const { client, hello, ready, page } = setUp({ hash: 'pinned' })
  const outcome = outcomeOf(client.request('GET_CHAIN_ID'))
  hello()
  ready()
  await vi.waitFor(() => expect(outcome.error).toMatchObject({ code: 'FRAME_LOAD_FAILED' }))
  expect(page.frames[0]?.isMounted).toBe(false)
})

test('a page without a body says so', async () => {
  const { page } = setUp()
  const { createFramePage } = await import('./createFramePage.js')
  const client = createFrameClient({
    address: { src: '', origin },
    page: { ...page, mount: createFramePage().mount },
    clock: createTestClock(),
    projectId: '',
    sdk: '',
    wallet: '',
    newId: () => '',
  })
  await expect(client.request('GET_CHAIN_ID')).rejects.toMatchObject({
    code: 'FRAME_PARENT_NOT_SET',
    message: 'W3mFrame: parent is not set',
  })
})

test.each([
  ['of another type', { t: 'GET_USER' }],
  ['that no schema reads', { payload: { chainId: 1, more: 1 } }],
  ['that is too large', { payload: 'x'.repeat(300_000) }],
  ['with a foreign member', { own: 1 }],
])('an answer %s fails its request, and its content is not used', async (_, change) => {
  const { client, open, asked, post } = setUp()
  const outcome = outcomeOf(client.request('GET_CHAIN_ID'))
  await open()
  const { id, t } = asked()[0] ?? {}
  post({ k: 'res', t, id, payload: { chainId: 1 }, ...change })
  await vi.waitFor(() =>
    expect(outcome.error).toMatchObject({ code: 'FRAME_ERROR', message: 'An error occurred' }),
  )
})

test('a second answer, and one without a request, change nothing', async () => {
  const { client, open, answer, post, asked } = setUp()
  const first = client.request('GET_CHAIN_ID')
  await open()
  answer({ chainId: 1 })
  expect(await first).toEqual({ chainId: 1 })
  answer({ chainId: 2 })
  post({ k: 'res', t: 'GET_CHAIN_ID', id: 'unknown'.padEnd(22, '_'), payload: { chainId: 3 } })
  const second = client.request('GET_CHAIN_ID')
  expect(asked()).toHaveLength(2)
  answer({ chainId: 4 })
  expect(await second).toEqual({ chainId: 4 })
})

test('a message whose number is not the next one changes nothing', async () => {
  const { client, open, asked, port, answer, events } = setUp()
  const outcome = outcomeOf(client.request('GET_CHAIN_ID'))
  await open()
  const { id, t } = asked()[0] ?? {}
  for (const seq of [0, 1, 3, 2.5, '2']) {
    port()?.post({ v: 1, k: 'res', t, id, seq, payload: { chainId: 9 } })
    port()?.post({ v: 1, k: 'evt', t: 'SIGNED_OUT', id: 'x'.repeat(22), seq, payload: {} })
  }
  await settled()
  expect([outcome, events.map(({ type }) => type)]).toEqual([{}, ['READY']])
  answer({ chainId: 1 })
  await vi.waitFor(() => expect(outcome.value).toEqual({ chainId: 1 }))
})

test('an error reply rejects with what its code stands for, and keeps its words', async () => {
  const { client, open, fail } = setUp()
  const outcome = outcomeOf(client.request('CONNECT_EMAIL', { email: 'ada@example.com' }))
  await open()
  fail({ code: 'email_too_soon', message: 'later', seconds: 11.2 })
  await vi.waitFor(() =>
    expect(outcome.error).toMatchObject({
      code: 'EMAIL_TOO_SOON',
      message: 'Please try again after 12 seconds',
      details: 'later',
    }),
  )
})

test.each([
  ['with the reply’s words', 'The node is down', 'The node is down'],
  ['or its own without them', '', 'An error occurred'],
])('an error without a meaning of its own rejects %s', async (_, message, expected) => {
  const { client, open, fail } = setUp()
  const outcome = outcomeOf(client.request('GET_CHAIN_ID'))
  await open()
  fail({ code: 'failed', message })
  await vi.waitFor(() => expect(outcome.error).toMatchObject({ code: 'FRAME_ERROR', message: expected }))
})

test.each([
  ['CONNECT_EMAIL', { email: 'nobody' }, 'email: '],
  ['GET_SOCIAL_REDIRECT_URI', { provider: 'myspace' }, 'provider: Invalid enum value.'],
  ['CONNECT_OTP', {}, 'otp: Required'],
  ['CONNECT_OTP', { otp: 123456 }, 'otp: Expected string, received 123456'],
  ['CONNECT_OTP', { otp: '1', more: 1 }, 'more: Unrecognized key "more"'],
] as const)('%s with %o is not sent', async (type, payload, words) => {
  const { client, page } = setUp()
  await expect(client.request(type, payload as never)).rejects.toMatchObject({
    code: 'REQUEST_INVALID',
    details: expect.stringContaining(words),
  })
  expect(page.frames).toEqual([])
})

test.each([
  ['a call without `to`', [{ calls: [{ data: '0x' }] }], 'Required'],
  ['a call to a name', [{ calls: [{ to: 'vitalik.eth' }] }], '0x'],
  ['data that is not hex', [{ calls: [{ to: '0x1', data: 'abc' }] }], '0x'],
])('wallet_sendCalls with %s is not sent', async (_, params, words) => {
  const { client } = setUp()
  await expect(
    client.request('RPC_REQUEST', { method: 'wallet_sendCalls', params, chainId: 'eip155:1' }),
  ).rejects.toMatchObject({ code: 'REQUEST_INVALID', details: expect.stringContaining(words) })
})

test('what is given up is told to the frame, alone', async () => {
  const { client, open, answer, port, asked } = setUp()
  const giveUp = new AbortController()
  const first = outcomeOf(client.request('GET_CHAIN_ID', {}, { signal: giveUp.signal }))
  const second = client.request('IS_CONNECTED')
  await open()
  giveUp.abort()
  await vi.waitFor(() =>
    expect(first.error).toMatchObject({ code: 'REQUEST_ABORTED', message: 'Request was aborted' }),
  )
  expect(port()?.posted.filter(({ k }) => k === 'cancel')).toMatchObject([
    { t: 'GET_CHAIN_ID', id: asked()[0]?.id },
  ])
  answer({ isConnected: true })
  expect(await second).toEqual({ isConnected: true })
})

test('what is given up before the frame is ready is never sent', async () => {
  const { client, open, asked } = setUp()
  const giveUp = new AbortController()
  const outcome = outcomeOf(client.request('GET_CHAIN_ID', {}, { signal: giveUp.signal }))
  giveUp.abort()
  await open()
  expect([outcome.error?.code, asked()]).toEqual(['REQUEST_ABORTED', []])
})

test.each([
  ['the frame’s word counts', 0, { value: '0xdone' }],
  ['without one nobody knows', 5_000, { error: { code: 'FRAME_TIMEOUT', message: 'Something went wrong' } }],
])('of a request that may have been carried out %s', async (_, delay, expected) => {
  const { client, clock, open, answer } = setUp()
  const giveUp = new AbortController()
  const request = { method: 'eth_sendTransaction', chainId: 'eip155:1' } as const
  const outcome = outcomeOf(
    client.request('RPC_REQUEST', request, { signal: giveUp.signal, isCareful: true }),
  )
  await open()
  giveUp.abort()
  await clock.advance(delay - 1)
  expect(outcome).toEqual({})
  if (delay === 0) answer('0xdone')
  await clock.advance(1)
  expect(outcome).toMatchObject(expected)
})

test('a sign of life gives a request that was given up no more time', async () => {
  const { client, clock, open, post, asked } = setUp()
  const giveUp = new AbortController()
  const request = { method: 'eth_sendTransaction', chainId: 'eip155:1' } as const
  const options = { signal: giveUp.signal, isCareful: true }
  const outcome = outcomeOf(client.request('RPC_REQUEST', request, options))
  await open()
  giveUp.abort()
  await clock.advance(4_000)
  post({ k: 'evt', t: 'HEARTBEAT', payload: { id: asked()[0]?.id } })
  await clock.advance(1_000)
  expect(outcome.error).toMatchObject({ code: 'FRAME_TIMEOUT' })
})

test('the frame must answer in 30 s where nobody is asked; the person has all the time while the frame lives', async () => {
  const { client, clock, open, port, post, asked } = setUp()
  const email = outcomeOf(client.request('CONNECT_EMAIL', { email: 'ada@example.com' }))
  const device = outcomeOf(client.request('CONNECT_DEVICE'))
  await open()
  await clock.advance(29_999)
  expect([email, device]).toEqual([{}, {}])
  await clock.advance(1)
  expect(email.error).toMatchObject({ code: 'FRAME_TIMEOUT' })
  expect(port()?.posted.at(-1)).toMatchObject({ k: 'cancel', t: 'CONNECT_EMAIL' })
  const { id } = asked().find(({ t }) => t === 'CONNECT_DEVICE') ?? {}
  for (let beats = 0; beats < 100; beats++) {
    post({ k: 'evt', t: 'HEARTBEAT', payload: { id } })
    await clock.advance(40_000)
  }
  expect(device).toEqual({})
})

test('a frame that never shows a sign of life fails after 45 s', async () => {
  const { client, clock, open } = setUp()
  const outcome = outcomeOf(client.request('GET_USER'))
  await open()
  await clock.advance(44_999)
  expect(outcome).toEqual({})
  await clock.advance(1)
  expect(outcome.error).toMatchObject({ code: 'FRAME_TIMEOUT' })
})

test('a request that has shown a sign of life fails 45 s after the last one, unless the page is hidden', async () => {
  const { client, clock, open, post, asked, page } = setUp()
  const outcome = outcomeOf(client.request('CONNECT_DEVICE'))
  await open()
  const beat = () => post({ k: 'evt', t: 'HEARTBEAT', payload: { id: asked()[0]?.id } })
  beat()
  await clock.advance(44_000)
  beat()
  await clock.advance(44_999)
  page.isInBackground = true
  await clock.advance(60_000)
  expect(outcome).toEqual({})
  page.isInBackground = false
  await clock.advance(45_000)
  expect(outcome.error).toMatchObject({ code: 'FRAME_TIMEOUT' })
})

test('what is asked at READY is sent once', async () => {
  const { client, open, asked } = setUp()
  client.subscribe(({ type }) => {
    if (type === 'READY') void outcomeOf(client.request('SYNC_THEME', {}))
  })
  void outcomeOf(client.request('GET_CHAIN_ID'))
  await open()
  await settled()
  expect(asked().map(({ t }) => t)).toEqual(['SYNC_THEME', 'GET_CHAIN_ID'])
})

test('a login elsewhere that ended by itself asks for no new code', async () => {
  const { client, open, asked, post } = setUp()
  const outcomes = [
    client.request('CONNECT_SOCIAL', { uri: 'https://id.example' }),
    client.request('CONNECT_FARCASTER'),
    client.request('CONNECT_OTP', { otp: '1' }),
  ].map(outcomeOf)
  await open()
  const error = { code: 'code_expired', message: 'Request a new code' }
  for (const { id, t } of asked()) post({ k: 'res', t, id, error })
  await settled()
  expect(outcomes.map((one) => one.error?.code)).toEqual([
    'SOCIALS_TIMEOUT',
    'SOCIALS_TIMEOUT',
    'CODE_EXPIRED',
  ])
})

test('at most 64 requests are open, and 11 that ask for consent', async () => {
  const { client } = setUp()
  const ask = (isConsent: boolean) => outcomeOf(client.request('GET_CHAIN_ID', {}, { isConsent }))
  const consents = Array.from({ length: 12 }, () => ask(true))
  const others = Array.from({ length: 54 }, () => ask(false))
  await settled()
  expect(consents.map(({ error }) => error?.code)).toEqual([
    ...Array.from({ length: 11 }),
    'REQUEST_ALREADY_PENDING',
  ])
  expect(others.map(({ error }) => error?.code)).toEqual([
    ...Array.from({ length: 53 }),
    'REQUEST_ALREADY_PENDING',
  ])
})

describe.each(['hello', 'close', 'load', 'vanish'] as const)('a frame that dies (%s)', (way) => {
  const die = ({ hello, port, frame }: ReturnType<typeof setUp>, document: number) => {
    if (way === 'hello') hello(document)
    if (way === 'close') port()?.die()
    if (way === 'vanish') frame().vanish()
    if (way === 'load') {
      frame().load()
      frame().load()
    }
  }

  test('rejects what it was asked, and starts again', async () => {
    const world = setUp()
    const { client, clock, page, open, answer, events, ready } = world
    const lost = outcomeOf(client.request('GET_CHAIN_ID'))
    await open()
    die(world, 2)
    await settled()
    expect(lost.error).toMatchObject({ code: 'FRAME_RESTARTED', message: 'The wallet restarted. Try again.' })
    const next = client.request('IS_CONNECTED')
    await clock.advance(250)
    expect(page.frames).toHaveLength(way === 'hello' ? 1 : 2)
    if (way !== 'hello') world.hello(3)
    ready()
    await clock.advance(500)
    answer({ isConnected: false })
    expect(await next).toEqual({ isConnected: false })
    expect(events.map(({ type }) => type)).toEqual(['READY', 'LOST', 'READY'])
  })

  test('is given up after some times', async () => {
    const world = setUp()
    const { client, clock, page, open } = world
    void client.request('GET_CHAIN_ID').catch(() => {})
    await open()
    const limit = way === 'vanish' ? 1 : 5
    for (let round = 0; round < limit; round++) {
      die(world, 10 + round)
      await clock.advance(2_000)
      if (way !== 'hello') world.hello(100 + round)
      world.ready()
      await clock.advance(500)
    }
    const outcome = outcomeOf(client.request('GET_CHAIN_ID'))
    die(world, 50)
    await settled()
    expect(outcome.error).toMatchObject({ code: 'FRAME_LOAD_FAILED' })
    expect(page.frames.at(-1)?.isMounted).toBe(false)
    await clock.advance(60_000)
    expect(page.frames).toHaveLength(way === 'hello' ? 1 : limit + 1)
  })

  test('has recovered after a minute', async () => {
    const world = setUp()
    const { client, clock, open } = world
    void client.request('GET_CHAIN_ID').catch(() => {})
    await open()
    for (let round = 0; round < 7; round++) {
      die(world, 10 + round)
      await clock.advance(250)
      if (way !== 'hello') world.hello(100 + round)
      world.ready()
      await clock.advance(500)
      await clock.advance(60_000)
    }
    const outcome = outcomeOf(client.request('GET_CHAIN_ID'))
    await settled()
    expect(outcome).toEqual({})
  })
})

test('events of the frame are heard, once they can be read', async () => {
  const { client, open, post, events } = setUp()
  void client.request('GET_CHAIN_ID').catch(() => {})
  await open()
  post({ k: 'evt', t: 'SURFACE', payload: { isNeeded: true, view: 'approve' } })
  post({ k: 'evt', t: 'SURFACE', payload: { isNeeded: 'yes' } })
  post({ k: 'evt', t: 'GET_USER_SUCCESS', payload: {} })
  post({ k: 'evt', t: 'constructor', payload: {} })
  post({ k: 'req', t: 'GET_USER', payload: {} })
  post({ k: 'evt', t: 'SIGNED_OUT' })
  expect(events.slice(1)).toEqual([
    { type: 'SURFACE', payload: { isNeeded: true, view: 'approve' } },
    { type: 'SIGNED_OUT', payload: {} },
  ])
})

test('the host tells an open frame, and no other', async () => {
  const { client, open, port, hello } = setUp()
  client.tell('SHOWN', { isShown: true })
  void client.request('GET_CHAIN_ID').catch(() => {})
  hello()
  client.tell('SHOWN', { isShown: true })
  expect(port()?.posted).toEqual([])
  await open()
  client.tell('SHOWN', { isShown: false })
  expect(port()?.posted.at(-1)).toMatchObject({ k: 'evt', t: 'SHOWN', payload: { isShown: false } })
})

test('stopping takes the frame out of the page, and ends the requests', async () => {
  const { client, open, page } = setUp()
  const outcome = outcomeOf(client.request('GET_CHAIN_ID'))
  await open()
  client.stop()
  await settled()
  expect(outcome.error).toMatchObject({ code: 'REQUEST_ABORTED' })
  expect(page.frames).toMatchObject([{ isMounted: false }])
})

test('loading anew makes another frame at once', async () => {
  const { client, open, page } = setUp()
  const outcome = outcomeOf(client.request('CONNECT_FARCASTER'))
  await open()
  client.reload()
  await settled()
  expect(outcome.error).toMatchObject({ code: 'FRAME_RESTARTED' })
  expect(page.frames).toMatchObject([{ isMounted: false }, { isMounted: true }])
})
