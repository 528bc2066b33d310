import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { HttpError } from '../../shared/HttpError.js'
import { SealedTextError } from '../DataKeys.js'
import { type KeyWrapper, WrapperUnreachable } from '../wrapper/KeyWrapper.js'
import type { DataTables } from './dataTables.js'
import { openText, sealText } from './sealText.js'

/** A project's key of one generation, in clear. */
export type ProjectKey = {
  readonly generation: number
  readonly key: Uint8Array
  /** The key of keyed hashes. */
  readonly lookup: Uint8Array
}

export type ProjectKeys = {
  /** The newest key of a project, which gets one on first use. */
  current(project: string): Promise<ProjectKey>
  /** The key of one generation. */
  of(project: string, generation: number): Promise<ProjectKey>
  /** Adds a generation with a new key. */
  renew(project: string): Promise<ProjectKey>
  /** Forgets what is in memory, so that the next call reads the database. */
  forget(project: string): void
}

/** How long a key is kept in memory, in milliseconds: without the wrapper nothing works for longer than this. */
const lifetime = 5 * 60_000
const most = 1_000

/** Keeps the keys of projects, each wrapped by the key wrapper. */
export function createProjectKeys(
  database: Kysely<DataTables>,
  wrapper: KeyWrapper,
  now: () => number,
): ProjectKeys {
  const kept = new Map<string, { readonly until: number; readonly key: Promise<ProjectKey> }>()

  /** Two calls at once share one question to the wrapper. */
  function keep(name: string, make: () => Promise<ProjectKey>): Promise<ProjectKey> {
    const known = kept.get(name)
    if (known !== undefined && known.until > now()) return known.key
    const key = make()
    kept.delete(name)
    kept.set(name, { until: now() + lifetime, key })
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    key.catch(() => {
      if (kept.get(name)?.key === key) kept.delete(name)
    })
    return key
  }

  async function read(project: string, generation?: number | undefined) {
    const all = database.selectFrom('data_projects').selectAll().where('project', '=', project)
    const wanted =
      generation === undefined
        ? all.orderBy('generation', 'desc').limit(1)
        : all.where('generation', '=', generation)
    const row = await wanted.executeTakeFirst()
    if (row === undefined) return undefined
    const payload = await orUnreachable(wrapper.unwrap(row.wrapped))
    const key = payload.subarray(0, 32)
    // The wrapper knows nothing of projects, so the text itself says which it belongs to.
    if (
      payload.length !== 64 ||
      !bindingOf(project, row.generation).equals(Buffer.from(payload.subarray(32)))
    )
      throw new SealedTextError('a key of another project')
    const lookup = openText(key, aboutLookup(project, row.generation), row.lookup)
    return { generation: row.generation, key, lookup }
  }

  async function add(project: string, generation: number, lookup: Uint8Array): Promise<ProjectKey> {
    const key = randomBytes(32)
    const payload = Buffer.concat([key, bindingOf(project, generation)])
    const wrapped = await orUnreachable(wrapper.wrap(payload))
    const sealed = sealText(key, aboutLookup(project, generation), lookup)
    // Of two processes that begin a generation at once, one makes it, and both use that one.
    await database
      .insertInto('data_projects')
      .values({ project, generation, wrapped, lookup: sealed })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const made = await read(project, generation)
    if (made === undefined) throw new SealedTextError('a key that was just made is gone')
    return made
  }

  return {
    current: (project) =>
      keep(project, async () => (await read(project)) ?? add(project, 1, randomBytes(32))),
    of: (project, generation) =>
      keep(`${project} ${generation}`, async () => {
        const found = await read(project, generation)
        if (found === undefined) throw new SealedTextError('the project has no such key')
        return found
      }),
    async renew(project) {
      const before = await read(project)
      if (before === undefined) throw new SealedTextError('the project has no key')
      const made = await add(project, before.generation + 1, before.lookup)
      kept.delete(project)
      return made
    },
    forget: (project) => void kept.delete(project),
  }
}

function bindingOf(project: string, generation: number): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(['project/1', project, generation]))
    .digest()
}

function aboutLookup(project: string, generation: number): string {
  return JSON.stringify(['lookup/1', project, generation])
}

/** A client may try again soon if the wrapper does not answer. */
async function orUnreachable<value>(work: Promise<value>): Promise<value> {
  return work.catch((cause: unknown): never => {
    if (!(cause instanceof WrapperUnreachable)) throw cause
    throw new HttpError('KEYS_UNREACHABLE', { headers: { 'retry-after': '5' }, cause })
  })
}
