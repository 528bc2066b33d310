import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../shared/database/openDatabase.js'
import { startPostgres, type TestPostgres } from '../../testing/startPostgres.js'
import { type LoginTables, loginMigrations } from './loginTables.js'

const directory = mkdtempSync(join(tmpdir(), 'latchkey-login-tables-'))
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(async () => {
  await postgres.stop()
  rmSync(directory, { recursive: true })
})

describe.each<[string, () => openDatabase.Place]>([
  ['SQLite', () => ({ directory: mkdtempSync(join(directory, 'data-')) })],
  ['PostgreSQL', () => ({ databaseUrl: postgres.url })],
])('%s', (kind, placeOf) => {
  /** Opens the tables as they were after so many steps. */
  async function open(place: openDatabase.Place, steps: number) {
    const migrations = loginMigrations.slice(0, steps)
    return (await openDatabase<LoginTables>(place, { name: 'login', migrations })).database
  }

  test('sessions of an older version that come from one login get one root', async () => {
    if (kind === 'PostgreSQL') await postgres.empty()
    const place = placeOf()
    const before = await open(place, 1)
    const family = {
      page: 'acme',
      expires_at: 9e12,
      user_id: 'ann',
      way: 'email',
      logged_in_at: 1e12,
    } as const
    const rows = [
      { ...family, id: 'first', browser_key: 'a' },
      { ...family, id: 'linked', browser_key: 'b' },
      { ...family, id: 'device', browser_key: 'c', logged_in_at: 1e12 + 1 },
      { ...family, id: 'stranger', browser_key: 'd', user_id: 'bob' },
    ]
    await before
      .insertInto('login_families')
      .values(rows as never)
      .execute()
    await before.destroy()
    const after = await open(place, 2)
    const roots = await after.selectFrom('login_families').select(['id', 'root']).orderBy('id').execute()
    expect(roots).toEqual([
      { id: 'device', root: 'ann 1000000000001' },
      { id: 'first', root: 'ann 1000000000000' },
      { id: 'linked', root: 'ann 1000000000000' },
      { id: 'stranger', root: 'bob 1000000000000' },
    ])
    await after.destroy()
  })

  test('of accounts of an older version with one address, it is found for whose login it is, else for the oldest', async () => {
    if (kind === 'PostgreSQL') await postgres.empty()
    const place = placeOf()
    const before = await open(place, 2)
    const user = (id: string, email_hash: string | null, created_at: number, project = 'acme') => {
      return { id, project, email: null, user_name: null, email_hash, created_at }
    }
    const rows = [
      ...[user('by provider', 'ann', 1), user('by mail', 'ann', 2), user('later', 'ann', 3)],
      ...[user('second', 'bob', 2), user('first', 'bob', 1), user('elsewhere', 'bob', 3, 'other')],
      ...[user('none', null, 1), user('nor this', null, 1)],
      // Their first logins were interrupted.
      ...[user('unfinished', 'cat', 1), user('by another provider', 'cat', 2), user('only', 'dan', 1)],
    ]
    await before.insertInto('login_users').values(rows).execute()
    const identities = rows
      .filter(({ id }) => !['by mail', 'unfinished', 'only'].includes(id))
      .map(({ id, project }) => ({ project, way: 'google', subject: id, user_id: id }) as const)
    const identity = { project: 'acme', way: 'email', subject: 'ann', user_id: 'by mail' } as const
    await before
      .insertInto('login_identities')
      .values([...identities, identity])
      .execute()
    await before.destroy()
    const after = await open(place, 3)
    const found = after.selectFrom('login_users').select('id').where('email_hash', 'is not', null)
    const ids = (await found.execute()).map(({ id }) => id)
    expect(ids.sort()).toEqual(['by another provider', 'by mail', 'elsewhere', 'first'])
    await after.destroy()
  })
})
