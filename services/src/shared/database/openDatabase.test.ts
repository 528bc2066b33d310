import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from './openDatabase.js'

test('where SQLite has rolled back by itself, as on a full disk, the first error is told, and the next write works', async () => {
  const { database } = await openDatabase<object>({}, { name: 'test', migrations: [] })
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  const work = database.transaction().execute(async (transaction) => {
    await sql`CREATE TABLE lost (id INTEGER)`.execute(transaction)
    await sql`ROLLBACK`.execute(transaction)
    throw full
  })
  await expect(work).rejects.toBe(full)
  await database
    .transaction()
    .execute(async (transaction) => void (await sql`CREATE TABLE kept (id INTEGER)`.execute(transaction)))
  const tables = await sql<{
    name: string
  }>`SELECT name FROM sqlite_master WHERE name IN ('lost', 'kept')`.execute(database)
  expect(tables.rows).toEqual([{ name: 'kept' }])
  await database.destroy()
})
