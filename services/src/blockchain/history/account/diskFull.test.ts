import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, expect, test, vi } from 'vitest'
import { createContext } from '../../../shared/context.js'
import { createLog } from '../../../shared/log.js'
import { createTestClock } from '../../../testing/createTestClock.js'
import { startPublicNode } from '../../../testing/startPublicNode.js'
import { account } from '../../../testing/syntheticChain.js'
import { createBlockchain } from '../../blockchain.js'
import { createHistory } from '../history.js'

/** The open files, so that a test can end the room in one. */
const files = vi.hoisted((): { exec(statement: string): void }[] => [])
vi.mock('libsql', async (load) => {
  const { default: Original } = await load<{ default: typeof Database }>()
  return {
    default: class extends Original {
      constructor(...args: ConstructorParameters<typeof Original>) {
        super(...args)
        files.push(this)
      }
    },
  }
})

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setUp() {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-full-'))
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
  const node = await startPublicNode({ hasTraces: true, logRange: 1_000_000 })
  cleanups.push(node.stop)
  const context = createContext({
    settings: { chains: [`eip155:1=${node.url}`], tokens: [], httpBurst: 100_000, readBurst: 1_000_000 },
    log: createLog({ level: 'error', now: () => 0, write: () => undefined }),
    clock: createTestClock(),
  })
  const history = await createHistory(context, directory)
  const file = files.at(-1)
  cleanups.push(() => history.close())
  const app = createBlockchain(context, history)
  async function ask(cursor?: string | undefined) {
    const query = `chainId=eip155:1${cursor === undefined ? '' : `&cursor=${cursor}`}`
    const response = await app.request(`/v1/account/${account}/history?${query}`)
    const body = (await response.json()) as {
      readonly data?: readonly { readonly id: string }[]
      readonly next?: string | null
      readonly reading?: object
    }
    return { status: response.status, ...body }
  }
  /** Asks until a page is complete or fails. */
  async function page(cursor?: string | undefined) {
    for (let round = 0; round < 100; round++) {
      const answer = await ask(cursor)
      if (answer.status !== 200 || answer.reading === undefined) return answer
    }
    throw new Error('still reading')
  }
  return { directory, node, file, page }
}

test('a full disk: typed errors, nothing half written, and it goes on by itself', {
  timeout: 120_000,
}, async () => {
  const { directory, node, file, page } = await setUp()
  const expected = [...node.deeds].reverse().map(({ hash }) => `eip155:1:${hash}`)
  const first = await page()
  const ids = first.data?.map(({ id }) => id) ?? []
  expect(ids).toEqual(expected.slice(0, ids.length))

  // SQLite takes a limit below the file's size as that size.
  file?.exec('PRAGMA max_page_count = 1')
  let next = first.next ?? undefined
  let failed: Awaited<ReturnType<typeof page>> | undefined
  for (let number = 0; number < 20 && failed === undefined; number++) {
    const answer = await page(next)
    if (answer.status !== 200) failed = answer
    else {
      ids.push(...(answer.data ?? []).map(({ id }) => id))
      next = answer.next ?? undefined
    }
  }
  expect(failed).toMatchObject({ status: 503, error: { code: 'DATABASE_UNREACHABLE' } })
  expect((await page()).data).toEqual(first.data)

  const other = new Database(join(directory, 'history.db'))
  expect(other.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' })
  const orphans = `SELECT count(*) AS n FROM history_entry AS e WHERE NOT EXISTS (
    SELECT 1 FROM history_range AS r WHERE e.account = r.account AND e.block BETWEEN r.low AND r.high)`
  expect(other.prepare(orphans).get()).toMatchObject({ n: 0 })
  other.close()

  file?.exec('PRAGMA max_page_count = 1000000')
  const more = await page(next)
  ids.push(...(more.data ?? []).map(({ id }) => id))
  expect(more.status).toBe(200)
  expect(ids).toEqual(expected.slice(0, ids.length))
  expect(ids.length).toBeGreaterThan(first.data?.length ?? 0)
})
