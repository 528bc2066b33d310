import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { DataInUseError, lockData } from '../shared/dataLock.js'
import { openTables } from '../testing/keys/readTables.js'
import { startPostgres } from '../testing/startPostgres.js'
import { buildProgram, type Program, run, runToEnd } from '../testing/startProcess.js'
import { openDataKeys } from './data/openDataKeys.js'
import { rotateKeys } from './rotateKeys.js'
import { createFileWrapper } from './wrapper/createFileWrapper.js'

let program: Program
beforeAll(async () => {
  program = await buildProgram()
}, 60_000)
afterAll(() => program.remove())

const bytes = new Uint8Array([1, 2, 3])
const owners = Array.from({ length: 120 }, (_, index) => ({
  project: index % 3 === 0 ? 'other' : 'acme',
  user: `user${index}`,
}))

test.each(['sqlite', 'postgres'] as const)(
  '%s: rotate-keys that is killed and run again leaves what the new wrapper alone opens',
  async (kind) => {
    const directory = mkdtempSync(join(tmpdir(), 'latchkey-rotate-'))
    const postgres = kind === 'postgres' ? await startPostgres() : undefined
    const place = { directory, databaseUrl: postgres?.url }
    const [old, next] = ['old.key', 'next.key'].map((name) => join(directory, name))
    const open = (path = '') =>
      openDataKeys(place, { wrapper: createFileWrapper(path, () => {}), now: Date.now })
    const before = await open(old)
    const sealed: string[] = []
    for (const owner of owners) {
      await before.begin(owner)
      sealed.push(await before.seal(owner, 'row', bytes))
    }
    await before.close()

    const options = {
      args: ['rotate-keys', '--data', directory],
      environment: {
        LATCHKEY_KEYS_WRAPPER: `file:${next},file:${old}`,
        ...(postgres === undefined ? {} : { LATCHKEY_DATABASE_URL: postgres.url }),
      },
    }
    const tables = await openTables(place)
    const moved = async () => {
      const rows = await tables.data.selectFrom('data_users').select('generation').execute()
      return rows.filter(({ generation }) => generation > 1).length
    }
    const child = run(program, options)
    const exited = once(child, 'exit')
    while ((await moved()) < 20) expect(child.exitCode).toBeNull()
    child.kill('SIGKILL')
    await exited
    expect(await moved()).toBeLessThan(owners.length)

    const { code, stdout } = await runToEnd(program, options)
    expect([code, stdout]).toEqual([0, 'The keys of 2 projects and 120 users are wrapped anew.\n'])
    const projects = await tables.data.selectFrom('data_projects').select('project').execute()
    expect(projects).toHaveLength(2)
    await tables.close()

    rmSync(old ?? '')
    const after = await open(next)
    for (const [index, owner] of owners.entries())
      expect(new Uint8Array(await after.open(owner, 'row', sealed[index] ?? ''))).toEqual(bytes)
    await after.close()
    await postgres?.stop()
    rmSync(directory, { recursive: true })
  },
  120_000,
)

test('with SQLite, rotate-keys leaves the data of running services alone', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-rotate-'))
  const unlock = lockData(directory)
  const context = createContext({ settings: { data: directory } })
  await expect(rotateKeys(context)).rejects.toThrow(DataInUseError)
  unlock()
  expect(await rotateKeys(context)).toEqual({ projects: 0, users: 0 })
  rmSync(directory, { recursive: true })
})
