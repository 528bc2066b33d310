import { getWallet } from 'latchkey/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { route } from '../../shared/route.js'
import { createProver } from '../../testing/createProver.js'
import { type Asked, frameUrl, page, startLogin, type TestSession } from '../../testing/startLogin.js'

type Started = Awaited<ReturnType<typeof startLogin>>
let started: Started
let session: TestSession
let expired: TestSession
beforeAll(async () => {
  started = await startLogin({
    // A call of the key service, as it checks each of its own.
    routeKeys: (app, login) =>
      route(app, getWallet, async (input) => {
        const { user, project, loggedInAt } = await login.checkLogin(input, getWallet)
        expect(typeof loggedInAt).toBe('number')
        return { project: `${project}/${user.id}` }
      }),
  })
  const { logIn, clock } = started
  expired = await logIn('expired@mail.example')
  clock.advance(900_000)
})
afterAll(() => started.login.close())

/** Every call that needs a session, with a body that its schema takes. */
const withSession: [string, object][] = [
  ['sign-out', {}],
  ['link', {}],
  ['ticket', { host: page }],
  ['email/update', { email: 'next@mail.example', host: page }],
  ['email/code', { flow: 'x'.repeat(43), code: '000000' }],
]

/** What is the same for everybody: all but the request's own id. */
async function told(name: string, body: object, asked: Asked) {
  const { requestId: _, ...answer } = (await started.call(name, body, asked)).body
  return answer
}

describe('who has no session is refused with one answer', () => {
  const nobody = { error: { code: 'UNAUTHORIZED', message: 'Nobody is logged in' } }

  test.each(withSession)('%s', async (name, body) => {
    session = await started.logIn(`matrix-${name.replace('/', '-')}@mail.example`)
    const { token } = session
    const wrong: [string, Asked][] = [
      ['no token', {}],
      ['an unknown token', { token: 'x'.repeat(43) }],
      ['an expired token', { token: expired.token }],
      ['a refresh token', { token: session.refreshToken }],
      ["another project's token", { token, project: 'other' }],
      ['a token with another scheme', { headers: { authorization: `Bearer ${token}` } }],
      ["another user's token", { token, prover: await createProver() }],
      ['the token that a thief has ended', { token }],
    ]
    for (const [what, asked] of wrong) expect([what, await told(name, body, asked)]).toEqual([what, nobody])
  })

  test.each<[string, object]>([
    ['refresh', { refreshToken: 'x'.repeat(43) }],
    ['link/redeem', { code: 'x'.repeat(43) }],
    ['ticket/read', { ticket: 'x'.repeat(43), host: page }],
  ])('%s with an unknown secret', async (name, body) => expect(await told(name, body, {})).toEqual(nobody))

  test('a refresh token of another project, another user or another time', async () => {
    const { refreshToken, token } = await started.logIn('refresh@mail.example')
    const refresh = (asked: Asked) => told('refresh', { refreshToken }, asked)
    expect(await refresh({ project: 'other' })).toEqual(nobody)
    expect(await told('refresh', { refreshToken: token }, {})).toEqual(nobody)
    expect(await refresh({ prover: await createProver() })).toEqual(nobody)
    expect(await refresh({})).toEqual(nobody)
  })
})

test.each<[string, object, Asked]>([
  ['code', { flow: 'x'.repeat(43), code: '000000' }, {}],
  ['code', { flow: 'x'.repeat(43), code: '000000' }, { project: 'other' }],
])(
  'a flow that is not there, is of another project or of another key has one answer: %s',
  async (name, body, asked) => {
    const { flow } = await started.begin(`flow${Math.random()}@mail.example`)
    const thief = { prover: await createProver() }
    expect(await told(name, body, asked)).toEqual({ triesLeft: 0 })
    expect(await told(name, { ...body, flow }, { project: 'other' })).toEqual({ triesLeft: 0 })
    expect(await told(name, { ...body, flow }, thief)).toEqual({ triesLeft: 0 })
    for (const one of [flow, 'x'.repeat(43)]) {
      expect(await told('device', { flow: one }, thief)).toEqual({ isApproved: false })
      expect(await told('result', { flow: one }, thief)).toEqual({ failed: 'failed' })
    }
  },
)

describe('a project that is unknown or suspended is refused everywhere', () => {
  test.each([...withSession, ['email', { email: 'a@mail.example', host: page }] as const])(
    '%s',
    async (name, body) => {
      const answer = await started.call(name, body, { project: 'nowhere' })
      expect([answer.status, answer.body.error?.message]).toEqual([401, 'Unauthorized: invalid key'])
    },
  )
})

describe('a proof', () => {
  const path = '/auth/v1/login/email'
  const body = () => ({ email: `proof${Math.random()}@mail.example`, host: page })
  const refused = 'The proof of the key (header `DPoP`) does not count'

  test('is accepted once', async () => {
    const asked = body()
    const proof = await started.proofFor(path, JSON.stringify(asked), {})
    expect((await started.call('email', asked, { proof })).status).toBe(200)
    expect((await started.call('email', asked, { proof })).body.error?.message).toBe(refused)
  })

  test('200 at once with one proof: one passes', async () => {
    const asked = body()
    const proof = await started.proofFor(path, JSON.stringify(asked), {})
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => started.call('email', asked, { proof })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(199)
  })

  test.each<[string, (text: string) => Promise<string>]>([
    ['without the hash of the body', () => proofWith({ lkb: undefined })],
    ['for another body', () => started.proofFor(path, '{}', {})],
    ['for another call', (text) => started.proofFor('/auth/v1/login/code', text, {})],
    ['for another host', () => proofWith({ htu: `https://evil.example${path}` })],
    ['for another method', () => proofWith({ htm: 'GET' })],
    ['that is old', () => proofWith({ iat: Math.floor(started.clock.now() / 1_000) - 121 })],
    ['that is none', async () => 'a.b.c'],
    ['that is missing', async () => ''],
  ])('error: one %s', async (_, make) => {
    const asked = body()
    const answer = await started.call('email', asked, { proof: await make(JSON.stringify(asked)) })
    expect([answer.status, answer.body.error?.message]).toEqual([401, refused])
  })

  function proofWith(claims: object): Promise<string> {
    return started.prover({ method: 'POST', url: `${frameUrl}${path}`, now: started.clock.now(), claims })
  }

  test('with a token covers it, and the key service checks the same', async () => {
    const { token, user } = await started.logIn('keys@mail.example')
    const ask = async (text: string, sent = text, project = 'acme') => {
      const dpop = await started.proofFor(getWallet.path, text, { token })
      const headers = { dpop, authorization: `DPoP ${token}` }
      return started.app.request(`${frameUrl}${getWallet.path}?projectId=${project}`, {
        ...{ method: 'POST', headers, body: sent },
      })
    }
    expect(await (await ask('{"a":1}')).json()).toEqual({ project: `acme/${user.id}` })
    expect((await ask('{"a":1}', '{"a":2}')).status).toBe(401)
    expect((await ask('{}', '{}', 'other')).status).toBe(401)
  })
})

test('error: a page that the project does not list cannot ask for a mail in its name', async () => {
  const ask = (host: string) => started.call('email', { email: `host${Math.random()}@mail.example`, host })
  for (const host of [page, 'http://localhost:5173', frameUrl]) expect((await ask(host)).status).toBe(200)
  for (const host of [
    'https://evil.example',
    'https://app.example.evil.example',
    'http://app.example',
    'https://APP.example',
    'https://app.example:443',
  ])
    expect([host, (await ask(host)).status]).toEqual([host, 403])
  for (const host of [
    'app.example',
    'https://app.example/path',
    'https://a@app.example',
    'javascript:alert(1)',
  ])
    expect([host, (await ask(host)).status]).toEqual([host, 400])
})

test('the list of ways to log in tells what is configured', async () => {
  const ask = async ({ app }: Started, project = 'acme') =>
    (await app.request(`${frameUrl}/auth/v1/login/methods?projectId=${project}`)).json()
  const methods = { socials: [], farcaster: false, passkey: false, custody: 'self', site: '0123456789abcdef' }
  expect(await ask(started)).toEqual({ email: true, ...methods })
  const without = await startLogin({ settings: { mailUrl: undefined, mailFrom: undefined } })
  expect(await ask(without)).toEqual({ email: false, ...methods })
  expect((await without.call('email', { email: 'a@mail.example', host: page })).status).toBe(404)
  await without.login.close()
})
