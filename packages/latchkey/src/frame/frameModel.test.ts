import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestClock } from '../testing/createTestClock.js'
import { type FakeFrame, type FakePort, fakeFramePage } from '../testing/frame/fakeFramePage.js'
import { type Command, createFrameOracle, type Facts, type Kind } from '../testing/frame/frameOracle.js'
import { createFrameClient } from './createFrameClient.js'

const origin = 'https://wallet.example'
const schedules = Number(process.env.LONG_RUNS ?? 1_000)

/** The client in a world that a list of commands moves. */
function createWorld() {
  const clock = createTestClock()
  const page = fakeFramePage()
  const news: string[] = []
  const outcomes: (string | undefined)[] = []
  const controllers: AbortController[] = []
  /** The ids that the client made for requests, in the order of the calls. */
  const ids: string[] = []
  const ports: FakePort[] = []
  let made = 0
  const client = createFrameClient({
    address: { src: `${origin}/f/`, origin },
    page,
    clock,
    projectId: 'p',
    sdk: 's',
    wallet: 'w',
    newId: () => `id-${++made}`.padEnd(22, '_'),
  })
  client.subscribe(({ type }) => news.push(type))
  const frame = (): FakeFrame | undefined => page.frames.at(-1)
  const port = () => (frame()?.isMounted ? frame()?.inits.at(-1)?.port : undefined)
  const seqs = new WeakMap<object, number>()
  const post = (message: object) => {
    const to = port()
    if (to === undefined || to.isClosed) return
    const seq = (seqs.get(to) ?? 0) + 1
    seqs.set(to, seq)
    to.post({ v: 1, id: 'x'.repeat(22), seq, ...message })
  }

  const requests: { readonly [kind in Kind]: (signal: AbortSignal) => Promise<unknown> } = {
    email: (signal) => client.request('CONNECT_EMAIL', { email: 'ada@example.com' }, { signal }),
    chain: (signal) => client.request('GET_CHAIN_ID', {}, { signal }),
    device: (signal) => client.request('CONNECT_DEVICE', {}, { signal }),
    send: (signal) =>
      client.request(
        'RPC_REQUEST',
        { method: 'eth_sendTransaction', chainId: 'eip155:1' },
        { signal, isConsent: true, isCareful: true },
      ),
  }
  const types: { readonly [kind in Kind]: string } = {
    email: 'CONNECT_EMAIL',
    chain: 'GET_CHAIN_ID',
    device: 'CONNECT_DEVICE',
    send: 'RPC_REQUEST',
  }
  const kinds: Kind[] = []
  const good = (which: number) =>
    ({
      email: { action: 'CONNECT' },
      chain: { chainId: which + 1 },
      device: {},
      send: `0x${which}`,
    })[kinds[which] ?? 'chain']

  async function step(command: Command): Promise<void> {
    switch (command.do) {
      case 'ask': {
        const which = outcomes.push(undefined) - 1
        const controller = new AbortController()
        controllers.push(controller)
        kinds.push(command.kind)
        // The id is made before anything else that needs one.
        ids.push(`id-${made + 1}`.padEnd(22, '_'))
        requests[command.kind](controller.signal).then(
          () => {
            outcomes[which] = `value ${which}`
          },
          ({ code }) => {
            outcomes[which] = code
          },
        )
        break
      }
      case 'giveUp':
        controllers[command.which]?.abort()
        break
      case 'hello':
        if (frame()?.isMounted) hello(command.document)
        break
      case 'ready':
        post({ k: 'evt', t: 'READY', payload: readiness })
        break
      case 'reply': {
        const [id, t] = [ids[command.which], types[kinds[command.which] ?? 'chain']]
        const bodies = {
          good: { payload: good(command.which) },
          wrongType: { t: 'SIGN_OUT', payload: {} },
          unreadable: { payload: good(command.which), own: 1 },
          refused: { error: { code: 'network', message: '' } },
        }
        if (id !== undefined) post({ k: 'res', t, id, ...bodies[command.how] })
        break
      }
      case 'again':
        // An old number, however good the rest is.
        port()?.post({
          v: 1,
          k: 'res',
          t: types[kinds[command.which] ?? 'chain'],
          id: ids[command.which],
          seq: 0,
          payload: good(command.which),
        })
        break
      case 'forge':
        forge(command.what)
        break
      case 'event':
        post({ k: 'evt', t: 'SURFACE', payload: { isNeeded: true } })
        break
      case 'beat':
        post({ k: 'evt', t: 'HEARTBEAT', payload: { id: ids[command.which] ?? 'none' } })
        break
      case 'close':
        port()?.die()
        break
      case 'vanish':
        if (frame()?.isMounted) frame()?.vanish()
        break
      case 'load':
        if (frame()?.isMounted) frame()?.load()
        break
      case 'stop':
        client.stop()
        break
      case 'reload':
        client.reload()
        break
      case 'wait':
        await clock.advance(command.time)
        break
    }
    await clock.advance(0)
    for (const each of page.frames.flatMap(({ inits }) => inits)) {
      if (!ports.includes(each.port)) ports.push(each.port)
    }
  }

  function hello(document: number, more: object = {}) {
    const data = { type: 'latchkey:hello', v: 1, frameNonce: `document-${document}`.padEnd(22, '_') }
    page.say({ source: frame()?.window, origin, data, ...more })
  }

  function forge(what: number) {
    const forgeries: readonly (() => void)[] = [
      () => hello(900 + what, { source: {} }),
      () => hello(900 + what, { source: null }),
      () => hello(900 + what, { origin: `${origin}.evil.example` }),
      () => hello(900 + what, { data: { type: 'latchkey:hello', v: 1, frameNonce: 'short' } }),
      () => page.say({ source: frame()?.window, origin, data: { type: 'READY', payload: readiness } }),
      () =>
        port()?.post({ v: 1, k: 'evt', t: 'SIGNED_OUT', id: 'x'.repeat(22), seq: 1_000_000, payload: {} }),
      () =>
        port()?.post({ v: 1, k: 'res', t: 'GET_CHAIN_ID', id: ids[0], seq: -1, payload: { chainId: 666 } }),
      () => port()?.post(null),
      () => port()?.post('x'.repeat(1_000)),
      () => post({ k: 'evt', t: 'GET_USER_SUCCESS', payload: { address: '0x1' } }),
      () => post({ k: 'res', t: 'GET_CHAIN_ID', id: 'unknown'.padEnd(22, '_'), payload: { chainId: 666 } }),
      () => post({ k: 'req', t: 'RPC_REQUEST', payload: {} }),
      () => post({ k: 'evt', t: 'SURFACE', payload: { isNeeded: 1 } }),
    ]
    forgeries[what % forgeries.length]?.()
  }

  const facts = (): Facts => ({
    outcomes: [...outcomes],
    frames: page.frames.map(({ isMounted, inits }) => [isMounted, inits.length] as const),
    news: [...news],
    posted: ports.flatMap(({ posted }) => posted.map(({ k, id }) => `${k} ${ids.indexOf(id)}`)),
  })
  return { step, facts, ports }
}

const readiness = {
  sessionId: 's',
  bundleHash: 'b',
  capabilities: { hasStorage: true, seesVisibility: true },
}

const which = fc.nat({ max: 5 })
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      kind: fc.constantFrom<Kind>('email', 'chain', 'device', 'send'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('giveUp' as const), which }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('hello' as const), document: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 5, arbitrary: fc.constant({ do: 'ready' as const }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('reply' as const),
      which,
      how: fc.constantFrom('good' as const, 'wrongType' as const, 'unreadable' as const, 'refused' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('again' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('forge' as const), what: fc.nat({ max: 12 }) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'event' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('beat' as const), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'close' as const,
        'vanish' as const,
        'load' as const,
        'stop' as const,
        'reload' as const,
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      time: fc.constantFrom(101, 307, 503, 1_009, 2_003, 6_007, 21_001, 61_007),
    }),
  },
)

test(`the client does what the oracle says, in ${schedules} schedules`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 40 }), async (commands) => {
      const world = createWorld()
      const oracle = createFrameOracle()
      // A schedule begins with a frame that works, so that most of it is not about loading.
      const all: readonly Command[] = [
        { do: 'ask', kind: 'chain' },
        { do: 'hello', document: 0 },
        { do: 'ready' },
        { do: 'wait', time: 503 },
        ...commands,
      ]
      for (const each of all) {
        await world.step(each)
        oracle.step(each)
        expect(world.facts()).toEqual(oracle.facts())
      }
      // The numbers of each port count up by one.
      for (const { posted } of world.ports)
        expect(posted.map(({ seq }) => seq)).toEqual(posted.map((_, at) => at + 1))
    }),
    { numRuns: schedules },
  )
})
