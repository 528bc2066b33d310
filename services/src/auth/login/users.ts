import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type DataKeys, KeyDestroyedError, type UserRef } from '../../keys/DataKeys.js'
import { isDouble } from '../../shared/database/isDouble.js'
import type { LoginTables, WayName } from './loginTables.js'

/** Who somebody is to a way to log in. */
export type Identity = {
  readonly way: WayName
  /** What the way knows the person by: an e-mail address, or the id at a provider. */
  readonly subject: string
  /** An address that the way has proven. */
  readonly email?: string | undefined
  readonly userName?: string | undefined
}

type Profile = { readonly email: string | null; readonly userName: string | null }

export type Users = {
  /**
   * Returns the user of an identity, who is made at the first login; or the way in which the account logs in that already
   * has the identity's address.
   */
  enter(
    project: string,
    identity: Identity,
  ): Promise<{ readonly id: string; readonly isNew: boolean } | { readonly other: WayName }>
  /** Returns what is known of a user; nothing if there is none. */
  read(user: UserRef): Promise<Profile | undefined>
  /** Returns whether a key has logged in by this way before. Takes as long for a user as for nobody. */
  knowsDevice(project: string, identity: Identity, key: string): Promise<boolean>
  /** Remembers a key. Returns whether the user had used it before. */
  noteDevice(user: string, key: string): Promise<boolean>
  /**
   * Gives a user another address in the place of the one that they have proven, `null` for none. `taken`: it is another account's. `outdated`: the
   * user has another address by now, or is gone.
   */
  changeEmail(
    user: UserRef,
    change: { readonly from: string | null; readonly to: string },
  ): Promise<'changed' | 'taken' | 'outdated'>
  /** Forgets a user. Their sessions must have ended. */
  forget(user: UserRef): Promise<void>
  /** The keyed hash that an identity is found by. */
  subjectOf(project: string, identity: Identity): Promise<string>
}

/** Keeps users and the ways in which they log in. Addresses and names are stored encrypted, and found by a keyed hash. */
export function createUsers(database: Kysely<LoginTables>, keys: DataKeys, now: () => number): Users {
  const subjectOf = (project: string, { way, subject }: Identity) =>
    keys.lookup(project, `login_identities|${way}`, subject)
  const hashEmail = (project: string, email: string) => subjectOf(project, { way: 'email', subject: email })
  const seal = (user: UserRef, field: 'email' | 'user_name', text: string | undefined) =>
    text === undefined ? null : keys.seal(user, about(user, field), Buffer.from(text))
  const open = async (user: UserRef, field: 'email' | 'user_name', sealed: string | null) =>
    sealed === null ? null : Buffer.from(await keys.open(user, about(user, field), sealed)).toString('utf8')

  async function find(project: string, way: WayName, subject: string): Promise<string | undefined> {
    const row = await database
      .selectFrom('login_identities')
      .select('user_id')
      .where('project', '=', project)
      .where('way', '=', way)
      .where('subject', '=', subject)
      .executeTakeFirst()
    return row?.user_id
  }

  return {
    subjectOf,
    async enter(project, identity) {
      const { way, email, userName } = identity
      const subject = await subjectOf(project, identity)
      const known = await find(project, way, subject)
      if (known !== undefined) return { id: known, isNew: false }
      const email_hash = email === undefined ? null : await hashEmail(project, email)
      const winner = async () => {
        const other = email_hash === null ? undefined : await wayOf(database, project, email_hash)
        // Another login of the same person may have come first.
        const known = await find(project, way, subject)
        return known === undefined ? other && { other } : { id: known, isNew: false }
      }
      const before = await winner()
      if (before !== undefined) return before
      const id = randomBytes(16).toString('base64url')
      const user = { project, user: id }
      await keys.begin(user)
      const row = {
        ...{ id, project, email_hash, created_at: now() },
        email: await seal(user, 'email', email),
        user_name: await seal(user, 'user_name', userName),
      }
      const making = database.transaction().execute(async (transaction) => {
        // Waits for another login that makes an account of the address.
        const made = await transaction
          .insertInto('login_users')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (made === undefined) throw new Taken()
        const identified = await transaction
          .insertInto('login_identities')
          .values({ project, way, subject, user_id: id })
          .onConflict((conflict) => conflict.doNothing())
          .returning('user_id')
          .executeTakeFirst()
        if (identified === undefined) throw new Taken()
        return true
      })
      const isMade = await making.catch((error: unknown) => {
        if (isTaken(error)) return false
        throw error
      })
      if (isMade) return { id, isNew: true }
      await keys.destroy(user)
      const first = await winner()
      if (first === undefined) throw new Error('an identity was deleted while somebody logged in with it')
      return first
    },
    async read(user) {
      const row = await database
        .selectFrom('login_users')
        .select(['email', 'user_name'])
        .where('id', '=', user.user)
        .where('project', '=', user.project)
        .executeTakeFirst()
      if (row === undefined) return undefined
      try {
        return {
          email: await open(user, 'email', row.email),
          userName: await open(user, 'user_name', row.user_name),
        }
      } catch (error) {
        // Deleted since the row was read.
        if (error instanceof KeyDestroyedError) return undefined
        throw error
      }
    },
    async knowsDevice(project, identity, key) {
      const row = await database
        .selectFrom('login_identities')
        .innerJoin('login_devices', 'login_devices.user_id', 'login_identities.user_id')
        .select('login_devices.user_id')
        .where('project', '=', project)
        .where('way', '=', identity.way)
        .where('subject', '=', await subjectOf(project, identity))
        .where('browser_key', '=', key)
        .executeTakeFirst()
      return row !== undefined
    },
    async noteDevice(user, key) {
      const at = now()
      const made = await database
        .insertInto('login_devices')
        .values({ user_id: user, browser_key: key, first_at: at, last_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .returning('user_id')
        .executeTakeFirst()
      if (made !== undefined) return false
      await database
        .updateTable('login_devices')
        .set({ last_at: at })
        .where('user_id', '=', user)
        .where('browser_key', '=', key)
        .execute()
      return true
    },
    async changeEmail(user, { from, to }) {
      const { project, user: id } = user
      const subject = await hashEmail(project, to)
      const before = from === null ? null : await hashEmail(project, from)
      if ((await wayOf(database, project, subject)) !== undefined) return 'taken'
      try {
        const sealed = await seal(user, 'email', to)
        return await database.transaction().execute(async (transaction) => {
          // First, because it waits for another change, or the deletion, of the same user.
          const changed = await transaction
            .updateTable('login_users')
            .set({ email: sealed, email_hash: subject })
            .where('id', '=', id)
            // An account that shared its address with another, before that became impossible, has none.
            .where(({ eb, or }) =>
              or([eb('email_hash', 'is', null), ...(before === null ? [] : [eb('email_hash', '=', before)])]),
            )
            .returning('id')
            .executeTakeFirst()
          if (changed === undefined) return 'outdated'
          const made = await transaction
            .insertInto('login_identities')
            .values({ project, way: 'email', subject, user_id: id })
            .onConflict((conflict) => conflict.doNothing())
            .returning('user_id')
            .executeTakeFirst()
          if (made === undefined) throw new Taken()
          await transaction
            .deleteFrom('login_identities')
            .where('user_id', '=', id)
            .where('way', '=', 'email')
            .where('subject', '<>', subject)
            .execute()
          return 'changed'
        })
      } catch (error) {
        if (isTaken(error)) return 'taken'
        if (error instanceof KeyDestroyedError) return 'outdated'
        throw error
      }
    },
    async forget({ user }) {
      await database.transaction().execute(async (transaction) => {
        // First, so that whoever changes the user's address has ended, or finds nobody: an address of nobody could never log in again.
        await transaction.deleteFrom('login_users').where('id', '=', user).execute()
        for (const table of ['login_identities', 'login_devices', 'login_flows'] as const)
          await transaction.deleteFrom(table).where('user_id', '=', user).execute()
      })
    },
  }
}

/** The address or the identity belongs to another account: undoes the transaction. */
class Taken extends Error {}

const isTaken = (error: unknown) => error instanceof Taken || isDouble(error)

/** Returns how the account with an address logs in; nothing if no account has it. */
async function wayOf(
  database: Kysely<LoginTables>,
  project: string,
  email_hash: string,
): Promise<WayName | undefined> {
  const row = await database
    .selectFrom('login_users')
    .innerJoin('login_identities', 'login_identities.user_id', 'login_users.id')
    .select('login_identities.way')
    .where('login_users.project', '=', project)
    .where('login_users.email_hash', '=', email_hash)
    .executeTakeFirst()
  return row?.way
}

function about({ user }: UserRef, field: 'email' | 'user_name'): string {
  return `login_users|${user}|${field}`
}
