import { afterEach, expect, test } from 'vitest'
import { createApp } from '../shared/app.js'
import { createContext } from '../shared/context.js'
import type { Settings } from '../shared/settings.js'
import { createTestClock } from '../testing/createTestClock.js'
import { startUpstream } from '../testing/startUpstream.js'
import { createGuardedFetch } from './guardedFetch.js'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** A service that fetches what its callers name, from a server that never answers `/slow`. */
async function setUp(settings: Partial<Settings> = {}) {
  const upstream = await startUpstream((path) => (path === '/slow' ? 'hang' : { body: 'here' }))
  cleanups.push(upstream.stop)
  const clock = createTestClock()
  const context = createContext({ clock, settings })
  const fetch = createGuardedFetch(context, { trusted: [upstream.url] })
  const app = createApp(context)
  app.get('/fetch/:what', async (c) => {
    const fetched = fetch(`${upstream.url}/${c.req.param('what')}`, { size: 100, accept: '*/*' })
    return fetched.then(
      ({ body }) => c.text(body.toString()),
      () => c.text('not fetched'),
    )
  })

  return {
    upstream,
    clock,
    ask: (remoteAddress: string, what: string, projectId = '') =>
      app.request(`/fetch/${what}?projectId=${projectId}`, {}, {
        incoming: { headers: {}, socket: { remoteAddress } },
      } as never),
    /** Waits until the server has been asked this often. */
    async untilAsked(count: number) {
      while (upstream.asked.length < count) await new Promise(setImmediate)
    },
  }
}

test("another client's fetch is answered while one client's slow fetches wait", async () => {
  const { ask, untilAsked, upstream } = await setUp()
  for (let index = 0; index < 60; index++) void ask('203.0.113.1', 'slow')
  await untilAsked(8)
  expect(await (await ask('203.0.113.2', 'quick')).text()).toBe('here')
  expect(upstream.asked).toHaveLength(9)
})

test('all addresses of an IPv6 network are one client', async () => {
  const { ask, untilAsked, upstream } = await setUp()
  for (let index = 1; index <= 60; index++) void ask(`2001:db8:1:2::${index.toString(16)}`, 'slow')
  await untilAsked(8)
  expect(await (await ask('2001:db8:1:3::1', 'quick')).text()).toBe('here')
  expect(upstream.asked).toHaveLength(9)
})

test('without configured projects, a new project id brings no new share', async () => {
  const { ask, untilAsked, upstream } = await setUp()
  for (let index = 0; index < 60; index++) void ask('203.0.113.1', 'slow', `made-up-${index}`)
  await untilAsked(8)
  expect(await (await ask('203.0.113.2', 'quick')).text()).toBe('here')
  expect(upstream.asked).toHaveLength(9)
})

test('a project with many clients leaves places for another project', async () => {
  const { ask, untilAsked, upstream } = await setUp({ projects: [{ id: 'shop' }, { id: 'game' }] })
  for (let index = 0; index < 60; index++) void ask(`203.0.113.${index}`, 'slow', 'shop')
  await untilAsked(12)
  expect(await (await ask('198.51.100.1', 'quick', 'game')).text()).toBe('here')
  expect(upstream.asked).toHaveLength(13)
})

test('the clients of the only project use all places', async () => {
  const { ask, untilAsked } = await setUp({ projects: [{ id: 'shop' }] })
  for (let index = 0; index < 16; index++) void ask(`203.0.113.${index}`, 'slow', 'shop')
  await untilAsked(16)
})

test('a waiting client gets its turn when slow fetches time out', async () => {
  const { ask, untilAsked, clock } = await setUp()
  for (let index = 0; index < 16; index++) void ask(`203.0.113.${index}`, 'slow')
  await untilAsked(16)
  const answered = ask('203.0.113.99', 'quick')
  clock.advance(5_000)
  expect(await (await answered).text()).toBe('here')
})
