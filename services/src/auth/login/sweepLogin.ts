import type { Kysely } from 'kysely'
import type { LoginTables } from './loginTables.js'

/** How long a letter that could not be opened or sent stays after its time, in milliseconds. */
const letterGrace = 3_600_000

/** Deletes what has expired. Tokens, sessions and proofs are deleted whenever new ones are stored. */
export async function sweepLogin(database: Kysely<LoginTables>, now: number): Promise<void> {
  for (const table of ['login_flows', 'login_links', 'login_tickets', 'login_quotas'] as const)
    await database.deleteFrom(table).where('expires_at', '<=', now).execute()
  await database
    .deleteFrom('login_outbox')
    .where('expires_at', '<=', now - letterGrace)
    .execute()
}
