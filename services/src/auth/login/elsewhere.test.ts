import { loginByFarcaster } from 'latchkey/protocol'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../shared/database/openDatabase.js'
import { route } from '../../shared/route.js'
import { createProver } from '../../testing/createProver.js'
import { createTestKeys } from '../../testing/createTestKeys.js'
import { page, startLogin } from '../../testing/startLogin.js'
import { startPostgres, type TestPostgres } from '../../testing/startPostgres.js'
import { whileTimePasses } from '../../testing/whileTimePasses.js'
import { emailWay } from './email/emailWay.js'
import { createSecret } from './flows.js'
import type { LoginParts } from './LoginParts.js'
import type { LoginWay } from './LoginWay.js'
import { type LoginTables, loginMigrations } from './loginTables.js'
import { placeOf } from './placeOf.js'
import { createUsers, type Identity } from './users.js'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.stop())
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A way whose login ends elsewhere, as at a provider: the test ends it through `parts`. */
function createFarWay() {
  let parts: LoginParts | undefined
  const way: LoginWay = {
    offered: () => ['farcaster'],
    route({ calls }, given) {
      parts = given
      route(calls, loginByFarcaster, async (input) => {
        const key = await given.checkKey(input, loginByFarcaster)
        const flow = createSecret()
        await given.flows.begin(flow, {
          ...{ project: input.project.id, way: 'farcaster', purpose: 'login', browser_key: key, host: page },
          expires_at: given.context.clock.now() + 600_000,
        })
        return { flow, url: 'https://far.example/' }
      })
    },
  }
  const partsOf = () => parts as LoginParts
  const place = { ...placeOf({ project: { id: 'acme' }, client: '', header: () => undefined }, page, 0) }
  return { way, partsOf, place }
}

describe.each<[string, () => { databaseUrl?: string }]>([
  ['SQLite', () => ({})],
  ['PostgreSQL', () => ({ databaseUrl: postgres.url })],
])('%s', (_, where) => {
  async function setUp() {
    const { way, partsOf, place } = createFarWay()
    const started = await startLogin({ ...where(), ways: [emailWay, way] })
    cleanups.push(started.login.close)
    const { call, clock } = started
    const begin = async (asked = {}) => String((await call('farcaster', { host: page }, asked)).body.flow)
    const result = (flow: string, asked = {}) => whileTimePasses(clock, call('result', { flow }, asked))
    const settle = async (flow: string, outcome: { identity: Identity } | { failed: 'declined' }) => {
      const found = await partsOf().flows.find(flow, 'acme')
      if (found === undefined) throw new Error('no flow')
      return partsOf().flows.settle(found, 'failed' in outcome ? outcome : { ...outcome, place })
    }
    return { ...started, begin, result, settle, partsOf }
  }
  const identity = (subject: string, more = {}) =>
    ({ way: 'farcaster', subject, userName: 'ann', ...more }) as const

  test('a login that ends elsewhere is fetched once, with the key that began it', async () => {
    const { begin, result, settle, partsOf, call, clock } = await setUp()
    const flow = await begin()
    expect((await result(flow)).body).toEqual({ isPending: true, hasBegun: false })
    const found = await partsOf().flows.find(flow, 'acme')
    await partsOf().flows.noteBegun(found?.id ?? '')
    expect((await result(flow)).body).toEqual({ isPending: true, hasBegun: true })
    const fetched = call('result', { flow })
    expect(await settle(flow, { identity: identity('7') })).toBe(true)
    expect(await settle(flow, { identity: identity('8') })).toBe(false)
    const thief = { prover: await createProver() }
    expect((await result(flow, thief)).body).toEqual({ failed: 'failed' })
    expect((await result(flow, { project: 'other' })).body).toEqual({ failed: 'failed' })
    expect((await whileTimePasses(clock, fetched)).body).toMatchObject({
      user: { email: null, userName: 'ann', way: 'farcaster' },
      token: expect.any(String),
    })
    expect((await result(flow)).body).toEqual({ failed: 'failed', way: 'farcaster' })
  })

  test('a login that was declined says so', async () => {
    const { begin, result, settle } = await setUp()
    const flow = await begin()
    await settle(flow, { failed: 'declined' })
    expect((await result(flow)).body).toEqual({ failed: 'declined', way: 'farcaster' })
    expect((await result('x'.repeat(43))).body).toEqual({ failed: 'failed' })
  })

  test('an address that has an account is asked to log in the way it always has, in both directions', async () => {
    const { begin, result, settle, logIn, call, mailTo } = await setUp()
    const [first, second] = [`a${Math.random()}@mail.example`, `b${Math.random()}@mail.example`]
    await logIn(first)
    const flow = await begin()
    await settle(flow, { identity: identity(first, { email: first }) })
    expect((await result(flow)).body).toEqual({ failed: 'other', way: 'email' })

    const next = await begin()
    await settle(next, { identity: identity(second, { email: second }) })
    expect((await result(next)).body.user).toMatchObject({ email: second })
    const begun = await call('email', { email: second, host: page })
    const [code] = /\d{6}/.exec((await mailTo(second)).text) ?? []
    expect((await call('code', { flow: begun.body.flow, code })).body).toEqual({
      failed: 'other',
      way: 'farcaster',
    })
  })

  test('two first logins at once are one user', async () => {
    const { database } = await openDatabase<LoginTables>(where(), {
      name: 'login',
      migrations: loginMigrations,
    })
    cleanups.push(() => database.destroy())
    const users = createUsers(database, createTestKeys(), () => 0)
    const entered = await Promise.all(
      Array.from({ length: 20 }, () => users.enter('acme', identity('race', { email: 'race@mail.example' }))),
    )
    const ids = entered.flatMap((one) => ('id' in one ? [one.id] : []))
    expect([ids.length, new Set(ids).size]).toEqual([20, 1])
    expect(entered.filter((one) => 'isNew' in one && one.isNew)).toHaveLength(1)
    const rows = await database
      .selectFrom('login_users')
      .select('id')
      .where('id', '=', ids[0] ?? '')
      .execute()
    expect(rows).toHaveLength(1)
  })
})
