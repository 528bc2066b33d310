import { afterEach, expect, test } from 'vitest'
import { createBrowser } from '../../../testing/createBrowser.js'
import { createProver } from '../../../testing/createProver.js'
import { frameUrl, page } from '../../../testing/startLogin.js'
import { startSocial, withAnswer } from '../../../testing/startSocial.js'
import type { ProviderName } from './endpoints.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setUp(name: ProviderName, options: Parameters<typeof startSocial>[1] = {}) {
  const started = await startSocial(name, options)
  cleanups.push(started.close)
  return started
}

const all: readonly ProviderName[] = ['google', 'github', 'apple', 'facebook', 'x', 'discord', 'oidc']

test('an answer with a wrong state changes nothing, and the right one still counts', async () => {
  for (const name of ['github', 'apple', 'google'] as const) {
    const { begin, goThere, open, result } = await setUp(name)
    const other = await goThere((await begin()).uri)
    const { flow, uri } = await begin()
    const back = await goThere(uri)
    const stateOf = (answer: URLSearchParams) => answer.get('state') ?? ''
    let foreign = ''
    withAnswer(other, (answer) => {
      foreign = stateOf(answer)
    })
    const [, foreignMark = ''] = foreign.split('.')
    const changes: readonly ((answer: URLSearchParams) => void)[] = [
      (answer) => answer.delete('state'),
      (answer) => answer.append('state', stateOf(answer)),
      (answer) => answer.append('code', 'another'),
      (answer) => answer.set('state', `${stateOf(answer)}x`),
      (answer) => answer.set('state', stateOf(answer).split('.')[0] ?? ''),
      // The flow of one login with the mark of another.
      (answer) => answer.set('state', `${stateOf(answer).split('.')[0]}.${foreignMark}`),
      (answer) => answer.set('code', 'x'.repeat(10_000)),
    ]
    for (const change of changes) {
      const end = await open(withAnswer(back, change))
      expect([end.status, end.title]).toEqual([400, 'Login failed'])
    }
    await open(back)
    expect(await result(flow)).toHaveProperty('user')
  }
})

test.each(all)('%s: a code of one login is worth nothing in another', async (name) => {
  const { begin, goThere, open, result } = await setUp(name)
  // The thief has the code of a visitor who has come back, and a login of their own.
  const victim = await goThere((await begin()).uri)
  let code = ''
  withAnswer(victim, (answer) => {
    code = answer.get('code') ?? ''
  })
  const thief = { prover: await createProver() }
  const { flow, uri } = await begin(thief)
  const own = await goThere(uri, createBrowser())
  const end = await open(withAnswer(own, (answer) => answer.set('code', code)))
  expect(end.title).toBe('Login failed')
  expect(await result(flow, thief)).toEqual({ failed: 'failed', way: name })
})

test('a code that was used is refused, also by a later login', async () => {
  for (const name of ['github', 'google'] as const) {
    const { begin, goThere, open, result } = await setUp(name)
    const back = await goThere((await begin()).uri)
    await open(back)
    let code = ''
    withAnswer(back, (answer) => {
      code = answer.get('code') ?? ''
    })
    const { flow, uri } = await begin()
    await open(withAnswer(await goThere(uri), (answer) => answer.set('code', code)))
    expect(await result(flow)).toEqual({ failed: 'failed', way: name })
  }
})

test('an answer of another server is refused (RFC 9207)', async () => {
  for (const name of ['google', 'oidc'] as const) {
    const { begin, goThere, open, result } = await setUp(name)
    for (const change of [
      (answer: URLSearchParams) => answer.set('iss', 'https://evil.example'),
      (answer: URLSearchParams) => answer.delete('iss'),
    ]) {
      const { flow, uri } = await begin()
      const end = await open(withAnswer(await goThere(uri), change))
      expect(end.title).toBe('Login failed')
      expect(await result(flow)).toEqual({ failed: 'failed', way: name })
    }
  }
})

test('only the key that began a login gets its result', async () => {
  const { begin, goThere, open, result } = await setUp('google')
  const { flow, uri } = await begin()
  await open(await goThere(uri))
  expect(await result(flow, { prover: await createProver() })).toEqual({ failed: 'failed' })
  expect(await result(flow, { project: 'other' })).toEqual({ failed: 'failed' })
  expect(await result(flow)).toHaveProperty('user')
})

test('who comes back with another browser or from another network is asked who began the login', async () => {
  const { begin, goThere, open, result } = await setUp('github')
  const elsewhere = [
    { from: '203.0.113.9' },
    { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/150.0' } },
  ]
  for (const asked of elsewhere) {
    const [{ flow, uri }, refused] = [await begin(), await begin()]
    const question = await open(await goThere(uri), asked)
    expect([question.status, question.title]).toEqual([200, 'Log in to app.example?'])
    expect(question.text).toContain('in network 198.51.100.0/24')
    expect(await result(flow)).toEqual({ isPending: true, hasBegun: true })
    const secretOf = (text: string) => /name="link" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const form = `link=${secretOf(question.text)}`
    const answer = { url: `${frameUrl}/login/elsewhere`, form }
    const crossSite = { ...asked, headers: { ...asked.headers, 'sec-fetch-site': 'cross-site' } }
    expect((await open(answer, crossSite)).status).toBe(403)
    expect((await open({ ...answer, form: 'link=made-up' }, asked)).title).toBe('Login failed')
    expect((await open(answer, asked)).title).toBe('You are logged in')
    expect((await open(answer, asked)).title).toBe('Login failed')
    expect(await result(flow)).toHaveProperty('user')

    const again = await open(await goThere(refused.uri), asked)
    const no = { url: answer.url, form: `link=${secretOf(again.text)}&answer=no` }
    expect((await open(no, asked)).title).toBe('You did not log in')
    expect(await result(refused.flow)).toEqual({ failed: 'declined', way: 'github' })
  }
})

test('a login is begun only by pages of the project, and only so often', async () => {
  const { call, begin } = await setUp('github', { settings: { loginStartsPerClient: 2 } })
  const from = (host: string) => call('social', { provider: 'github', host })
  for (const host of ['https://evil.example', 'http://localhost:3000', `${page}/path`, 'null'])
    expect((await from(host)).status).toBeGreaterThanOrEqual(400)
  await begin()
  await begin()
  expect((await from(page)).status).toBe(429)
  expect((await call('social', { provider: 'github', host: page }, { from: '203.0.113.9' })).status).toBe(200)
})

test('a login that is over leads nowhere', async () => {
  const { begin, goThere, open, result, clock } = await setUp('github')
  const late = await begin()
  const back = await goThere(late.uri)
  clock.advance(600_000)
  expect((await open({ url: late.uri })).title).toBe('Login failed')
  expect((await open(back)).title).toBe('Login failed')
  expect(await result(late.flow)).toEqual({ failed: 'failed' })
  const used = await begin()
  await open(await goThere(used.uri))
  expect((await open({ url: used.uri })).title).toBe('Login failed')
})
