import type { Kysely } from 'kysely'
import type { WalletTables } from './walletTables.js'

/** At most `count` times within any `window` milliseconds. */
export type Rule = { readonly count: number; readonly window: number }

export type Budgets = {
  /**
   * Counts one use, unless a rule forbids it: returns how many milliseconds to wait, or 0. However many processes and calls there are at once,
   * no more uses count than the rules allow.
   */
  take(owner: string, name: keyof typeof budgetRules): Promise<number>
  /** Removes what no rule looks at any more. */
  sweep(): Promise<void>
}

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

/** The limits of each wallet, or of each session of it (spec §10 "Key calls"). */
export const budgetRules = {
  release: [
    { count: 30, window: minute },
    { count: 300, window: day },
  ],
  /** Evaluations of a password. */
  guess: [
    { count: 5, window: 15 * minute },
    { count: 20, window: day },
  ],
  /** Devices that a version adds. */
  device: [{ count: 5, window: day }],
  export: [{ count: 3, window: day }],
  /** New ways in that a session asks for, also those that no version has in the end. */
  half: [
    { count: 10, window: minute },
    { count: 50, window: day },
  ],
  /** Refused requests that are still noted in the log. */
  refusal: [
    { count: 30, window: minute },
    { count: 300, window: day },
  ],
  challenge: [{ count: 30, window: minute }],
  message: [{ count: 240, window: minute }],
} as const satisfies { readonly [name: string]: readonly Rule[] }

/**
 * Counts within sliding windows: with windows that begin at fixed times, twice as many guesses would fit around such a time.
 *
 * A use is counted by writing the new times over those that were read, only if they are still the same. Whoever finds other ones reads again;
 * since each of these was a use that counted, this ends at the latest when the rules forbid more.
 */
export function createBudgets(database: Kysely<WalletTables>, now: () => number): Budgets {
  return {
    async take(owner, name) {
      const rules: readonly Rule[] = budgetRules[name]
      const life = Math.max(...rules.map(({ window }) => window))
      for (;;) {
        const row = await database
          .selectFrom('keys_budgets')
          .select('times')
          .where('owner', '=', owner)
          .where('name', '=', name)
          .executeTakeFirst()
        const at = now()
        const times = (row?.times ?? '')
          .split(' ')
          .filter((time) => time !== '')
          .map(Number)
          .filter((time) => time > at - life)
        const wait = Math.max(...rules.map((rule) => waitFor(times, rule, at)))
        if (wait > 0) return wait
        const next = { owner, name, times: [...times, at].join(' '), expires_at: at + life }
        if (await replace(row?.times, next)) return 0
      }
    },
    async sweep() {
      await database.deleteFrom('keys_budgets').where('expires_at', '<=', now()).execute()
    },
  }

  async function replace(old: string | undefined, next: WalletTables['keys_budgets']): Promise<boolean> {
    const written =
      old === undefined
        ? await database
            .insertInto('keys_budgets')
            .values(next)
            .onConflict((conflict) => conflict.doNothing())
            .returning('name')
            .executeTakeFirst()
        : await database
            .updateTable('keys_budgets')
            .set({ times: next.times, expires_at: next.expires_at })
            .where('owner', '=', next.owner)
            .where('name', '=', next.name)
            .where('times', '=', old)
            .returning('name')
            .executeTakeFirst()
    return written !== undefined
  }
}

/** Returns the milliseconds until a rule allows one more. */
function waitFor(times: readonly number[], { count, window }: Rule, now: number): number {
  const recent = times.filter((time) => time > now - window)
  const oldest = recent[recent.length - count]
  return oldest === undefined ? 0 : oldest + window - now
}
