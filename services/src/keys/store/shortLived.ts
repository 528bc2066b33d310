import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { WalletTables } from './walletTables.js'

const minute = 60_000

export type ShortLived = {
  /** Makes a challenge of WebAuthn for somebody (a wallet, a flow): valid once, for five minutes. */
  makeChallenge(owner: string): Promise<string>
  /** Uses a challenge. Returns whether it was made for the owner and is valid. */
  useChallenge(owner: string, challenge: string): Promise<boolean>
  /** Returns whether the key of a request comes for the first time. */
  useRequest(key: string): Promise<boolean>
  /** Puts a message to a place. Returns whether the place takes it: each number once, and not too many. */
  putMessage(place: string, seq: number, text: string): Promise<boolean>
  /** Returns the messages of a place from a number on, in order. Those before have arrived, and are removed. */
  takeMessages(place: string, from: number): Promise<readonly string[]>
}

/** Most messages of one place: each number is taken once, whatever became of its message. */
const mostMessages = 64

/** Keeps what is used once and lives for minutes. What it finds expired it removes. */
export function createShortLived(database: Kysely<WalletTables>, now: () => number): ShortLived {
  return {
    async makeChallenge(owner) {
      const challenge = randomBytes(32).toString('base64url')
      await database.deleteFrom('keys_challenges').where('expires_at', '<=', now()).execute()
      const row = { hash: hashOf(challenge), owner, expires_at: now() + 5 * minute }
      await database.insertInto('keys_challenges').values(row).execute()
      return challenge
    },
    async useChallenge(owner, challenge) {
      // One statement, so that only one of two uses at once finds the row.
      const row = await database
        .deleteFrom('keys_challenges')
        .where('hash', '=', hashOf(challenge))
        .returning(['owner', 'expires_at'])
        .executeTakeFirst()
      return row !== undefined && row.owner === owner && row.expires_at > now()
    },
    async useRequest(key) {
      await database.deleteFrom('keys_requests').where('expires_at', '<=', now()).execute()
      // As long as the proof of a request can count: afterwards its date is refused.
      const row = await database
        .insertInto('keys_requests')
        .values({ hash: hashOf(key), expires_at: now() + 10 * minute })
        .onConflict((conflict) => conflict.doNothing())
        .returning('hash')
        .executeTakeFirst()
      return row !== undefined
    },
    async putMessage(place, seq, text) {
      await database.deleteFrom('keys_rendezvous').where('expires_at', '<=', now()).execute()
      if (seq >= mostMessages) return false
      const row = await database
        .insertInto('keys_rendezvous')
        .values({ place, seq, text, expires_at: now() + 5 * minute })
        .onConflict((conflict) => conflict.doNothing())
        .returning('seq')
        .executeTakeFirst()
      return row !== undefined
    },
    async takeMessages(place, from) {
      // The number of a message stays used.
      await database
        .updateTable('keys_rendezvous')
        .set({ text: null })
        .where('place', '=', place)
        .where('seq', '<', from)
        .where('text', 'is not', null)
        .execute()
      const rows = await database
        .selectFrom('keys_rendezvous')
        .select('text')
        .where('place', '=', place)
        .where('seq', '>=', from)
        .where('expires_at', '>', now())
        .orderBy('seq')
        .execute()
      return rows.flatMap(({ text }) => text ?? [])
    },
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
