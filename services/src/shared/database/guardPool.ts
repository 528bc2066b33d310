import type { PostgresPool } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** PostgreSQL cannot be reached, is silent, or has no room for another connection. */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError'
}

/**
 * Turns the failures of a pool's connections into {@link DatabaseUnreachableError}; mistakes in statements stay as they
 * are. A connection that failed is closed instead of returned to the pool, because a silent server may never answer on
 * it again.
 */
export function guardPool(pool: Pick<Pool, 'connect' | 'end'>): PostgresPool {
  return {
    connect: async () => guardClient(await pool.connect().catch(fail)),
    end: () => pool.end(),
  }
}

type Client = Awaited<ReturnType<PostgresPool['connect']>>

function guardClient(client: PoolClient): Client {
  let isBroken = false
  const query = async (text: string, values: unknown[]) => {
    try {
      return await client.query(text, values)
    } catch (error) {
      if (!isOutage(error)) throw error
      isBroken = true
      return fail(error)
    }
  }
  // The pool is used without cursors, the other form of the method.
  return { query: query as unknown as Client['query'], release: () => client.release(isBroken) }
}

/** PostgreSQL's error classes for connections, resources, operators' commands and the machine. */
const outages = /^(08|53|57|58)/
/** PostgreSQL's error codes, which all contain a digit, as opposed to `EPIPE`. */
const sqlState = /^(?=.*\d)[\dA-Z]{5}$/

function isOutage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (sqlState.test(code)) return outages.test(code)
  // The driver's own errors have no code; our own mistakes are of more specific classes.
  return error instanceof Error && !(error instanceof TypeError || error instanceof RangeError)
}

function fail(cause: unknown): never {
  throw new DatabaseUnreachableError(
    `The database of LATCHKEY_DATABASE_URL does not answer: ${reasonOf(cause)}`,
    {
      cause,
    },
  )
}

function reasonOf(error: unknown): string {
  // For a name with several addresses Node gives one error for each of them, and no message.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
