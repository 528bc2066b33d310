import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../shared/database/openDatabase.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { startPostgres, type TestPostgres } from '../../testing/startPostgres.js'
import { KeyDestroyedError, SealedTextError } from '../DataKeys.js'
import { createFileWrapper } from '../wrapper/createFileWrapper.js'
import { type KeyWrapper, WrapperUnreachable } from '../wrapper/KeyWrapper.js'
import type { DataTables } from './dataTables.js'
import { type OpenedDataKeys, openDataKeys } from './openDataKeys.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-data-keys-'))
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

const anna = { project: 'acme', user: 'anna' }
const bytes = new Uint8Array(randomBytes(40))

/** A wrapper in memory whose calls are counted, and that a test can take away. */
function createTestWrapper() {
  const kept = new Map<string, Uint8Array>()
  const state = { isGone: false, calls: 0 }
  const enter = () => {
    state.calls++
    if (state.isGone) throw new WrapperUnreachable('gone')
  }
  const wrap = async (key: Uint8Array) => {
    enter()
    const name = `test:${randomBytes(8).toString('hex')}`
    kept.set(name, new Uint8Array(key))
    return name
  }
  const unwrap = async (wrapped: string) => {
    enter()
    return kept.get(wrapped) ?? expect.fail()
  }
  const wrapper: KeyWrapper = {
    wrap,
    unwrap,
    rewrap: async (wrapped) => wrap(await unwrap(wrapped)),
    health: async () => enter(),
  }
  return { wrapper, state }
}

const places = {
  sqlite: () => ({ directory: mkdtempSync(join(folder, 'sqlite-')) }),
  postgres: async () => {
    await postgres.empty()
    return { databaseUrl: postgres.url }
  },
}

describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  async function setUp() {
    const place: openDatabase.Place = await places[kind]()
    const clock = createTestClock()
    const now = () => clock.now()
    const { wrapper, state } = createTestWrapper()
    return { place, clock, state, wrapper, open: () => openDataKeys(place, { wrapper, now }) }
  }

  test('a text opens for its user and its row, also in another process', async () => {
    const { open } = await setUp()
    const [first, second] = [await open(), await open()]
    await first.begin(anna)
    const sealed = await first.seal(anna, 'table|row', bytes)
    expect(new Uint8Array(await second.open(anna, 'table|row', sealed))).toEqual(bytes)
    await first.close()
    await second.close()
  })

  test('a text opens for no other user, project or row, nor with any bit changed', async () => {
    const { open } = await setUp()
    const keys = await open()
    await keys.begin(anna)
    const sealed = await keys.seal(anna, 'table|row', bytes)
    for (const other of [
      { project: 'acme', user: 'bert' },
      { project: 'other', user: 'anna' },
      { project: 'acme', user: 'anna|table' },
    ])
      await keys.begin(other)
    const refused = (owner: typeof anna, about: string, text = sealed) =>
      expect(keys.open(owner, about, text)).rejects.toThrow(SealedTextError)
    await refused({ project: 'acme', user: 'bert' }, 'table|row')
    await refused({ project: 'other', user: 'anna' }, 'table|row')
    await refused({ project: 'acme', user: 'anna|table' }, 'row')
    await refused({ project: 'acme', user: 'nobody' }, 'table|row')
    await refused(anna, 'table|row2')
    for (let index = 0; index < sealed.length; index++) {
      const other = sealed[index] === 'A' ? 'B' : 'A'
      await refused(anna, 'table|row', sealed.slice(0, index) + other + sealed.slice(index + 1))
    }
    for (const text of ['', '1.', `${sealed}A`, sealed.slice(0, -1), `${sealed}=`, ` ${sealed}`])
      await refused(anna, 'table|row', text)
    await keys.close()
  })

  test('processes that begin with a user at once give one key', async () => {
    const { open } = await setUp()
    // One process has a data directory for itself.
    const all = await Promise.all(Array.from({ length: kind === 'sqlite' ? 1 : 4 }, open))
    const begin = async (keys: OpenedDataKeys, about: string) => {
      await keys.begin(anna)
      return keys.seal(anna, about, bytes)
    }
    const sealed = await Promise.all(all.flatMap((keys) => [begin(keys, 'a'), begin(keys, 'b')]))
    for (const [index, text] of sealed.entries())
      expect(new Uint8Array((await all[0]?.open(anna, index % 2 === 0 ? 'a' : 'b', text)) ?? [])).toEqual(
        bytes,
      )
    for (const keys of all) await keys.close()
  })

  test('a destroyed key opens and seals nothing in any process, and a new one does not open the old texts', async () => {
    const { open } = await setUp()
    const [first, second] = [await open(), await open()]
    await expect(first.seal(anna, 'row', bytes)).rejects.toThrow(KeyDestroyedError)
    await first.begin(anna)
    const sealed = await first.seal(anna, 'row', bytes)
    await second.open(anna, 'row', sealed)
    await first.destroy(anna)
    await expect(second.open(anna, 'row', sealed)).rejects.toThrow(KeyDestroyedError)
    // Whoever goes on with the user brings no key back.
    await expect(second.seal(anna, 'row', bytes)).rejects.toThrow(KeyDestroyedError)
    expect(await second.has(anna)).toBe(false)
    await second.begin(anna)
    const next = await second.seal(anna, 'row', bytes)
    expect(new Uint8Array(await first.open(anna, 'row', next))).toEqual(bytes)
    await expect(first.open(anna, 'row', sealed)).rejects.toThrow(SealedTextError)
    await first.close()
    await second.close()
  })

  test('lookup: equal for equal texts of one project and meaning, and after a rotation', async () => {
    const { open } = await setUp()
    const keys = await open()
    const hash = await keys.lookup('acme', 'mail', 'a@b.example')
    expect(hash).toMatch(/^[\w-]{43}$/)
    expect(await keys.lookup('acme', 'mail', 'a@b.example')).toBe(hash)
    await keys.rotate()
    expect(await keys.lookup('acme', 'mail', 'a@b.example')).toBe(hash)
    for (const [project, about, text] of [
      ['other', 'mail', 'a@b.example'],
      ['acme', 'phone', 'a@b.example'],
      ['acme', 'mail', 'a@c.example'],
    ] as const)
      expect(await keys.lookup(project, about, text)).not.toBe(hash)
    await keys.close()
  })

  test('rotate: every text opens afterwards, and no key from before opens any', async () => {
    const { open, place, wrapper } = await setUp()
    const keys = await open()
    const users = Array.from({ length: 12 }, (_, index) => ({
      project: index % 2 === 0 ? 'acme' : 'other',
      user: `user${index}`,
    }))
    const begin = async (keys: OpenedDataKeys, user: typeof anna) => {
      await keys.begin(user)
      return keys.seal(user, 'row', bytes)
    }
    const sealed = await Promise.all(users.map((user) => begin(keys, user)))
    const { database } = await openDatabase<DataTables>(place, {
      name: 'data-keys',
      migrations: [async () => {}],
    })
    const before = await database.selectFrom('data_projects').selectAll().execute()
    // Another process writes meanwhile.
    const other = await open()
    const [told, late] = await Promise.all([
      keys.rotate(),
      Promise.all(
        Array.from({ length: 8 }, (_, index) => begin(other, { project: 'acme', user: `late${index}` })),
      ),
    ])
    expect(told.projects).toBe(2)
    expect(told.users).toBeGreaterThanOrEqual(12)
    await keys.rotate()
    const after = await database.selectFrom('data_projects').selectAll().execute()
    expect(after).toHaveLength(2)
    const old = await Promise.all(before.map(({ wrapped }) => wrapper.unwrap(wrapped)))
    for (const { wrapped } of after) expect(old).not.toContainEqual(await wrapper.unwrap(wrapped))
    const third = await open()
    for (const [index, user] of users.entries())
      expect(new Uint8Array(await third.open(user, 'row', sealed[index] ?? ''))).toEqual(bytes)
    for (const [index, text] of late.entries())
      expect(
        new Uint8Array(await third.open({ project: 'acme', user: `late${index}` }, 'row', text)),
      ).toEqual(bytes)
    for (const opened of [keys, other, third]) await opened.close()
    await database.destroy()
  })

  test('a key of another project, put in its place, is refused', async () => {
    const { open, place } = await setUp()
    const keys = await open()
    await keys.begin(anna)
    await keys.begin({ project: 'other', user: 'anna' })
    const sealed = await keys.seal(anna, 'row', bytes)
    await keys.close()
    const { database } = await openDatabase<DataTables>(place, {
      name: 'data-keys',
      migrations: [async () => {}],
    })
    await sql`UPDATE data_projects SET wrapped = (SELECT wrapped FROM data_projects WHERE project = 'other') WHERE project = 'acme'`.execute(
      database,
    )
    const again = await open()
    await expect(again.open(anna, 'row', sealed)).rejects.toThrow(SealedTextError)
    await again.close()
    await database.destroy()
  })

  test('without the wrapper: known keys serve for five minutes, then the service says that it is unavailable', async () => {
    const { open, state, clock } = await setUp()
    const keys = await open()
    await keys.begin(anna)
    const sealed = await keys.seal(anna, 'row', bytes)
    const { calls } = state
    await Promise.all(Array.from({ length: 20 }, () => keys.open(anna, 'row', sealed)))
    expect(state.calls - calls).toBeLessThanOrEqual(1)
    state.isGone = true
    expect(new Uint8Array(await keys.open(anna, 'row', sealed))).toEqual(bytes)
    clock.advance(5 * 60_000)
    await expect(keys.open(anna, 'row', sealed)).rejects.toMatchObject({ code: 'KEYS_UNREACHABLE' })
    state.isGone = false
    expect(new Uint8Array(await keys.open(anna, 'row', sealed))).toEqual(bytes)
    await keys.close()
  })
})

test('a copy of the database opens nothing without the wrapper’s key file', async () => {
  const directory = mkdtempSync(join(folder, 'stolen-'))
  const now = () => 0
  const keys = await openDataKeys(
    { directory },
    { wrapper: createFileWrapper(join(folder, 'right.key'), () => {}), now },
  )
  await keys.begin(anna)
  const sealed = await keys.seal(anna, 'row', bytes)
  await keys.close()
  const thief = await openDataKeys(
    { directory },
    { wrapper: createFileWrapper(join(folder, 'wrong.key'), () => {}), now },
  )
  await expect(thief.open(anna, 'row', sealed)).rejects.toThrow()
  await thief.close()
})
