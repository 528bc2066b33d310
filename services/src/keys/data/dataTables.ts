import { sql } from 'kysely'
import type { Migration } from '../../shared/database/migrate.js'

export type DataTables = {
  /** The keys of projects. A rotation adds a generation, and removes the one before when no user's key is wrapped by it. */
  data_projects: {
    readonly project: string
    readonly generation: number
    /** The project's key, wrapped by the key wrapper, and what it is bound to. */
    readonly wrapped: string
    /** The key of `lookup`, sealed with the project's key: it stays the same in all generations. */
    readonly lookup: string
  }
  /** The keys of users, each sealed with a project's key. A missing row is a destroyed key. */
  data_users: {
    readonly project: string
    readonly user_id: string
    readonly generation: number
    readonly wrapped: string
  }
}

export const dataMigrations: readonly Migration[] = [
  async (database) => {
    const statements = [
      sql`CREATE TABLE data_projects (
        project TEXT NOT NULL, generation BIGINT NOT NULL, wrapped TEXT NOT NULL, lookup TEXT NOT NULL,
        PRIMARY KEY (project, generation)
      )`,
      // The reference keeps a rotation from removing a key that another process has just used for a new user.
      sql`CREATE TABLE data_users (
        project TEXT NOT NULL, user_id TEXT NOT NULL, generation BIGINT NOT NULL, wrapped TEXT NOT NULL,
        PRIMARY KEY (project, user_id),
        FOREIGN KEY (project, generation) REFERENCES data_projects (project, generation)
      )`,
      sql`CREATE INDEX data_users_by_generation ON data_users (project, generation)`,
    ]
    for (const statement of statements) await statement.execute(database)
  },
]
