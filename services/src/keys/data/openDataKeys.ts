import { createHmac, randomBytes } from 'node:crypto'
import { emptyWal } from '../../shared/database/emptyWal.js'
import { openDatabase } from '../../shared/database/openDatabase.js'
import { type DataKeys, KeyDestroyedError, SealedTextError, type UserRef } from '../DataKeys.js'
import type { KeyWrapper } from '../wrapper/KeyWrapper.js'
import { createProjectKeys, type ProjectKey } from './createProjectKeys.js'
import { type DataTables, dataMigrations } from './dataTables.js'
import { rotateUsers } from './rotateUsers.js'
import { openText, sealText } from './sealText.js'

export type OpenedDataKeys = DataKeys & {
  /** Whether the user has a key. */
  has(owner: UserRef): Promise<boolean>
  /**
   * Gives every project a new key and wraps the keys of its users again. Returns how many. It can run beside the services, and again after it
   * was interrupted.
   */
  rotate(): Promise<{ readonly projects: number; readonly users: number }>
  close(): Promise<void>
}

/**
 * Opens the keys of projects and users, in PostgreSQL or SQLite. Keys of users are read for each text and kept nowhere, so that a destroyed
 * key is gone in all processes.
 *
 * @param options.now Epoch milliseconds.
 */
export async function openDataKeys(
  place: openDatabase.Place,
  { wrapper, now }: { readonly wrapper: KeyWrapper; readonly now: () => number },
): Promise<OpenedDataKeys> {
  const { database, kind } = await openDatabase<DataTables>(place, {
    name: 'data-keys',
    migrations: dataMigrations,
  })
  const projects = createProjectKeys(database, wrapper, now)

  const rowOf = ({ project, user }: UserRef) =>
    database
      .selectFrom('data_users')
      .select(['generation', 'wrapped'])
      .where('project', '=', project)
      .where('user_id', '=', user)
      .executeTakeFirst()

  async function read(owner: UserRef): Promise<Uint8Array | undefined> {
    const { project, user } = owner
    for (let row = await rowOf(owner); row !== undefined; ) {
      try {
        const { key } = await projects.of(project, row.generation)
        return openText(key, aboutUser(project, user, row.generation), row.wrapped)
      } catch (error) {
        if (!(error instanceof SealedTextError)) throw error
        const later = await rowOf(owner)
        // No damage: a rotation has wrapped the key anew since the row was read, and removed the project's older key.
        if (later?.wrapped === row.wrapped) throw error
        row = later
      }
    }
    return undefined
  }

  async function add(owner: UserRef, current: ProjectKey): Promise<void> {
    const { project, user } = owner
    const { generation, key } = current
    const wrapped = sealText(key, aboutUser(project, user, generation), randomBytes(32))
    await database
      .insertInto('data_users')
      .columns(['project', 'user_id', 'generation', 'wrapped'])
      // Only below a generation that is still there: a rotation may have removed the one in memory.
      .expression((from) =>
        from
          .selectFrom('data_projects')
          .select(({ val }) => [
            val(project).as('project'),
            val(user).as('user_id'),
            'generation',
            val(wrapped).as('wrapped'),
          ])
          .where('project', '=', project)
          .where('generation', '=', generation),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
      .catch((error: unknown) => {
        if (!isMissingReference(error)) throw error
      })
  }

  async function keyOf(owner: UserRef): Promise<Uint8Array> {
    const key = await read(owner)
    if (key === undefined) throw new KeyDestroyedError('the user has no key')
    return key
  }

  return {
    async begin(owner) {
      for (let attempt = 0; attempt < 3; attempt++) {
        if ((await read(owner)) !== undefined) return
        if (attempt > 0) projects.forget(owner.project)
        await add(owner, await projects.current(owner.project))
      }
      await keyOf(owner)
    },
    seal: async (owner, about, bytes) => sealText(await keyOf(owner), aboutRow(owner, about), bytes),
    open: async (owner, about, sealed) => openText(await keyOf(owner), aboutRow(owner, about), sealed),
    async lookup(project, about, text) {
      const { lookup } = await projects.current(project)
      return createHmac('sha256', lookup)
        .update(JSON.stringify(['lookup/1', about, text]))
        .digest('base64url')
    },
    async destroy({ project, user }) {
      await database
        .deleteFrom('data_users')
        .where('project', '=', project)
        .where('user_id', '=', user)
        .execute()
      await emptyWal(database, kind)
    },
    has: async (owner) => (await read(owner)) !== undefined,
    rotate: () => rotateUsers(database, { projects, aboutUser }),
    close: () => database.destroy(),
  }
}

/** Whether PostgreSQL refuses a row because a rotation removes the generation that it names at this very moment. */
function isMissingReference(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503'
}

function aboutUser(project: string, user: string, generation: number): string {
  return JSON.stringify(['user/1', project, user, generation])
}

function aboutRow({ project, user }: UserRef, about: string): string {
  return JSON.stringify(['row/1', project, user, about])
}
