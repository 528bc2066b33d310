import type { Kysely } from 'kysely'
import { repeat } from '../../shared/clock.js'
import type { Context } from '../../shared/context.js'
import { messageOf } from '../../shared/log.js'
import type { LoginTables } from './loginTables.js'

/** How often what has expired is deleted, in milliseconds. */
const interval = 60_000
/** How long a letter that could not be opened or sent stays after its time, in milliseconds. */
const letterGrace = 3_600_000

/**
 * Deletes what has expired, again and again, until the returned function is called. Tokens, sessions and proofs are deleted
 * whenever new ones are stored.
 */
export function startSweeping(
  database: Kysely<LoginTables>,
  { clock, log }: Pick<Context, 'clock' | 'log'>,
): () => void {
  let isSweeping = false

  async function sweep(): Promise<void> {
    const now = clock.now()
    for (const table of ['login_flows', 'login_links', 'login_tickets', 'login_quotas'] as const)
      await database.deleteFrom(table).where('expires_at', '<=', now).execute()
    await database
      .deleteFrom('login_outbox')
      .where('expires_at', '<=', now - letterGrace)
      .execute()
  }

  return repeat(
    clock,
    () => {
      // A slow database must not collect sweeps.
      if (isSweeping) return
      isSweeping = true
      void sweep()
        .catch((error: unknown) => log.warn('login.database', { reason: messageOf(error) }))
        .finally(() => {
          isSweeping = false
        })
    },
    interval,
  )
}
