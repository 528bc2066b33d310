import { expect, test } from 'vitest'
import { openDatabase } from '../../shared/database/openDatabase.js'
import { startPostgres } from '../../testing/startPostgres.js'
import { type LoginTables, loginMigrations } from './loginTables.js'
import { createSessions } from './sessions.js'

test('a session that ends alone leaves the one that passed it on', async () => {
  const { database } = await openDatabase<LoginTables>({}, { name: 'login', migrations: loginMigrations })
  const sessions = createSessions(database, {
    users: { read: async () => ({ email: null, userName: null }) },
    now: () => 1e12,
    onTheft: () => {},
  })
  const entry = { user: { project: 'acme', user: 'ann' }, way: 'email', at: 1 } as const
  const first = await sessions.open({ ...entry, key: 'a' })
  const { id = '' } = (await sessions.find(first.token, { project: 'acme', key: 'a' })) ?? {}
  const linked = await sessions.open({ ...entry, key: 'b', root: (await sessions.byId(id))?.root })
  const isThere = async ({ token }: { readonly token: string }, key: string) =>
    (await sessions.find(token, { project: 'acme', key })) !== undefined
  await sessions.revoke(linked.token, { project: 'acme', key: 'b' }, { isAlone: true })
  expect([await isThere(first, 'a'), await isThere(linked, 'b')]).toEqual([true, false])
  await database.destroy()
})

test('during an update, signing out ends no session of somebody else that an older version has opened', async () => {
  const { database } = await openDatabase<LoginTables>({}, { name: 'login', migrations: loginMigrations })
  const sessions = createSessions(database, {
    users: { read: async () => ({ email: null, userName: null }) },
    now: () => 1e12,
    onTheft: () => {},
  })
  // The older version does not know the column, which is empty then.
  const open = (user: string, key: string, at: number) =>
    sessions.open({ user: { project: 'acme', user }, key, way: 'email', at, root: '' })
  const own = await open('ann', 'a', 1)
  const linked = await open('ann', 'b', 1)
  const device = await open('ann', 'c', 2)
  const stranger = await open('bob', 'd', 1)
  await sessions.revoke(own.token, { project: 'acme', key: 'a' })
  const isThere = async ({ token }: { readonly token: string }, key: string) =>
    (await sessions.find(token, { project: 'acme', key })) !== undefined
  expect([await isThere(linked, 'b'), await isThere(device, 'c'), await isThere(stranger, 'd')]).toEqual([
    false,
    true,
    true,
  ])
  await database.destroy()
})

test.each(['SQLite', 'PostgreSQL'])(
  '%s: a session that is passed on while all of its user end does not stay',
  async (kind) => {
    const postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
    const place = { databaseUrl: postgres?.url }
    const { database } = await openDatabase<LoginTables>(place, {
      name: 'login',
      migrations: loginMigrations,
    })
    const sessions = createSessions(database, {
      users: { read: async () => ({ email: null, userName: null }) },
      now: () => 1e12,
      onTheft: () => {},
    })
    const user = { project: 'acme', user: 'ann' }
    const holder = { project: 'acme', key: 'b' }
    for (const key of [undefined, 'a']) {
      // Many, so that the last is still there when the first have ended.
      let last = ''
      for (let at = 0; at < 30; at++) last = (await sessions.open({ user, key: 'a', way: 'email', at })).token
      const { id = '' } = (await sessions.find(last, { project: 'acme', key: 'a' })) ?? {}
      const from = (await sessions.byId(id)) ?? expect.fail()
      const ending = sessions.endAll(user, key)
      const { token } = await sessions.open({ ...from, key: 'b' })
      // As whoever passes a session on makes sure.
      const isThere = (await sessions.byId(id)) !== undefined
      await ending
      expect(isThere).toBe(true)
      expect(await sessions.find(token, holder)).toBeUndefined()
    }
    await database.destroy()
    await postgres?.stop()
  },
  60_000,
)
