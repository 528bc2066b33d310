import { afterEach, describe, expect, test } from 'vitest'
import { frameUrl, page } from '../../../testing/startLogin.js'
import { account, startSocial } from '../../../testing/startSocial.js'
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

const names: readonly ProviderName[] = ['google', 'x', 'discord', 'github', 'apple', 'facebook', 'oidc']
/** Apple tells no name; Facebook does not say whether an address is verified. */
const userOf = (name: ProviderName) => ({
  email: name === 'facebook' ? null : account.email,
  userName: name === 'apple' ? null : account.name,
  way: name,
})

describe.each(names)('%s', (name) => {
  test('a visitor logs in, and is the same user the next time', async () => {
    const { begin, goThere, open, result, enter, lines } = await setUp(name)
    const { flow, uri } = await begin()
    expect(uri).toMatch(`${frameUrl}/login/start/${name}?state=`)
    const back = await goThere(uri)
    expect(back.url.split('?')[0]).toBe(`${frameUrl}/login/callback/${name}`)
    expect(back.form === undefined).toBe(name !== 'apple')
    const end = await open(back)
    expect([end.status, end.title]).toEqual([200, 'You are logged in'])
    const session = await result(flow)
    expect(session.user).toEqual({ id: expect.any(String), ...userOf(name) })
    expect(session).toMatchObject({ token: expect.any(String), refreshToken: expect.any(String) })
    expect((await enter()).result.user).toEqual(session.user)
    expect(lines.join()).not.toMatch(/4711|ann@mail/i)
  })

  test('a visitor who declines is told so', async () => {
    const { enter, provider } = await setUp(name)
    provider.behaviour.isDeclined = true
    const { end, result } = await enter()
    expect([end.status, end.title]).toEqual([400, 'You did not log in'])
    expect(result).toEqual({ failed: 'declined', way: name })
  })

  test('an answer counts once, and only for the flow whose state it repeats', async () => {
    const { begin, goThere, open, result } = await setUp(name)
    const { flow, uri } = await begin()
    const back = await goThere(uri)
    const both = await Promise.all([open(back), open(back)])
    expect(both.filter(({ title }) => title === 'You are logged in').length).toBeGreaterThanOrEqual(1)
    expect(await result(flow)).toHaveProperty('user')
    expect(await result(flow)).toEqual({ failed: 'failed', way: name })
    await open(back)
    expect(await result(flow)).toEqual({ failed: 'failed', way: name })
  })

  test('a provider that is down ends the login, and the next one works', async () => {
    const { begin, goThere, open, result, enter, provider, lines } = await setUp(name)
    const { flow, uri } = await begin()
    const back = await goThere(uri)
    provider.behaviour.status = 503
    expect((await open(back)).text).toContain('does not answer')
    expect(await result(flow)).toEqual({ failed: 'failed', way: name })
    expect(lines.join('\n')).toMatch(new RegExp(`"login.provider".*"source":"${name}".*HTTP 503`))
    provider.behaviour.status = undefined
    expect((await enter()).result).toHaveProperty('user')
  })
})

test('only the ways of the settings are offered, and others cannot be begun', async () => {
  const { app, call } = await setUp('github')
  const answer = await app.request(`${frameUrl}/auth/v1/login/methods?projectId=acme`)
  expect(await answer.json()).toMatchObject({ socials: ['github'], email: true })
  expect((await call('social', { provider: 'google', host: page })).status).toBe(400)
  expect((await app.request(`${frameUrl}/login/start/google?state=x`)).status).toBe(400)
  expect((await app.request(`${frameUrl}/login/callback/google?state=x&code=y`)).ok).toBe(false)
})

test('the page after the return closes itself, or leads back to the page that began the login', async () => {
  const { begin, goThere, open } = await setUp('github')
  const { text, headers } = await open(await goThere((await begin()).uri))
  const data = /name="latchkey-data" content="([^"]+)"/.exec(text)?.[1]?.replaceAll('&#34;', '"') ?? ''
  const uri = `${frameUrl}/login/callback/github`
  const back = `${page}/?result_uri=${encodeURIComponent(uri)}`
  expect(JSON.parse(data)).toEqual({ uri, to: [page, frameUrl], back, isEnd: true })
  expect(text).toContain(`<a href="${back}">Back to app.example</a>`)
  expect(text).toMatch(/opener\.postMessage\(\{resultUri:uri\},origin\)/)
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  expect(headers.get('cache-control')).toBe('no-store')
})

test('the flow tells whether the visitor has got to the provider', async () => {
  const { begin, open, result } = await setUp('x')
  const { flow, uri } = await begin()
  expect(await result(flow)).toEqual({ isPending: true, hasBegun: false })
  const { location } = await open({ url: uri })
  expect(await result(flow)).toEqual({ isPending: true, hasBegun: true })
  const asked = new URL(location ?? '').searchParams
  expect(Object.fromEntries(asked)).toEqual({
    response_type: 'code',
    client_id: 'wallet',
    redirect_uri: `${frameUrl}/login/callback/x`,
    scope: 'users.read tweet.read users.email',
    state: new URL(uri).searchParams.get('state'),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})

test('an address counts only if the provider says that it is verified', async () => {
  for (const [name, isVerified, user] of [
    ['google', false, undefined],
    ['github', false, undefined],
    ['discord', false, undefined],
    ['apple', false, undefined],
    ['oidc', false, undefined],
    ['google', undefined, { email: null }],
    ['discord', undefined, { email: null }],
    ['x', false, { email: null }],
  ] as const) {
    const { enter } = await setUp(name, { account: { ...account, isVerified } })
    const { end, result } = await enter()
    if (user !== undefined) expect(result.user).toMatchObject(user)
    else {
      expect(end.text).toContain('has not verified your e-mail address yet')
      expect(result).toEqual({ failed: 'failed', way: name })
    }
  }
})

test('accounts are never merged by an address: whoever has one logs in the way it always has', async () => {
  const { enter, logIn, provider, call, mailTo } = await setUp('google')
  await logIn('ann@mail.example')
  const { end, result } = await enter()
  expect(end.title).toBe('You are logged in')
  expect(result).toEqual({ failed: 'other', way: 'email' })
  provider.behaviour.account = { ...account, id: '12', email: 'bob@mail.example' }
  expect((await enter()).result.user).toMatchObject({ email: 'bob@mail.example', way: 'google' })
  const { body } = await call('email', { email: 'bob@mail.example', host: page })
  const [code] = /\d{6}/.exec((await mailTo('bob@mail.example')).text) ?? []
  expect((await call('code', { flow: body.flow, code })).body).toEqual({ failed: 'other', way: 'google' })
})
