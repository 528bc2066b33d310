import type { Kysely } from 'kysely'
import type { LoginTables } from './loginTables.js'

/** At most `count` times within any `window` milliseconds. */
export type Rule = { readonly count: number; readonly window: number }

/** Something that was counted, so that it can be given back. */
export type Charge = { readonly key: string; readonly at: number }

export type Quotas = {
  /**
   * Counts one use of a key, unless a rule forbids it. Returns what to give back, or how many milliseconds to wait. No
   * number of processes and calls at once counts fewer uses than it allows.
   */
  take(key: string, rules: readonly Rule[]): Promise<Charge | { readonly wait: number }>
  /** Uncounts a use. */
  giveBack(charge: Charge): Promise<void>
  /** Returns how often a key was used within the last `window` milliseconds. */
  count(key: string, window: number): Promise<number>
  /** Forgets all uses of a key. */
  clear(key: string): Promise<void>
}

/** A rule's window that never ends. */
export const forever = Number.MAX_SAFE_INTEGER / 4

/**
 * Counts uses within sliding windows. A day is any 24 hours: a counter that starts anew at midnight would allow twice as
 * many around it.
 *
 * Each change writes the new list of times only over the list that it has read, and tries again if another one came between.
 */
export function createQuotas(database: Kysely<LoginTables>, now: () => number): Quotas {
  async function read(key: string) {
    const row = await database
      .selectFrom('login_quotas')
      .select(['times', 'expires_at'])
      .where('key', '=', key)
      .executeTakeFirst()
    return { old: row?.times, times: parse(row?.times), end: row?.expires_at ?? 0 }
  }

  /** Writes new times over the old ones. Returns whether these were still there. */
  async function replace(
    key: string,
    old: string | undefined,
    next: { readonly times: readonly number[]; readonly end: number },
  ): Promise<boolean> {
    const row = { key, times: next.times.join(' '), expires_at: next.end }
    const written =
      old === undefined
        ? await database
            .insertInto('login_quotas')
            .values(row)
            .onConflict((conflict) => conflict.doNothing())
            .returning('key')
            .executeTakeFirst()
        : await database
            .updateTable('login_quotas')
            .set(row)
            .where('key', '=', key)
            .where('times', '=', old)
            .returning('key')
            .executeTakeFirst()
    return written !== undefined
  }

  return {
    async take(key, rules) {
      const life = Math.max(...rules.map(({ window }) => window))
      for (;;) {
        const { old, times } = await read(key)
        const at = now()
        const recent = times.filter((time) => time > at - life)
        const wait = Math.max(0, ...rules.map((rule) => waitFor(recent, rule, at)))
        if (wait > 0) return { wait }
        if (await replace(key, old, { times: [...recent, at], end: at + life })) return { key, at }
      }
    },
    async giveBack({ key, at }) {
      for (;;) {
        const { old, times, end } = await read(key)
        const index = times.indexOf(at)
        if (
          index === -1 ||
          (await replace(key, old, { times: times.filter((_, place) => place !== index), end }))
        )
          return
      }
    },
    async count(key, window) {
      return (await read(key)).times.filter((time) => time > now() - window).length
    },
    async clear(key) {
      await database.deleteFrom('login_quotas').where('key', '=', key).execute()
    },
  }
}

function parse(times: string | undefined): readonly number[] {
  return (times ?? '')
    .split(' ')
    .filter((time) => time !== '')
    .map(Number)
}

/** Returns the milliseconds until a rule allows one more. */
function waitFor(times: readonly number[], { count, window }: Rule, now: number): number {
  const recent = times.filter((time) => time > now - window)
  if (recent.length < count) return 0
  // One more is allowed once fewer than `count` are left.
  const [oldest = now] = recent.slice(recent.length - count)
  return oldest + window - now
}
