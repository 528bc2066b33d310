import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DataKeys } from '../../keys/DataKeys.js'
import { createProver } from '../../testing/createProver.js'
import { createTestKeys } from '../../testing/createTestKeys.js'
import { linkOf, otherThan, type Prover, page, startLogin } from '../../testing/startLogin.js'
import { startPostgres, type TestPostgres } from '../../testing/startPostgres.js'
import { whileTimePasses } from '../../testing/whileTimePasses.js'

const directory = mkdtempSync(join(tmpdir(), 'latchkey-login-'))
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(async () => {
  await postgres.stop()
  rmSync(directory, { recursive: true })
})
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const codeIn = ({ text }: { readonly text: string }) => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? ''
let count = 0
const newEmail = () => `visitor${count++}@mail.example`
const day = 86_400_000
/** RFC 7638. */
async function thumbprintOf(prover: Prover): Promise<string> {
  const [head = ''] = (await prover({ method: 'GET', url: 'https://a.example', now: 0 })).split('.')
  const { crv, kty, x, y } = JSON.parse(Buffer.from(head, 'base64url').toString()).jwk
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
}
type Session = { readonly token: string; readonly prover?: Prover }

describe.each<[string, () => { directory?: string; databaseUrl?: string }]>([
  // A database of its own for each test, as its keys are.
  ['SQLite', () => ({ directory: mkdtempSync(join(directory, 'data-')) })],
  ['PostgreSQL', () => ({ databaseUrl: postgres.url })],
])('%s', (_, place) => {
  async function setUp(options: Parameters<typeof startLogin>[0] = {}) {
    const started = await startLogin({ ...place(), ...options })
    cleanups.push(started.login.close)
    return started
  }

  test('a code from the mail logs in, and the same address is the same user of the same project', async () => {
    const { call, begin, clock } = await setUp()
    const email = newEmail()
    const { body: session } = await call('code', await begin(email))
    expect(session).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      expiresIn: 900,
      user: { id: expect.stringMatching(/^[\w-]{22}$/), email, userName: null, way: 'email' },
    })
    clock.advance(30_000)
    const again = await call('code', await begin(email.toUpperCase()))
    expect(again.body.user).toEqual(session.user)
    const project = 'other'
    const elsewhere = await call('code', await begin(email, { project }), { project })
    expect(elsewhere.body.user).toMatchObject({ email })
    expect(elsewhere.body.user).not.toEqual(session.user)
  })

  test('a code works once, for the flow and the key that asked for it, and for five minutes', async () => {
    const { call, begin, clock } = await setUp()
    const refused = { triesLeft: 0 }
    const used = await begin(newEmail())
    const uses = await Promise.all(Array.from({ length: 4 }, () => call('code', used)))
    expect(uses.filter(({ body }) => 'token' in body)).toHaveLength(1)
    expect((await call('code', used)).body).toEqual(refused)

    // A code that a page has lured out of its owner is worth nothing without the key that began the login.
    const lured = await begin(newEmail())
    expect((await call('code', lured, { prover: await createProver() })).body).toEqual(refused)
    // The try has counted.
    expect((await call('code', { ...lured, code: otherThan(lured.code) })).body).toEqual({ triesLeft: 3 })

    const [one, other] = [await begin(newEmail()), await begin(newEmail())]
    expect((await call('code', { flow: one.flow, code: other.code })).body).toEqual({ triesLeft: 4 })
    expect((await call('code', { ...one, more: 'of it' })).status).toBe(400)
    expect((await call('code', one, { project: 'other' })).body).toEqual(refused)
    clock.advance(299_999)
    expect((await call('code', one)).body).toHaveProperty('token')
    clock.advance(1)
    expect((await call('code', other)).body).toEqual(refused)
  })

  test('five wrong codes, and the right one is refused; the next code has five tries again', async () => {
    const { call, begin, clock } = await setUp()
    const email = newEmail()
    const { flow, code } = await begin(email)
    for (const left of [4, 3, 2, 1, 0])
      expect((await call('code', { flow, code: otherThan(code) })).body).toEqual({ triesLeft: left })
    expect((await call('code', { flow, code })).body).toEqual({ triesLeft: 0 })
    clock.advance(30_000)
    expect((await call('code', await begin(email))).body).toHaveProperty('token')
  })

  test('a new code ends the one before, whoever asks for it', async () => {
    const { call, begin, clock } = await setUp()
    const email = newEmail()
    const before = await begin(email)
    clock.advance(30_000)
    const after = await begin(email, { prover: await createProver() })
    expect((await call('code', before)).body).toEqual({ triesLeft: 0 })
    expect(after.code).toMatch(/^\d{6}$/)
  })

  test('codes are limited by mailbox, with its other spellings, and by client', async () => {
    const { call, clock, mailTo } = await setUp({ settings: { loginCodesPerClient: 20 } })
    const ask = (email: string, from: string) => call('email', { email, host: page }, { from })
    const sent = new Map<string, number>()
    const waitOf = async (email: string, from: string) => {
      const answer = await ask(email, from)
      if (answer.status !== 200) return Number(answer.headers.get('retry-after'))
      sent.set(email, (sent.get(email) ?? 0) + 1)
      // A mail that does not leave in time is given back.
      await mailTo(email, sent.get(email), (mail) => codeIn(mail) !== '')
      return 0
    }
    const first = await ask('ann+shop@mail.example', '198.51.100.1')
    await mailTo('ann+shop@mail.example')
    expect(first.body).toEqual({
      ...{ flow: expect.stringMatching(/^[\w-]{43}$/), action: 'VERIFY_OTP' },
      ...{ expiresIn: 300, retryIn: 30 },
    })
    clock.advance(10_500)
    const second = await ask('ann@mail.example', '198.51.100.2')
    expect([second.status, second.body.error?.message]).toEqual([429, 'Please try again after 20 seconds'])
    for (let code = 2; code <= 5; code++) {
      clock.advance(30_000)
      expect(await waitOf('ann+two@mail.example', `198.51.100.${code}`)).toBe(0)
    }
    clock.advance(60_000)
    // An hour after the first of the five.
    expect(await waitOf('ann@mail.example', '198.51.100.9')).toBe(3_600 - 10.5 - 120 - 60 + 0.5)
    for (let code = 6; code <= 10; code++) {
      clock.advance(3_600_000)
      expect(await waitOf('ann@mail.example', `198.51.100.${code}`)).toBe(0)
    }
    clock.advance(3_600_000)
    expect(await waitOf('ann@mail.example', '198.51.100.20')).toBeGreaterThan(60_000)
    clock.advance(day)
    expect(await waitOf('ann@mail.example', '198.51.100.20')).toBe(0)

    // One /64 network is one client.
    for (let code = 1; code <= 20; code++)
      expect(await waitOf(newEmail(), `2001:db8:1:2:${code.toString(16)}::1`)).toBe(0)
    expect(await waitOf(newEmail(), '2001:db8:1:2:ffff::1')).toBe(3_600)
    expect(await waitOf(newEmail(), '2001:db8:1:3::1')).toBe(0)
  })

  test('a session is refreshed by its key, and another key or an old token ends it', async () => {
    const { call, logIn, clock, mailTo } = await setUp()
    const email = newEmail()
    const session = await logIn(email)
    const refresh = (refreshToken: string, asked = {}) => call('refresh', { refreshToken }, asked)
    const next = await refresh(session.refreshToken)
    expect(next.body).toMatchObject({ expiresIn: 900, user: session.user })
    const token = String(next.body.token)
    expect((await call('link', {}, { token })).status).toBe(200)
    clock.advance(900_000)
    expect((await call('link', {}, { token })).status).toBe(401)
    // A refresh token that comes again long after its use was stolen, by somebody who can use the key, or from the visitor.
    expect((await refresh(session.refreshToken)).status).toBe(401)
    expect((await refresh(String(next.body.refreshToken))).status).toBe(401)
    expect((await mailTo(email, 2)).subject).toMatch(/session ended$/)

    const other = await logIn(email)
    const thief = await createProver()
    expect((await call('link', {}, { token: other.token, prover: thief })).status).toBe(401)
    expect((await call('link', {}, { token: other.token })).status).toBe(401)
    expect((await refresh(other.refreshToken)).status).toBe(401)
    expect((await mailTo(email, 4)).subject).toMatch(/session ended$/)

    const last = await logIn(email)
    clock.advance(30 * day)
    expect((await refresh(last.refreshToken)).status).toBe(401)
  })

  test('signing out ends the session and its tickets, and no other device’s', async () => {
    const addresses = { eip155: `0x${'1'.repeat(40)}`, solana: '1'.repeat(32) }
    const account = { addresses, custody: 'self' } as const
    const { call, logIn } = await setUp({ accounts: { read: async () => account } })
    const email = newEmail()
    const device = { prover: await createProver() }
    const [session, other] = [await logIn(email), { ...(await logIn(email, device)), ...device }]
    const host = page
    const ticket = String((await call('ticket', { host }, session)).body.ticket)
    // A later frame has another key.
    const later = { prover: await createProver() }
    const read = (body: object, asked = later) => call('ticket/read', { ticket, host, ...body }, asked)
    expect((await read({})).body).toEqual({ user: session.user, ...account })
    for (const answer of [
      await read({ host: 'http://localhost:1' }),
      await read({ ticket: 'x'.repeat(43) }),
      await read({}, { ...later, project: 'other' } as never),
      await call('link', {}, { ...later, token: ticket }),
    ])
      expect([answer.status, answer.body.error?.message]).toEqual([401, 'Nobody is logged in'])
    expect((await call('sign-out', {}, session)).status).toBe(200)
    expect((await call('sign-out', {}, session)).status).toBe(401)
    expect((await call('refresh', { refreshToken: session.refreshToken })).status).toBe(401)
    expect((await read({})).status).toBe(401)
    expect((await call('link', {}, other)).status).toBe(200)
  })

  test('a code passes the login on to another surface, once and for a minute', async () => {
    const { call, logIn, clock, login, mails } = await setUp()
    const session = await logIn(newEmail())
    const sent = mails.length
    const surface = { prover: await createProver() }
    const link = async () => String((await call('link', {}, session)).body.code)
    const code = await link()
    expect((await call('link/redeem', { code }, { ...surface, project: 'other' })).status).toBe(401)
    const own = await link()
    const redeemed = await call('link/redeem', { code: own }, surface)
    expect(redeemed.body.user).toEqual(session.user)
    expect((await call('link/redeem', { code: own }, surface)).status).toBe(401)
    const late = await link()
    clock.advance(60_000)
    expect((await call('link/redeem', { code: late }, surface)).status).toBe(401)
    // It is no new device, and no new login.
    expect(mails).toHaveLength(sent)
    const token = String(redeemed.body.token)
    expect((await call('link', {}, { ...surface, token })).status).toBe(200)
    await login.endSessions({ project: 'acme', user: session.user.id })
    expect((await call('link', {}, { ...surface, token })).status).toBe(401)
  })

  test.each([0, 1, 2])(
    'signing out on surface %i ends the sessions that were passed on in its browser, and no other device’s',
    async (out) => {
      const { call, logIn } = await setUp()
      const email = newEmail()
      const device = { prover: await createProver() }
      const other = { ...(await logIn(email, device)), ...device }
      const first = await logIn(email)
      const pass = async (from: Session): Promise<Session> => {
        const { code } = (await call('link', {}, from)).body
        const prover = await createProver()
        const { token } = (await call('link/redeem', { code }, { prover })).body
        return { token: String(token), prover }
      }
      const second = await pass(first)
      const surfaces = [first, second, await pass(second)]
      const status = async (session: Session) => (await call('link', {}, session)).status
      expect(await Promise.all(surfaces.map(status))).toEqual([200, 200, 200])
      expect((await call('sign-out', {}, surfaces[out])).status).toBe(200)
      expect(await Promise.all(surfaces.map(status))).toEqual([401, 401, 401])
      expect(await status(other)).toBe(200)
    },
  )

  test('a surface that logs in anew still signs out with the others of its browser', async () => {
    const { call, logIn } = await setUp()
    const email = newEmail()
    const [frame, own, device] = [
      await logIn(email),
      { prover: await createProver() },
      { prover: await createProver() },
    ]
    const { code } = (await call('link', {}, frame)).body
    const passed = { ...own, token: String((await call('link/redeem', { code }, own)).body.token) }
    // In the wallet's own window, where the login was too long ago for an export.
    const anew = { ...own, ...(await logIn(email, own)) }
    const other = { ...device, ...(await logIn(email, device)) }
    const stranger = { ...own, ...(await logIn(newEmail(), own)) }
    expect((await call('sign-out', {}, frame)).status).toBe(200)
    const status = async (session: Session) => (await call('link', {}, session)).status
    expect(await Promise.all([frame, passed, anew].map(status))).toEqual([401, 401, 401])
    expect(await Promise.all([other, stranger].map(status))).toEqual([200, 200])
  })

  test('a browser passes its sessions on twenty times in their life, whichever passes on', async () => {
    const { call, logIn } = await setUp()
    const first: Session = await logIn(newEmail())
    const surfaces = [first]
    const pass = async () => {
      const { code } = (await call('link', {}, surfaces.at(-1))).body
      const prover = await createProver()
      const answer = await call('link/redeem', { code }, { prover })
      if (answer.status === 200) surfaces.push({ token: String(answer.body.token), prover })
      return answer
    }
    for (let count = 0; count < 20; count++) expect((await pass()).status).toBe(200)
    const refused = await pass()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(30 * 86_400)])
    // What was passed on stays, and other visitors pass theirs on.
    const other = await logIn(newEmail())
    const { code } = (await call('link', {}, other)).body
    expect((await call('link/redeem', { code }, { prover: await createProver() })).status).toBe(200)
    expect((await call('link', {}, first)).status).toBe(200)
  })

  test('a session that is passed on ends with the one that it comes from, however often it is refreshed', async () => {
    const { call, logIn, clock } = await setUp()
    const email = newEmail()
    const first = await logIn(email)
    let [surface, until]: [Session & { readonly refreshToken: string }, number] = [first, 30 * day - 30_000]
    for (let count = 0; count < 3; count++) {
      clock.advance(8 * day)
      until -= 8 * day
      const next = await call('refresh', { refreshToken: surface.refreshToken }, surface)
      const { code } = (await call('link', {}, { ...surface, token: String(next.body.token) })).body
      const prover = await createProver()
      const { token, refreshToken } = (await call('link/redeem', { code }, { prover })).body
      surface = { token: String(token), refreshToken: String(refreshToken), prover }
    }
    const anew = { ...surface, ...(await logIn(email, surface)) }
    clock.advance(until - 30_000 - 1_000)
    const last = await call('refresh', { refreshToken: surface.refreshToken }, surface)
    expect(last.status).toBe(200)
    clock.advance(1_000)
    // Not by the refresh token, by the one that it was replaced with, or by the access token.
    for (const refreshToken of [surface.refreshToken, last.body.refreshToken])
      expect((await call('refresh', { refreshToken }, surface)).status).toBe(401)
    expect((await call('link', {}, { ...surface, token: String(last.body.token) })).status).toBe(401)
    // Whoever has logged in anew meanwhile has the days of that login.
    expect((await call('refresh', { refreshToken: anew.refreshToken }, surface)).status).toBe(200)
  })

  test('a session that is passed on while its browser signs out ends with it, or is refused', async () => {
    const { call, logIn } = await setUp()
    for (let round = 0; round < 10; round++) {
      const session = await logIn(newEmail())
      let out: Promise<unknown> | undefined
      const passed = await Promise.all(
        Array.from({ length: 6 }, async (_, index) => {
          const { code } = (await call('link', {}, session)).body
          const prover = await createProver()
          if (index === 3) out = call('sign-out', {}, session)
          const { token } = (await call('link/redeem', { code }, { prover })).body
          return { token: token === undefined ? undefined : String(token), prover }
        }),
      )
      await out
      for (const one of passed) expect((await call('link', {}, one)).status).toBe(401)
    }
  })

  test('removing a device ends what its sessions were passed on to, but no other device’s', async () => {
    const { call, logIn, login } = await setUp()
    const email = newEmail()
    const first = { prover: await createProver() }
    const stolen = { ...first, ...(await logIn(email, first)) }
    const { user } = stolen
    const pass = async (from: Session) => {
      const { code } = (await call('link', {}, from)).body
      const prover = await createProver()
      const { token } = (await call('link/redeem', { code }, { prover })).body
      return { token: String(token), prover }
    }
    const thief = await pass(stolen)
    const [later, window] = [await pass(thief), await pass(stolen)]
    const other = { prover: await createProver() }
    const elsewhere = { ...other, ...(await logIn(email, other)) }
    const staying = [await thumbprintOf(window.prover)]
    await login.endSessions({ project: 'acme', user: user.id }, await thumbprintOf(first.prover), staying)
    const status = async (session: Session) => (await call('link', {}, session)).status
    expect(await Promise.all([stolen, thief, later].map(status))).toEqual([401, 401, 401])
    expect(await Promise.all([window, elsewhere].map(status))).toEqual([200, 200])
  })

  test('a new device is told by mail, with the place; a known one is not', async () => {
    const { logIn, mailTo, mails } = await setUp()
    const email = newEmail()
    await logIn(email)
    await logIn(email)
    const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/150.0' }
    await logIn(email, { prover: await createProver(), headers })
    const { text } = await mailTo(email, 4)
    expect(text).toContain('on app.example, from Firefox on Windows, network 198.51.100.0/24.')
    expect(mails.filter(({ subject }) => /new device/.test(subject))).toHaveLength(1)
  })

  test('the address changes with a code to the old one and a code to the new one', async () => {
    const { call, logIn, mailTo, clock } = await setUp()
    const [old, next] = [newEmail(), newEmail()]
    const session = await logIn(old)
    const { token } = session
    const begun = await call('email/update', { email: next, host: page }, { token })
    expect(begun.body).toMatchObject({ action: 'VERIFY_PRIMARY_OTP', expiresIn: 300 })
    const { flow } = begun.body
    const confirm = (code: string, asked = {}) => call('email/code', { flow, code }, { token, ...asked })
    const [first = ''] = /\d{6}/.exec((await mailTo(old, 2)).text) ?? []
    expect((await confirm(otherThan(first))).body).toEqual({ triesLeft: 4 })
    // Neither the code of a login nor the session of another user will do.
    expect((await call('code', { flow, code: first })).body).toEqual({ triesLeft: 0 })
    const other = await logIn(newEmail())
    expect((await confirm(first, { token: other.token })).body).toEqual({ triesLeft: 0 })
    expect((await confirm(first)).body).toEqual({ isNext: true })
    const [second = ''] = /\d{6}/.exec((await mailTo(next)).text) ?? []
    expect((await confirm(second)).body).toEqual({ newEmail: next })
    expect((await mailTo(old, 3)).subject).toMatch(/address changed$/)

    clock.advance(30_000)
    const again = await logIn(next)
    expect(again.user).toEqual({ ...session.user, email: next })
    expect((await logIn(old)).user.id).not.toBe(session.user.id)
  })

  test('an address that has an account is not given to another; only who has proven it learns that', async () => {
    const { call, logIn, mailTo, clock } = await setUp()
    const [mine, taken] = [newEmail(), newEmail()]
    const owner = await logIn(taken)
    const { token } = await logIn(mine)
    const { flow } = (await call('email/update', { email: taken, host: page }, { token })).body
    const [first] = /\d{6}/.exec((await mailTo(mine, 2)).text) ?? []
    expect((await call('email/code', { flow, code: first }, { token })).body).toEqual({ isNext: true })
    const [second] = /\d{6}/.exec((await mailTo(taken, 2)).text) ?? []
    const answer = await call('email/code', { flow, code: second }, { token })
    expect([answer.status, answer.body.error?.message]).toEqual([
      403,
      'The address belongs to another account',
    ])
    clock.advance(30_000)
    expect((await logIn(taken)).user).toEqual(owner.user)
  })

  test('of two changes of an address the second counts no more: it has not proven the new one', async () => {
    const { call, logIn, mailTo, clock } = await setUp()
    const [old, mine, theirs] = [newEmail(), newEmail(), newEmail()]
    const session = await logIn(old)
    const { token } = session
    const begin = async (email: string, nth: number) => {
      const { flow } = (await call('email/update', { email, host: page }, { token })).body
      const code = codeIn(await mailTo(old, nth))
      expect((await call('email/code', { flow, code }, { token })).body).toEqual({ isNext: true })
      const next = { flow, code: codeIn(await mailTo(email)) }
      clock.advance(30_000)
      return next
    }
    const [late, first] = [await begin(theirs, 2), await begin(mine, 3)]
    expect((await call('email/code', first, { token })).body).toEqual({ newEmail: mine })
    expect((await call('email/code', late, { token })).body).toEqual({ triesLeft: 0 })
    clock.advance(30_000)
    expect((await logIn(mine)).user).toEqual({ ...session.user, email: mine })
    expect((await logIn(theirs)).user.id).not.toBe(session.user.id)
  })

  test('an address to which an account changes while it is deleted can log in afterwards', async () => {
    const keys = createTestKeys()
    let meanwhile: (() => Promise<void>) | undefined
    const seal: DataKeys['seal'] = async (...parameters) => {
      await meanwhile?.()
      return keys.seal(...parameters)
    }
    const { call, logIn, mailTo, login, clock } = await setUp({ keys: { ...keys, seal } })
    const [old, next] = [newEmail(), newEmail()]
    const { token, user } = await logIn(old)
    const { flow } = (await call('email/update', { email: next, host: page }, { token })).body
    await call('email/code', { flow, code: codeIn(await mailTo(old, 2)) }, { token })
    const code = codeIn(await mailTo(next))
    meanwhile = async () => {
      const owner = { project: 'acme', user: user.id }
      await login.forget(owner)
      await keys.destroy(owner)
    }
    expect((await call('email/code', { flow, code }, { token })).body).toEqual({ triesLeft: 0 })
    meanwhile = undefined
    clock.advance(30_000)
    expect((await logIn(next)).user.id).not.toBe(user.id)
  })

  test('with the setting, an unknown device confirms a link first; a scanner that opens it confirms nothing', async () => {
    const settings = { loginDeviceLink: '1' } as const
    const { app, call, mailTo, clock } = await setUp({ settings })
    const email = newEmail()
    const begun = await call('email', { email, host: page })
    expect(begun.body).toMatchObject({ action: 'VERIFY_DEVICE', expiresIn: 900 })
    const { flow } = begun.body
    const url = linkOf(await mailTo(email))
    const wait = call('device', { flow })
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await app.request(url, { method })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      )
      if (method === 'GET') expect(await answer.text()).toContain('On app.example, ')
    }
    expect((await whileTimePasses(clock, wait)).body).toEqual({ isApproved: false })

    const press = (headers: Record<string, string> = {}) =>
      app.request(url.replace(/\?.*/, ''), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null', ...headers },
        body: new URL(url).search.slice(1),
      })
    const other = call('device', { flow }, { prover: await createProver() })
    expect((await other).body).toEqual({ isApproved: false })
    expect((await press({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const approved = call('device', { flow })
    expect((await press({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await whileTimePasses(clock, approved)).body).toEqual({ isApproved: true })
    expect((await press()).status).toBe(404)
    const [code] = /^ {4}(\d{6})$/m.exec((await mailTo(email, 2)).text)?.slice(1) ?? []
    expect((await call('code', { flow, code })).body).toHaveProperty('token')

    clock.advance(30_000)
    expect((await call('email', { email, host: page })).body).toMatchObject({ action: 'VERIFY_OTP' })
    clock.advance(30_000)
    const stranger = { prover: await createProver() }
    expect((await call('email', { email, host: page }, stranger)).body).toMatchObject({
      action: 'VERIFY_DEVICE',
    })
  })

  test('an account that is forgotten has no sessions, and its address begins anew', async () => {
    const { call, logIn, login, clock } = await setUp()
    const email = newEmail()
    const session = await logIn(email)
    await login.forget({ project: 'acme', user: session.user.id })
    expect((await call('link', {}, session)).status).toBe(401)
    expect((await call('refresh', { refreshToken: session.refreshToken })).status).toBe(401)
    clock.advance(30_000)
    expect((await logIn(email)).user.id).not.toBe(session.user.id)
  })
})
