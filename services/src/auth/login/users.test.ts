import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../shared/database/openDatabase.js'
import { createTestKeys } from '../../testing/createTestKeys.js'
import { startPostgres, type TestPostgres } from '../../testing/startPostgres.js'
import { type LoginTables, loginMigrations } from './loginTables.js'
import { createUsers, type Identity } from './users.js'

const directory = mkdtempSync(join(tmpdir(), 'latchkey-users-'))
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(async () => {
  await postgres.stop()
  rmSync(directory, { recursive: true })
})

const byMail = (email: string): Identity => ({ way: 'email', subject: email, email })
const byProvider = (email: string): Identity => ({ way: 'google', subject: `id of ${email}`, email })

describe.each<[string, () => openDatabase.Place]>([
  ['SQLite', () => ({ directory })],
  ['PostgreSQL', () => ({ databaseUrl: postgres.url })],
])('%s', (_, place) => {
  async function open() {
    const { database } = await openDatabase<LoginTables>(place(), {
      name: 'login',
      migrations: loginMigrations,
    })
    const users = createUsers(database, createTestKeys(), () => 1e12)
    const accounts = async (project: string) =>
      (await database.selectFrom('login_users').select('id').where('project', '=', project).execute()).length
    return { users, accounts, close: () => database.destroy() }
  }

  test('of first logins at once with one address, by mail and by a provider, one makes an account', async () => {
    const { users, accounts, close } = await open()
    for (let round = 0; round < 20; round++) {
      const email = `ann${round}@mail.example`
      const ways = [byMail(email), byProvider(email), byMail(email), byProvider(email)]
      const entered = await Promise.all(ways.map((identity) => users.enter('acme', identity)))
      const made = entered.flatMap((one) => ('isNew' in one && one.isNew ? [one.id] : []))
      expect(made).toHaveLength(1)
      const way = entered.findIndex((one) => 'isNew' in one && one.isNew) % 2
      for (const [index, one] of entered.entries()) {
        if (index % 2 === way) expect(one).toMatchObject({ id: made[0] })
        else expect(one).toEqual({ other: way === 0 ? 'email' : 'google' })
      }
    }
    expect(await accounts('acme')).toBe(20)
    await close()
  })

  test('an address that an account changes to while somebody logs in with it first is one account’s', async () => {
    const { users, accounts, close } = await open()
    for (let round = 0; round < 20; round++) {
      const [from, to] = [`old${round}@mail.example`, `new${round}@mail.example`]
      const owner = await users.enter('other', byMail(from))
      if (!('id' in owner)) throw new Error('was known')
      const [changed, entered] = await Promise.all([
        users.changeEmail({ project: 'other', user: owner.id }, { from, to }),
        users.enter('other', byProvider(to)),
      ])
      expect([changed, entered]).toEqual(
        changed === 'changed'
          ? ['changed', { other: 'email' }]
          : ['taken', { id: expect.any(String), isNew: true }],
      )
    }
    expect(await accounts('other')).toBeLessThanOrEqual(40)
    await close()
  })
})
