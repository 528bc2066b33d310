import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { emptyWal } from '../../shared/database/emptyWal.js'
import type { DatabaseKind } from '../../shared/database/migrate.js'
import type { DataKeys, UserRef } from '../DataKeys.js'
import type { Step } from '../Step.js'
import type { Account, AuditLog } from './auditLog.js'
import type { WalletTables } from './walletTables.js'

export type Deletions = {
  /** Deletes an account. After its first write nothing takes the deletion back. */
  delete(account: Account): Promise<void>
  /** Ends a deletion that was interrupted. */
  finish(account: Account): Promise<void>
  /** Ends all deletions that were interrupted. Returns how many. */
  finishAll(): Promise<number>
}

/** The tables with rows of one wallet; the log keeps its entries, which nobody can open any more. */
const tables = ['keys_versions', 'keys_pending', 'keys_slots', 'keys_credentials'] as const

/**
 * Deletes accounts: marks the account, lets the login forget its user, destroys the user's key, and removes the rows. A salted hash and the date
 * stay.
 */
export function createDeletions(
  database: Kysely<WalletTables>,
  {
    kind,
    keys,
    audit,
    forgetUser,
    now,
    step,
  }: {
    readonly kind: DatabaseKind
    readonly keys: DataKeys
    readonly audit: AuditLog
    /** Removes what the login knows of a user. It may be called again after it was interrupted. */
    readonly forgetUser: (user: UserRef) => Promise<void>
    readonly now: () => number
    readonly step: Step
  },
): Deletions {
  async function finish(account: Account): Promise<void> {
    const { project, user, wallet } = account
    await forgetUser({ project, user })
    await step('delete.forgotten')
    await keys.destroy({ project, user })
    await step('delete.destroyed')
    const salt = randomBytes(16).toString('base64url')
    const hash = hashOf(salt, account)
    await database.transaction().execute(async (transaction) => {
      const gone = await transaction
        .deleteFrom('keys_wallets')
        .where('id', '=', wallet)
        .returning('id')
        .executeTakeFirst()
      await step('delete.removed')
      if (gone === undefined) return
      for (const table of tables) await transaction.deleteFrom(table).where('wallet', '=', wallet).execute()
      // Some are counted for each session: `wallet key`.
      await transaction
        .deleteFrom('keys_budgets')
        .where(({ eb, or, fn, lit }) =>
          or([
            eb('owner', '=', wallet),
            eb(fn('substr', ['owner', lit(1), lit(wallet.length + 1)]), '=', `${wallet} `),
          ]),
        )
        .execute()
      await transaction.deleteFrom('keys_challenges').where('owner', '=', wallet).execute()
      await transaction
        .insertInto('keys_tombstones')
        .values({ project, salt, hash, deleted_at: now() })
        .execute()
      await step('delete.buried')
    })
    await emptyWal(database, kind)
    await step('delete.after')
  }

  return {
    async delete(account) {
      await step('delete.before')
      await database.transaction().execute(async (transaction) => {
        const marked = await transaction
          .updateTable('keys_wallets')
          .set({ deleting_at: now() })
          .where('id', '=', account.wallet)
          .where('deleting_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (marked !== undefined) await audit.append(account, { event: 'deleted' }, transaction)
      })
      await step('delete.marked')
      await finish(account)
    },
    finish,
    async finishAll() {
      const rows = await database
        .selectFrom('keys_wallets')
        .select(['id', 'project', 'user_id'])
        .where('deleting_at', 'is not', null)
        .execute()
      for (const { id: wallet, project, user_id: user } of rows) await finish({ wallet, project, user })
      return rows.length
    },
  }
}

/** Longer than any call may take, in milliseconds. A user's id never comes again, so older deletions are no matter. */
const longestCall = 3_600_000

/** Returns whether a user was deleted lately: a call that was admitted before the deletion may still go on. */
export async function wasDeleted(
  database: Kysely<WalletTables>,
  owner: UserRef,
  now: number,
): Promise<boolean> {
  const rows = await database
    .selectFrom('keys_tombstones')
    .select(['salt', 'hash'])
    .where('project', '=', owner.project)
    .where('deleted_at', '>', now - longestCall)
    .execute()
  return rows.some(({ salt, hash }) => hash === hashOf(salt, owner))
}

function hashOf(salt: string, { project, user }: UserRef): string {
  return createHash('sha256')
    .update(JSON.stringify([salt, project, user]))
    .digest('base64url')
}
