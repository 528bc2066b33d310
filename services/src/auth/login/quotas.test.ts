import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../shared/database/openDatabase.js'
import { startPostgres, type TestPostgres } from '../../testing/startPostgres.js'
import { type LoginTables, loginMigrations } from './loginTables.js'
import { createQuotas, forever } from './quotas.js'

const directory = mkdtempSync(join(tmpdir(), 'latchkey-quotas-'))
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(async () => {
  await postgres.stop()
  rmSync(directory, { recursive: true })
})

let time = 1_000_000_000
const minute = 60_000

describe.each<[string, () => openDatabase.Place]>([
  ['SQLite', () => ({ directory })],
  ['PostgreSQL', () => ({ databaseUrl: postgres.url })],
])('%s', (_, place) => {
  async function open() {
    const { database } = await openDatabase<LoginTables>(place(), {
      name: 'login',
      migrations: loginMigrations,
    })
    return { quotas: createQuotas(database, () => time), close: () => database.destroy() }
  }

  test('counts within sliding windows, and says how long to wait', async () => {
    const { quotas, close } = await open()
    const rules = [
      { count: 1, window: minute / 2 },
      { count: 3, window: 60 * minute },
    ]
    const take = () => quotas.take('a', rules)
    expect(await take()).toEqual({ key: 'a', at: time })
    time += 10_000
    expect(await take()).toEqual({ wait: 20_000 })
    time += 20_000
    expect(await take()).toMatchObject({ key: 'a' })
    time += 10 * minute
    expect(await take()).toMatchObject({ key: 'a' })
    time += minute
    // The first of the three is eleven and a half minutes old.
    expect(await take()).toEqual({ wait: 60 * minute - 11.5 * minute })
    expect(await quotas.count('a', 5 * minute)).toBe(1)
    time += 60 * minute - 11.5 * minute
    expect(await take()).toMatchObject({ key: 'a' })
    // A counter that began anew after its window would allow more here.
    time += minute / 2 - 1
    expect(await take()).toEqual({ wait: 1 })
    time += 1
    expect(await take()).toMatchObject({ key: 'a' })
    await close()
  })

  test('what is given back counts no more; other keys never count', async () => {
    const { quotas, close } = await open()
    const rule = [{ count: 1, window: forever }]
    const charge = await quotas.take('b', rule)
    time += 365 * 24 * 60 * minute
    expect(await quotas.take('b', rule)).toMatchObject({ wait: expect.any(Number) })
    expect(await quotas.take('c', rule)).toMatchObject({ key: 'c' })
    if ('wait' in charge) throw new Error('was refused')
    await quotas.giveBack(charge)
    await quotas.giveBack(charge)
    expect(await quotas.take('b', rule)).toMatchObject({ key: 'b' })
    await quotas.clear('b')
    expect(await quotas.count('b', forever)).toBe(0)
    await close()
  })

  test('200 uses at once through two processes: exactly as many pass as the rule allows', async () => {
    const both = await Promise.all([open(), open()])
    const uses = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        both[index % 2 === 0 ? 0 : 1]?.quotas.take('race', [{ count: 20, window: minute }]),
      ),
    )
    expect(uses.filter((use) => use !== undefined && 'key' in use)).toHaveLength(20)
    await Promise.all(both.map(({ close }) => close()))
  })
})
