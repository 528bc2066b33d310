import type { Kysely } from 'kysely'
import { hashOf } from '../AuthStore.js'
import { createSecret } from './flows.js'
import type { LoginTables } from './loginTables.js'

export type Link = LoginTables['login_links']

export type Links = {
  /** Makes a secret that stands for something, once and for some seconds. */
  make(link: Pick<Link, 'kind' | 'project' | 'subject'>, seconds: number): Promise<string>
  /** Returns what a secret stands for, and leaves it. */
  look(secret: string): Promise<Link | undefined>
  /** Uses a secret up. Of several uses at once one gets it. */
  take(secret: string): Promise<Link | undefined>
}

/** Keeps the secrets of links in mails, and of the codes that pass a login on. */
export function createLinks(database: Kysely<LoginTables>, now: () => number): Links {
  return {
    async make(link, seconds) {
      const secret = createSecret()
      const row = { ...link, hash: hashOf(secret), expires_at: now() + seconds * 1_000 }
      await database.insertInto('login_links').values(row).execute()
      return secret
    },
    look: (secret) =>
      database
        .selectFrom('login_links')
        .selectAll()
        .where('hash', '=', hashOf(secret))
        .where('expires_at', '>', now())
        .executeTakeFirst(),
    take: (secret) =>
      database
        .deleteFrom('login_links')
        .where('hash', '=', hashOf(secret))
        .where('expires_at', '>', now())
        .returningAll()
        .executeTakeFirst(),
  }
}
