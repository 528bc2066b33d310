import { expect, test } from 'vitest'
import { messageLimits } from '../protocol/frame/envelope.js'
import { createTestClock } from '../testing/createTestClock.js'
import { type FakePort, fakeFramePage } from '../testing/frame/fakeFramePage.js'
import { createFrameClient } from './createFrameClient.js'

// Whatever is posted to the page or on the port: only the next answer to an own request, and the next event, count
// (docs/security.md "Frame").

const origin = 'https://wallet.example'
const runs = Number(process.env.LONG_RUNS ?? 20_000)

/** The same numbers in each run, so that a failure can be looked at again. */
function randomNumbers(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const hostile: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  0.5,
  Number.NaN,
  Number.MAX_SAFE_INTEGER,
  '',
  'SIGN_OUT',
  '__proto__',
  'x'.repeat(40_000),
  [],
  {},
  [[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]],
  JSON.parse('{"__proto__": {"isAdmin": true}}'),
  { constructor: { prototype: { isAdmin: true } } },
  new Map([['k', 'res']]),
  new Date(0),
  new Uint8Array(8),
  10n,
]
const names = ['v', 'k', 't', 'id', 'seq', 'payload', 'error', '__proto__', 'constructor', 'more']

test(`${runs} forged or mutated messages change nothing`, async () => {
  const clock = createTestClock()
  const page = fakeFramePage()
  const events: unknown[] = []
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
  const open = client.request('CONNECT_DEVICE')
  let outcome: unknown = 'open'
  open.then(
    () => {
      outcome = 'answered'
    },
    (error) => {
      outcome = error
    },
  )
  const [frame] = page.frames
  if (frame === undefined) throw new Error('no frame')
  page.say({
    source: frame.window,
    origin,
    data: { type: 'latchkey:hello', v: 1, frameNonce: 'n'.repeat(22) },
  })
  const port = frame.inits[0]?.port as FakePort
  let seq = 0
  const genuine = (message: object) => port.post({ v: 1, id: 'x'.repeat(22), seq: ++seq, ...message })
  genuine({
    k: 'evt',
    t: 'READY',
    payload: { sessionId: 's', bundleHash: 'b', capabilities: { hasStorage: true, seesVisibility: true } },
  })
  await clock.advance(500)
  client.subscribe((event) => events.push(event))
  const asked = port.posted[0]
  if (asked === undefined) throw new Error('nothing was asked')

  const pick = randomNumbers(7)
  const any = () => hostile[pick(hostile.length)]
  const base = () => ({ v: 1, k: 'res', t: asked.t, id: asked.id, seq: seq + 1, payload: {} as unknown })
  /** Each takes what would be the genuine answer and spoils one thing about it. */
  const spoilers: readonly (() => unknown)[] = [
    // Good in every way but for its number.
    () => ({ ...base(), seq: seq + 2 + pick(100) }),
    () => ({ ...base(), seq: seq - pick(3) }),
    () => ({ ...base(), seq: any() }),
    () => any(),
    () => [base()],
    () => JSON.stringify(base()),
    () => ({ ...base(), k: 'evt', t: 'USER_CHANGED', seq: seq + 2, payload: { address: '0x1', chainId: 1 } }),
    () => ({ ...base(), k: 'evt', t: 'SIGNED_OUT', seq: 0 }),
    () => ({ type: '@w3m-frame/GET_USER_SUCCESS', payload: { address: '0x1', chainId: 1 } }),
  ]
  /** With the next number, but not the answer: such messages are counted, and have no effect. */
  const counted: readonly (() => object)[] = [
    () => ({ ...base(), id: `${pick(1e9)}`.padEnd(22, '-') }),
    () => ({ ...base(), k: 'evt', t: 'GET_USER_SUCCESS' }),
    () => ({ ...base(), k: 'evt', t: 'SURFACE', payload: { isNeeded: any(), more: 1 } }),
    () => ({ ...base(), k: 'evt', t: 'USER_CHANGED', payload: any() }),
    () => ({ ...base(), k: 'req', t: 'RPC_REQUEST' }),
    () => ({ ...base(), k: 'cancel' }),
    () => ({ ...base(), k: any(), id: 'y'.repeat(22) }),
    () => ({ ...base(), id: 'y'.repeat(22), [names[pick(names.length)] ?? 'more']: any(), seq: seq + 1 }),
    () => ({ ...base(), id: 'y'.repeat(22), payload: deep(messageLimits.depth + 1 + pick(50)) }),
    () => ({ ...base(), id: 'y'.repeat(22), payload: 'x'.repeat(messageLimits.text + 1) }),
    () => ({ ...base(), id: 'y'.repeat(22), payload: Array(messageLimits.keys + 1).fill(0) }),
  ]
  let slowest = 0
  for (let run = 0; run < runs; run++) {
    const startedAt = performance.now()
    if (pick(4) === 0) {
      page.say({
        source: [frame.window, {}, null, page][pick(4)],
        origin: [`${origin}.evil`, 'null', '', 'http://wallet.example'][pick(4)] ?? '',
        data: { type: 'latchkey:hello', v: 1, frameNonce: `m${run}`.padEnd(22, '_') },
      })
      page.say({ source: frame.window, origin, data: any() })
    } else if (pick(3) === 0) {
      const make = counted[pick(counted.length)]
      port.post(make?.())
      seq++
    } else port.post(spoilers[pick(spoilers.length)]?.())
    slowest = Math.max(slowest, performance.now() - startedAt)
  }
  await clock.advance(0)
  expect(outcome).toBe('open')
  expect(events).toEqual([])
  expect(page.frames).toHaveLength(1)
  expect(frame.inits).toHaveLength(1)
  expect(port.posted).toHaveLength(1)
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  // The genuine answer still counts: nothing of this has broken the conversation.
  genuine({ k: 'res', t: asked.t, id: asked.id, payload: {} })
  await open
  expect(outcome).toBe('answered')
})

test('a huge message is given up quickly', async () => {
  const { plainJson } = await import('./plainJson.js')
  const huge: readonly [string, unknown][] = [
    ['10 MB', 'x'.repeat(10_000_000)],
    ['many texts', Array.from({ length: 9_000 }, () => 'x'.repeat(1_000))],
    ['1,000,000 items', Array.from({ length: 1_000_000 }, () => 0)],
    // Of more, the browser alone takes longer to hand them over.
    ['50,000 keys', Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, 0]))],
    ['100 levels', deep(100)],
  ]
  for (const [name, message] of huge) {
    const startedAt = performance.now()
    expect(plainJson(message), name).toBeUndefined()
    // Half of what the page may notice; a machine that does other work may need longer.
    expect(performance.now() - startedAt, name).toBeLessThan(500)
  }
})

function deep(levels: number): unknown {
  let value: unknown = 0
  for (let level = 0; level < levels; level++) value = [value]
  return value
}
