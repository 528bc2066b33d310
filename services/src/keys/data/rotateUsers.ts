import type { Kysely } from 'kysely'
import type { ProjectKeys } from './createProjectKeys.js'
import type { DataTables } from './dataTables.js'
import { openText, sealText } from './sealText.js'

const batch = 500

/**
 * Wraps the keys of all users again: with a new key of their project, and that with the newest key of the wrapper. Then removes the keys of
 * projects that wrap nothing any more. Once the operator destroys the wrapper's old key too, no backup from before opens, and so nobody who
 * was deleted is in any.
 */
export async function rotateUsers(
  database: Kysely<DataTables>,
  { projects, aboutUser }: rotateUsers.Parts,
): Promise<{ readonly projects: number; readonly users: number }> {
  const names = await database.selectFrom('data_projects').select('project').distinct().execute()
  let users = 0
  for (const { project } of names) {
    const { generation, key } = await projects.renew(project)
    for (;;) {
      const rows = await database
        .selectFrom('data_users')
        .selectAll()
        .where('project', '=', project)
        .where('generation', '<', generation)
        .limit(batch)
        .execute()
      if (rows.length === 0) break
      for (const row of rows) {
        const before = await projects.of(project, row.generation)
        const bytes = openText(before.key, aboutUser(project, row.user_id, row.generation), row.wrapped)
        await database
          .updateTable('data_users')
          .set({ generation, wrapped: sealText(key, aboutUser(project, row.user_id, generation), bytes) })
          .where('project', '=', project)
          .where('user_id', '=', row.user_id)
          // A user may have been deleted meanwhile, or another process rotates too.
          .where('wrapped', '=', row.wrapped)
          .execute()
      }
      users += rows.length
    }
    await database
      .deleteFrom('data_projects')
      .where('project', '=', project)
      .where('generation', '<', generation)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('data_users')
              .select('user_id')
              .whereRef('data_users.project', '=', 'data_projects.project')
              .whereRef('data_users.generation', '=', 'data_projects.generation'),
          ),
        ),
      )
      .execute()
  }
  return { projects: names.length, users }
}

export declare namespace rotateUsers {
  type Parts = {
    readonly projects: ProjectKeys
    readonly aboutUser: (project: string, user: string, generation: number) => string
  }
}
