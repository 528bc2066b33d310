import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SlotType } from 'latchkey/protocol'
import type { DataKeys } from '../DataKeys.js'
import { createScalar } from '../oprf.js'
import type { Step } from '../Step.js'
import type { Account } from './auditLog.js'
import { pendingLifetime } from './wallets.js'
import type { SlotTable, WalletTables } from './walletTables.js'

/** A slot's row, as it is read. */
export type SlotRow = {
  readonly slot: string
  readonly type: SlotType
  /** The key of the session that made the slot. */
  readonly ownerKey: string
  /** Whether a committed version has it. */
  readonly isKept: boolean
  readonly createdAt: number
  readonly usedAt: number | undefined
  readonly half: string | null
  readonly evaluator: string | null
}

type Credential = {
  readonly credentialId: string
  /** The credential's public key (COSE) in base64url. */
  readonly publicKey: string
}

export type Slots = {
  /** All slots of a wallet that are not forgotten. */
  list(account: Account): Promise<readonly SlotRow[]>
  find(account: Account, slot: string): Promise<SlotRow | undefined>
  /** Makes a slot with a new half. Returns the half (a kit has none), or nothing if the id is taken. */
  make(
    account: Account,
    slot: { readonly id: string; readonly type: SlotType; readonly key: string },
    credential?: Credential | undefined,
  ): Promise<{ readonly half: Uint8Array | undefined } | undefined>
  /** Opens a slot's half. Throws `SealedTextError`. */
  openHalf(account: Account, row: SlotRow): Promise<Uint8Array>
  /** Opens the OPRF key of a password. Throws `SealedTextError`. */
  openEvaluator(account: Account, row: SlotRow): Promise<Uint8Array>
  /** Opens the credential of a passkey. Throws `SealedTextError`. */
  openCredential(
    account: Account,
    slot: string,
  ): Promise<(Credential & { readonly counter: number }) | undefined>
  /** Finds the slot of a credential, wherever it is; a slot that no committed version has only if `isPending` says so. */
  findCredential(
    project: string,
    credentialId: string,
    isPending: boolean,
  ): Promise<(Account & { readonly slot: string }) | undefined>
  /** Stores a credential's counter. Returns whether it is above the stored one, as a new assertion's must be. */
  raiseCounter(account: Account, slot: string, counter: number): Promise<boolean>
  use(account: Account, slot: string): Promise<void>
}

/** Keeps the server's halves, each sealed and bound to its slot, the slot's type, and the key of the session that made it. */
export function createSlots(
  database: Kysely<WalletTables>,
  { keys, now, step }: { readonly keys: DataKeys; readonly now: () => number; readonly step: Step },
): Slots {
  const living = (account: Account) =>
    database
      .selectFrom('keys_slots')
      .selectAll()
      .where('wallet', '=', account.wallet)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now())]))

  return {
    async list(account) {
      return (await living(account).execute()).map(toRow)
    },
    async find(account, slot) {
      const row = await living(account).where('slot', '=', slot).executeTakeFirst()
      return row === undefined ? undefined : toRow(row)
    },
    async make(account, { id: slot, type, key }, credential) {
      const { wallet, project } = account
      const half = type === 'kit' ? undefined : new Uint8Array(randomBytes(32))
      const about = aboutHalf(wallet, { slot, type, ownerKey: key })
      const seal = (column: string, bytes: Uint8Array) => keys.seal(account, `${column}|${about}`, bytes)
      const row = {
        ...{ wallet, slot, type, owner_key: key, is_kept: 0, created_at: now() },
        half: half === undefined ? null : await seal('half', half),
        evaluator: type === 'password' ? await seal('evaluator', createScalar()) : null,
        expires_at: now() + pendingLifetime,
      }
      const sealed = credential && (await keys.seal(account, aboutCredential(wallet, slot), json(credential)))
      const lookup = credential && (await lookUp(project, credential.credentialId))
      await forget()
      await step('half.before')
      const isMade = await database
        .transaction()
        .execute(async (transaction) => {
          const written = await transaction
            .insertInto('keys_slots')
            .values(row)
            .onConflict((conflict) => conflict.doNothing())
            .returning('slot')
            .executeTakeFirst()
          if (written === undefined) return false
          if (sealed === undefined || lookup === undefined) return true
          const registered = await transaction
            .insertInto('keys_credentials')
            .values({ wallet, slot, lookup, sealed, counter: 0 })
            .onConflict((conflict) => conflict.doNothing())
            .returning('slot')
            .executeTakeFirst()
          if (registered === undefined) throw new Taken()
          return true
        })
        .catch((error: unknown) => {
          if (!(error instanceof Taken)) throw error
          return false
        })
      await step('half.after')
      return isMade ? { half } : undefined
    },
    openHalf: (account, row) => keys.open(account, `half|${aboutHalf(account.wallet, row)}`, row.half ?? ''),
    openEvaluator: (account, row) =>
      keys.open(account, `evaluator|${aboutHalf(account.wallet, row)}`, row.evaluator ?? ''),
    async openCredential(account, slot) {
      const row = await database
        .selectFrom('keys_credentials')
        .select(['sealed', 'counter'])
        .where('wallet', '=', account.wallet)
        .where('slot', '=', slot)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const bytes = await keys.open(account, aboutCredential(account.wallet, slot), row.sealed)
      const credential: Credential = JSON.parse(Buffer.from(bytes).toString())
      return { ...credential, counter: row.counter }
    },
    async findCredential(project, credentialId, isPending) {
      const row = await database
        .selectFrom('keys_credentials')
        .innerJoin('keys_wallets', 'keys_wallets.id', 'keys_credentials.wallet')
        .innerJoin('keys_slots', (join) =>
          join
            .onRef('keys_slots.wallet', '=', 'keys_credentials.wallet')
            .onRef('keys_slots.slot', '=', 'keys_credentials.slot'),
        )
        .select(['keys_wallets.id', 'user_id', 'keys_credentials.slot'])
        .where('lookup', '=', await lookUp(project, credentialId))
        .where('project', '=', project)
        .where('is_kept', '>=', isPending ? 0 : 1)
        .where('deleting_at', 'is', null)
        .executeTakeFirst()
      return row && { project, user: row.user_id, wallet: row.id, slot: row.slot }
    },
    async raiseCounter({ wallet }, slot, counter) {
      // Passkeys that are synced between devices have none: it stays 0.
      const row = await database
        .updateTable('keys_credentials')
        .set({ counter })
        .where('wallet', '=', wallet)
        .where('slot', '=', slot)
        .where(({ eb, or, lit }) => or([eb('counter', '<', counter), eb(lit(counter), '=', 0)]))
        .returning('slot')
        .executeTakeFirst()
      return row !== undefined
    },
    async use({ wallet }, slot) {
      await database
        .updateTable('keys_slots')
        .set({ used_at: now() })
        .where('wallet', '=', wallet)
        .where('slot', '=', slot)
        .execute()
    },
  }

  /** Removes slots that no version has, and the credentials of slots that are gone. */
  async function forget(): Promise<void> {
    await database.deleteFrom('keys_slots').where('expires_at', '<=', now()).execute()
    await database
      .deleteFrom('keys_credentials')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('keys_slots')
              .select('keys_slots.slot')
              .whereRef('keys_slots.wallet', '=', 'keys_credentials.wallet')
              .whereRef('keys_slots.slot', '=', 'keys_credentials.slot'),
          ),
        ),
      )
      .execute()
  }

  function lookUp(project: string, credentialId: string): Promise<string> {
    return keys.lookup(project, 'keys_credentials', credentialId)
  }
}

/** The passkey opens another slot: undoes the transaction. */
class Taken extends Error {}

type FullRow = Omit<SlotTable, 'is_kept' | 'used_at' | 'expires_at'> & {
  readonly is_kept: number
  readonly used_at: number | null
}

function toRow({ slot, type, owner_key, is_kept, created_at, used_at, half, evaluator }: FullRow): SlotRow {
  return {
    ...{ slot, type, ownerKey: owner_key, half, evaluator },
    isKept: is_kept === 1,
    createdAt: created_at,
    usedAt: used_at ?? undefined,
  }
}

function aboutHalf(
  wallet: string,
  { slot, type, ownerKey }: Pick<SlotRow, 'slot' | 'type' | 'ownerKey'>,
): string {
  return `keys_slots|${wallet}|${slot}|${type}|${ownerKey}`
}

function aboutCredential(wallet: string, slot: string): string {
  return `keys_credentials|${wallet}|${slot}`
}

function json(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}
