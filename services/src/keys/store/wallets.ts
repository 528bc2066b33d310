import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { prepareWalletBody, versionText, type WalletVersion } from 'latchkey/protocol'
import * as v from 'valibot'
import { type DataKeys, KeyDestroyedError, SealedTextError, type UserRef } from '../DataKeys.js'
import type { Step } from '../Step.js'
import type { Account, AuditLog } from './auditLog.js'
import { changesOf } from './changesOf.js'
import { wasDeleted } from './deletions.js'
import type { WalletTables } from './walletTables.js'

export type WalletRow = Account & {
  /** 0 until the first commit. */
  readonly version: number
  readonly epoch: number
  readonly isDeleting: boolean
}

export type Wallets = {
  find(owner: UserRef): Promise<WalletRow | undefined>
  /** Finds a user's wallet, or begins one. Throws `KeyDestroyedError` if the account was deleted while the call was on its way. */
  begin(owner: UserRef): Promise<WalletRow>
  /** The current version, also if it is newer by now than the row. Throws `SealedTextError` if it does not open. */
  read(row: WalletRow): Promise<{ readonly version: WalletVersion; readonly digest: string } | undefined>
  /** Stores a version as pending for the session with this key. */
  prepare(row: WalletRow, key: string, next: WalletVersion): Promise<void>
  /** The pending version of this digest that the session with this key prepared. */
  pending(row: WalletRow, key: string, digest: string): Promise<WalletVersion | undefined>
  /** Returns whether the session with this key has a pending version in this epoch. */
  hasPending(row: WalletRow, key: string, epoch: number): Promise<boolean>
  /** Makes a pending version the current one, in one transaction. Returns whether it still followed the current one. */
  commit(row: WalletRow, next: WalletVersion): Promise<boolean>
}

/** How long a version stays pending, in milliseconds. */
export const pendingLifetime = 10 * 60_000

/** Keeps the versions of wallets; each is sealed whole. */
export function createWallets(
  database: Kysely<WalletTables>,
  {
    keys,
    audit,
    now,
    step,
  }: {
    readonly keys: DataKeys
    readonly audit: AuditLog
    readonly now: () => number
    readonly step: Step
  },
): Wallets {
  async function find({ project, user }: UserRef): Promise<WalletRow | undefined> {
    const row = await database
      .selectFrom('keys_wallets')
      .selectAll()
      .where('project', '=', project)
      .where('user_id', '=', user)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const { id: wallet, version, epoch, deleting_at } = row
    return { project, user, wallet, version, epoch, isDeleting: deleting_at !== null }
  }

  async function read(row: WalletRow): ReturnType<Wallets['read']> {
    const found = await database
      .selectFrom('keys_versions')
      .select(['digest', 'sealed'])
      .where('wallet', '=', row.wallet)
      .where('version', '=', row.version)
      .executeTakeFirst()
    if (row.version === 0) return undefined
    if (found === undefined) {
      const later = await find(row)
      // The commit of another device has removed this version since the row was read.
      if (later !== undefined && later.version > row.version) return read(later)
      throw new SealedTextError('the current version is missing')
    }
    const about = aboutVersion(row.wallet, row.version, found.digest)
    return { version: parse(await keys.open(row, about, found.sealed)), digest: found.digest }
  }

  return {
    find,
    async begin(owner) {
      const known = await find(owner)
      if (known !== undefined) return known
      const { project, user: user_id } = owner
      const id = randomBytes(16).toString('base64url')
      await step('wallet.before')
      await keys.begin(owner)
      const isOwned = await database.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('keys_wallets')
          .values({ id, project, user_id, version: 0, epoch: 0, created_at: now(), deleting_at: null })
          // Of two devices that begin at once, both get one wallet.
          .onConflict((conflict) => conflict.columns(['project', 'user_id']).doNothing())
          .execute()
        // After the insertion, which waits for a deletion that removes the row at this moment.
        if (!(await wasDeleted(transaction, owner, now()))) return true
        await transaction.deleteFrom('keys_wallets').where('id', '=', id).execute()
        return false
      })
      await step('wallet.begun')
      const made = isOwned ? await find(owner) : undefined
      if (made?.isDeleting === false) return made
      // The deletion may have destroyed the user's key before this call gave the user another one.
      await keys.destroy(owner)
      if (made === undefined) throw new KeyDestroyedError('the account was deleted')
      return made
    },
    read,
    async prepare(row, key, next) {
      const digest = digestOf(next)
      const about = aboutPending(row.wallet, next.version, digest, key)
      const sealed = await keys.seal(row, about, Buffer.from(JSON.stringify(next)))
      await database.deleteFrom('keys_pending').where('expires_at', '<=', now()).execute()
      const { version, epoch } = next
      const values = { version, epoch, owner_key: key, sealed, expires_at: now() + pendingLifetime }
      await step('prepare.before')
      await database
        .insertInto('keys_pending')
        .values({ wallet: row.wallet, digest, ...values })
        .onConflict((conflict) => conflict.columns(['wallet', 'digest']).doUpdateSet(values))
        .execute()
      await step('prepare.after')
    },
    async pending(row, key, digest) {
      const found = await database
        .selectFrom('keys_pending')
        .select(['version', 'sealed'])
        .where('wallet', '=', row.wallet)
        .where('digest', '=', digest)
        .where('owner_key', '=', key)
        .where('expires_at', '>', now())
        .executeTakeFirst()
      if (found === undefined) return undefined
      return parse(await keys.open(row, aboutPending(row.wallet, found.version, digest, key), found.sealed))
    },
    async hasPending(row, key, epoch) {
      const found = await database
        .selectFrom('keys_pending')
        .select('digest')
        .where('wallet', '=', row.wallet)
        .where('owner_key', '=', key)
        .where('epoch', '=', epoch)
        .where('expires_at', '>', now())
        .executeTakeFirst()
      return found !== undefined
    },
    async commit(row, next) {
      const { wallet } = row
      const before = await read(row)
      const digest = digestOf(next)
      const { version, epoch } = next
      const sealed = await keys.seal(
        row,
        aboutVersion(wallet, version, digest),
        Buffer.from(JSON.stringify(next)),
      )
      const { removed, entries } = changesOf(before?.version, next)
      await step('commit.before')
      const write = database.transaction().execute(async (transaction) => {
        const moved = await transaction
          .updateTable('keys_wallets')
          .set({ version, epoch })
          .where('id', '=', wallet)
          .where('version', '=', row.version)
          .where('deleting_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (moved === undefined) return false
        await step('commit.moved')
        await transaction.insertInto('keys_versions').values({ wallet, version, digest, sealed }).execute()
        const kept = await transaction
          .updateTable('keys_slots')
          .set({ is_kept: 1, expires_at: null })
          .where('wallet', '=', wallet)
          .where('slot', 'in', [...next.slots.map(({ id }) => id)])
          .returning('slot')
          .execute()
        // A half that was forgotten meanwhile would leave a way in that opens nothing.
        if (kept.length !== next.slots.length) throw new HalfMissing()
        await step('commit.kept')
        // The halves of ways in that were removed are gone with this: what was sealed for them opens no more.
        if (removed.length > 0) {
          for (const table of ['keys_slots', 'keys_credentials'] as const)
            await transaction
              .deleteFrom(table)
              .where('wallet', '=', wallet)
              .where('slot', 'in', removed)
              .execute()
        }
        await transaction
          .deleteFrom('keys_versions')
          .where('wallet', '=', wallet)
          .where('version', '<', version)
          .execute()
        await transaction.deleteFrom('keys_pending').where('wallet', '=', wallet).execute()
        await step('commit.cleared')
        for (const entry of entries) await audit.append(row, entry, transaction)
        await step('commit.noted')
        return true
      })
      const isFirst = await write.catch((error: unknown) => {
        if (!(error instanceof HalfMissing)) throw error
        return false
      })
      await step('commit.after')
      return isFirst
    },
  }
}

/** The half of one of a version's slots is gone: undoes the transaction. */
class HalfMissing extends Error {}

/** The SHA-256 of what a version says, in base64url. */
export function digestOf(version: WalletVersion): string {
  return createHash('sha256').update(versionText(version)).digest('base64url')
}

function parse(bytes: Uint8Array): WalletVersion {
  return v.parse(prepareWalletBody.entries.next, JSON.parse(Buffer.from(bytes).toString()))
}

function aboutVersion(wallet: string, version: number, digest: string): string {
  return `keys_versions|${wallet}|${version}|${digest}`
}

function aboutPending(wallet: string, version: number, digest: string, key: string): string {
  return `keys_pending|${wallet}|${version}|${digest}|${key}`
}
