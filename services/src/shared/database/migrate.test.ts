import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../../testing/startPostgres.js'
import { type Migration, NewerSchemaError } from './migrate.js'
import { openDatabase } from './openDatabase.js'

let postgres: TestPostgres
let directory: string

beforeAll(async () => {
  postgres = await startPostgres()
  directory = mkdtempSync(join(tmpdir(), 'latchkey-migrate-'))
}, 60_000)
afterEach(async () => {
  await postgres.empty()
  rmSync(directory, { recursive: true, force: true })
})
afterAll(() => postgres.stop())

type Tables = { thing: { readonly name: string; readonly size: number } }

const first: Migration = async (database) => {
  await sql`CREATE TABLE thing (name TEXT PRIMARY KEY)`.execute(database)
  await sql`INSERT INTO thing VALUES ('old')`.execute(database)
}
const second: Migration = async (database) => {
  await sql`ALTER TABLE thing ADD COLUMN size BIGINT NOT NULL DEFAULT 9007199254740991`.execute(database)
}
const broken: Migration = async (database) => {
  await sql`DELETE FROM thing`.execute(database)
  await sql`ALTER TABLE nothing ADD COLUMN x BIGINT`.execute(database)
}

describe.each<[string, () => openDatabase.Place]>([
  ['SQLite', () => ({ directory })],
  ['PostgreSQL', () => ({ databaseUrl: postgres.url })],
])('migrate, on %s', (_name, place) => {
  const open = async (migrations: readonly Migration[], name = 'things') => {
    const { database } = await openDatabase<Tables>(place(), { name, migrations })
    const rows = await database.selectFrom('thing').selectAll().execute()
    await database.destroy()
    return rows
  }

  test('each step runs once, on the result of the previous one', async () => {
    expect(await open([first])).toEqual([{ name: 'old' }])
    const rows = [{ name: 'old', size: Number.MAX_SAFE_INTEGER }]
    expect(await open([first, second])).toEqual(rows)
    expect(await open([first, second])).toEqual(rows)
  })

  test('all steps run at once for a database several versions old', async () => {
    expect(await open([first, second])).toHaveLength(1)
  })

  test('error: a failing step changes nothing', async () => {
    await open([first])
    await expect(open([first, second, broken])).rejects.toThrow(/nothing/)
    expect(await open([first])).toEqual([{ name: 'old' }])
  })

  test('error: tables of newer code stay unchanged', async () => {
    await open([first, second])
    await expect(open([first])).rejects.toThrow(NewerSchemaError)
    await expect(open([first])).rejects.toThrow(/"things".*newer version.*schema 2, known is 1/)
    expect(await open([first, second])).toHaveLength(1)
  })
})

describe('PostgreSQL', () => {
  test('several processes that start at once run each step once', async () => {
    const opened = await Promise.all(
      Array.from({ length: 4 }, () =>
        openDatabase<Tables>({ databaseUrl: postgres.url }, { name: 'things', migrations: [first, second] }),
      ),
    )
    for (const { database } of opened) {
      expect(await database.selectFrom('thing').selectAll().execute()).toHaveLength(1)
      await database.destroy()
    }
  })
})
