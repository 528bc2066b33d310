import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestClock } from '../../testing/createTestClock.js'
import { startLine as startLineTo } from '../../testing/startLine.js'
import { startPostgres, type TestPostgres } from '../../testing/startPostgres.js'
import { createOpenApp } from '../app.js'
import { createContext } from '../context.js'
import { createHealth } from '../health.js'
import { createLog } from '../log.js'
import { DatabaseUnreachableError, guardPool } from './guardPool.js'
import { openDatabase } from './openDatabase.js'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.stop())

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Starts a line to PostgreSQL that can be cut. */
async function startLine(on = 0) {
  const { port, cut } = await startLineTo(Number(new URL(postgres.url).port), on)
  cleanups.push(cut)
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, port, cut }
}

describe('a database that is gone', () => {
  test('answers 503 with a retry-after header, and logs the setting that names the database', async () => {
    const line = await startLine()
    const { database } = await openDatabase({ databaseUrl: line.url }, { name: 'things', migrations: [] })
    cleanups.push(() => database.destroy())
    const lines: string[] = []
    const log = createLog({ level: 'error', now: () => 0, write: (text) => void lines.push(text) })
    const app = createOpenApp(createContext({ log }))
    app.get('/things', async (c) => c.json((await sql`SELECT 1 AS one`.execute(database)).rows))
    expect(await (await app.request('/things')).json()).toEqual([{ one: 1 }])
    line.cut()
    for (let attempt = 0; attempt < 2; attempt++) {
      const response = await app.request('/things')
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await response.json()).toMatchObject({
        error: { code: 'DATABASE_UNREACHABLE', message: 'The service cannot reach its database' },
      })
    }
    expect(lines.join('')).toContain('LATCHKEY_DATABASE_URL')
  })

  test('is named by the health check, which is well again when the database is back', async () => {
    const line = await startLine()
    const clock = createTestClock()
    const health = createHealth(clock)
    const { database } = await openDatabase(
      { databaseUrl: line.url, health },
      { name: 'things', migrations: [] },
    )
    cleanups.push(() => database.destroy())
    expect(await health.failing()).toEqual([])
    line.cut()
    clock.advance(2_000)
    expect(await health.failing()).toEqual(['database'])
    await startLine(line.port)
    clock.advance(2_000)
    expect(await health.failing()).toEqual([])
  })

  test('error: a process that starts meanwhile names the setting and the reason', async () => {
    const line = await startLine()
    line.cut()
    await expect(openDatabase({ databaseUrl: line.url }, { name: 'things', migrations: [] })).rejects.toThrow(
      /^The database of LATCHKEY_DATABASE_URL does not answer: .*ECONNREFUSED/,
    )
  })

  test('error: a statement with a mistake is not called unreachable', async () => {
    const { database } = await openDatabase({ databaseUrl: postgres.url }, { name: 'things', migrations: [] })
    cleanups.push(() => database.destroy())
    await expect(sql`SELECT nothing FROM nowhere`.execute(database)).rejects.not.toThrow(
      DatabaseUnreachableError,
    )
  })
})

describe('closes a connection that failed, and keeps one after a wrong statement', () => {
  const release = (answer: () => Promise<unknown>) => {
    const released: unknown[] = []
    const client = { query: answer, release: (isBroken: unknown) => void released.push(isBroken) }
    const pool = guardPool({ connect: async () => client, end: async () => {} } as never)
    return { pool, released }
  }

  test.each<[string, object, boolean]>([
    ['a silent server', { message: 'Query read timeout' }, true],
    ['a broken pipe', { code: 'EPIPE' }, true],
    ['a server that stops', { code: '57P01' }, true],
    ['a full server', { code: '53300' }, true],
    ['a double key', { code: '23505' }, false],
    ['a wrong value', { code: '22021' }, false],
  ])('after %s', async (_name, error, isClosed) => {
    const { pool, released } = release(() => Promise.reject(Object.assign(new Error('no'), error)))
    const client = await pool.connect()
    const failure = await client.query('SELECT 1', []).catch((thrown: unknown) => thrown)
    client.release()
    expect([failure instanceof DatabaseUnreachableError, released]).toEqual([isClosed, [isClosed]])
  })
})

describe('a host with several addresses', () => {
  test('names the reason for each address of the host', async () => {
    const failure = new AggregateError([new Error('refused by ::1'), new Error('refused by 127.0.0.1')])
    const pool = guardPool({ connect: () => Promise.reject(failure), end: async () => {} } as never)
    await expect(pool.connect()).rejects.toThrow('does not answer: refused by ::1; refused by 127.0.0.1')
  })
})
