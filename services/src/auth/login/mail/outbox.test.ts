import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Mail, MailError, type Mailer } from '../../../outbound/createMailer.js'
import { createContext } from '../../../shared/context.js'
import { openDatabase } from '../../../shared/database/openDatabase.js'
import { createLog } from '../../../shared/log.js'
import { createTestClock, type TestClock } from '../../../testing/createTestClock.js'
import { createTestKeys } from '../../../testing/createTestKeys.js'
import { page, startLogin } from '../../../testing/startLogin.js'
import { startPostgres, type TestPostgres } from '../../../testing/startPostgres.js'
import { whileTimePasses as passTime } from '../../../testing/whileTimePasses.js'
import { type LoginTables, loginMigrations } from '../loginTables.js'
import { createQuotas } from '../quotas.js'
import { createOutbox } from './outbox.js'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.stop())
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Lets time pass until the work is done, slowly enough for a database to keep up with it. */
async function whileTimePasses<value>(clock: TestClock, work: Promise<value>): Promise<value> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve, 25))
    clock.advance(100)
  }
  return done
}

let count = 0
const newEmail = () => `outbox${count++}-${Math.random()}@mail.example`
const letter = { kind: 'notice', notice: { type: 'exported' }, app: 'Acme', at: 0 } as const

describe.each<[string, () => { databaseUrl?: string }]>([
  ['SQLite', () => ({})],
  ['PostgreSQL', () => ({ databaseUrl: postgres.url })],
])('%s', (_, place) => {
  async function setUp(mailer: Mailer) {
    const started = await startLogin({ ...place(), mailer })
    cleanups.push(started.login.close)
    const { call, clock } = started
    return {
      ...started,
      ask: (email: string) => call('email', { email, host: page }),
      /** What the surface learns of its mail, and after how many seconds. */
      async resultOf(flow: unknown) {
        const from = clock.now()
        const { body } = await whileTimePasses(clock, call('result', { flow }))
        return { body, seconds: (clock.now() - from) / 1_000 }
      },
    }
  }

  test.each<[string, () => Promise<void>]>([
    ['is down', () => Promise.reject(new MailError('ECONNREFUSED'))],
    ['takes 30 seconds', () => new Promise(() => undefined)],
  ])(
    'a mail server that %s: the visitor learns it within 15 seconds, and may ask again at once',
    async (what, send) => {
      let isDown = true
      const sent: Mail[] = []
      // The mailer itself ends a mail that takes too long.
      const mailer: Mailer = async (mail, within) => {
        if (!isDown) return void sent.push(mail)
        if (what === 'is down') return send()
        await new Promise<void>((resolve) => clock.setTimeout(resolve, Math.min(within, 10_000)))
        throw new MailError('no answer in time')
      }
      const { ask, call, clock, resultOf, context } = await setUp(mailer)
      const email = newEmail()
      const begun = await ask(email)
      expect(begun.status).toBe(200)
      const { body, seconds } = await resultOf(begun.body.flow)
      expect(body).toEqual({ failed: 'failed', way: 'email' })
      expect(seconds).toBeLessThan(15)
      expect((await call('code', { flow: begun.body.flow, code: '000000' })).body).toEqual({ triesLeft: 0 })
      isDown = false
      const again = await ask(email)
      expect(again.status).toBe(200)
      expect((await resultOf(again.body.flow)).body).toEqual({ isPending: true, hasBegun: true })
      expect(sent).toHaveLength(1)
      expect(context.clock).toBe(clock)
    },
  )

  test('a mail server that is down for a moment: the code comes a little later', async () => {
    let tries = 0
    const sent: Mail[] = []
    const { ask, resultOf } = await setUp(async (mail) => {
      if (++tries < 3) throw new MailError('ECONNREFUSED')
      sent.push(mail)
    })
    const { body, seconds } = await resultOf((await ask(newEmail())).body.flow)
    expect(body).toEqual({ isPending: true, hasBegun: true })
    expect(seconds).toBeLessThan(6)
    expect([tries, sent.length]).toEqual([3, 1])
  })

  test('an address that its server refuses: the visitor learns nothing of it, and it gets no mail for an hour', async () => {
    let tries = 0
    const { ask, resultOf, clock } = await setUp(async () => {
      tries++
      throw new MailError('EENVELOPE RCPT TO 550', { isRefused: true })
    })
    const email = newEmail()
    for (const expected of [1, 1, 2]) {
      const { body } = await resultOf((await ask(email)).body.flow)
      expect([body, tries]).toEqual([{ isPending: true, hasBegun: true }, expected])
      clock.advance(expected === 1 && tries === 1 ? 40 * 60_000 : 0)
    }
  })

  /** Opens outboxes on one database, as several processes do. */
  async function openOutboxes(mailers: readonly Mailer[]) {
    const clock = createTestClock()
    const keys = createTestKeys()
    const log = createLog({ level: 'silent', now: () => 0, write: () => undefined })
    const context = createContext({ clock, log })
    const open = async () => {
      const store = { name: 'login', migrations: loginMigrations }
      return (await openDatabase<LoginTables>(place(), store)).database
    }
    // In memory there is one database for all.
    const shared = place().databaseUrl === undefined ? await open() : undefined
    const databases: Kysely<LoginTables>[] = await Promise.all(
      mailers.map(async () => shared ?? (await open())),
    )
    const outboxes = mailers.map((mailer, index) => {
      const database = databases[index] as Kysely<LoginTables>
      const quotas = createQuotas(database, () => clock.now())
      return createOutbox({ context, database, keys, quotas, mailer })
    })
    cleanups.push(async () => {
      await whileTimePasses(clock, Promise.all(outboxes.map(({ close }) => close())))
      for (const database of new Set(databases)) await database.destroy()
    })
    const left = async () => {
      const rows = await databases[0]?.selectFrom('login_outbox').select('id').execute()
      return rows?.length ?? 0
    }
    return { clock, outboxes, left }
  }

  async function until(clock: TestClock, isDone: () => boolean | Promise<boolean>) {
    await whileTimePasses(
      clock,
      (async () => {
        while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 5))
      })(),
    )
  }

  test('several processes share the work, and each letter is sent once', async () => {
    const sent: [number, string][] = []
    const mailerOf = (process: number) => async (mail: Mail) => {
      await new Promise(setImmediate)
      sent.push([process, mail.to])
    }
    const { clock, outboxes, left } = await openOutboxes([mailerOf(0), mailerOf(1), mailerOf(2)])
    const letters = Array.from({ length: 30 }, newEmail)
    for (const to of letters) await outboxes[0]?.add('acme', { to, letter })
    for (const { kick } of outboxes) kick()
    await until(clock, async () => sent.length >= 30 && (await left()) === 0)
    clock.advance(60_000)
    await until(clock, () => true)
    expect(sent.map(([, to]) => to).sort()).toEqual([...letters].sort())
  })

  test('a letter that is still being sent is neither sent again nor given up, however late it is', async () => {
    let tries = 0
    let finish = () => {}
    const { ask, call, clock } = await setUp(() => {
      tries++
      return new Promise((resolve) => {
        finish = resolve
      })
    })
    const email = newEmail()
    const { flow } = (await ask(email)).body
    await until(clock, () => tries === 1)
    // Longer than until another process takes it over, and than a visitor waits for a code.
    clock.advance(40_000)
    const result = () => passTime(clock, call('result', { flow }))
    expect((await result()).body).toEqual({ isPending: true, hasBegun: false })
    finish()
    expect([(await result()).body, tries]).toEqual([{ isPending: true, hasBegun: true }, 1])
  })

  test('a letter of a process that died is sent by another', async () => {
    const sent: string[] = []
    let hasBegun = false
    const { clock, outboxes } = await openOutboxes([
      () => {
        hasBegun = true
        return new Promise(() => undefined)
      },
      async ({ to }) => void sent.push(to),
    ])
    const [dying, other] = outboxes
    const to = newEmail()
    await dying?.add('acme', { to, letter })
    dying?.kick()
    await until(clock, () => hasBegun)
    // It is not asked to finish: the outbox gives up what hangs.
    await whileTimePasses(clock, Promise.resolve(dying?.close()))
    other?.kick()
    await until(clock, () => sent.length > 0)
    expect(sent).toEqual([to])
  })
})
