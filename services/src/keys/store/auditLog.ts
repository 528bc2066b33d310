import type { Kysely } from 'kysely'
import type { DataKeys, UserRef } from '../DataKeys.js'
import type { WalletTables } from './walletTables.js'

/** What happened to an account. Neither a secret nor an address is part of it. */
export type AuditEntry = {
  readonly event:
    | 'wallet-created'
    | 'slot-added'
    | 'slot-removed'
    | 'keys-rotated'
    | 'half-released'
    | 'refused'
    | 'replayed'
    | 'damaged'
    | 'exported'
    | 'deleted'
  readonly slot?: string | undefined
  readonly label?: string | undefined
}

export type Account = UserRef & { readonly wallet: string }

export type AuditLog = {
  /**
   * Adds an entry to the project's chain. In a transaction it must come last: it waits for entries of other transactions, and nothing may wait
   * for this one meanwhile. Throws `KeyDestroyedError` if the account was deleted.
   *
   * @param database The transaction, if there is one.
   */
  append(account: Account, entry: AuditEntry, database?: Kysely<WalletTables>): Promise<void>
  /** Returns the newest entries of one account, newest first. Entries that do not open are left out. */
  read(account: Account, most: number): Promise<readonly (AuditEntry & { readonly at: number })[]>
  /**
   * Notes the newest entry of each chain, so that removing it is seen. Returns the checkpoints that are new: whoever keeps them elsewhere can
   * show that the log was cut.
   */
  checkpoint(): Promise<readonly WalletTables['keys_checkpoints'][]>
  /** Checks a project's chain and its checkpoints. */
  verify(project: string): Promise<AuditReport>
  /** Returns the projects that have a chain. */
  projects(): Promise<readonly string[]>
}

export type AuditReport = {
  readonly entries: number
  readonly checkpoints: number
  /** The first entry that is not as it was written, and what is wrong. */
  readonly problem?: { readonly seq: number; readonly reason: string } | undefined
}

/**
 * Keeps a log of what happened to the accounts of each project. Entries are sealed for their user, and the hashes are keyed: with the database
 * alone nobody reads, adds or changes an entry, and with a checkpoint nobody removes one unseen.
 */
export function createAuditLog(database: Kysely<WalletTables>, keys: DataKeys, now: () => number): AuditLog {
  const hashOf = (before: string, row: Omit<WalletTables['keys_audit'], 'hash'>) =>
    keys.lookup(row.project, 'keys_audit', JSON.stringify([before, row.seq, row.wallet, row.at, row.sealed]))
  const macOf = (before: string, row: Omit<WalletTables['keys_checkpoints'], 'mac'>) =>
    keys.lookup(
      row.project,
      'keys_checkpoints',
      JSON.stringify([before, row.number, row.seq, row.hash, row.at]),
    )

  return {
    async append(account, entry, transaction = database) {
      const { project, wallet } = account
      const bytes = Buffer.from(JSON.stringify(entry))
      for (;;) {
        const head = await headOf(transaction, project)
        const [seq, at] = [(head?.seq ?? 0) + 1, now()]
        const sealed = await keys.seal(account, aboutEntry(wallet, seq, at), bytes)
        const row = { project, seq, wallet, at, sealed }
        const written = await transaction
          .insertInto('keys_audit')
          .values({ ...row, hash: await hashOf(head?.hash ?? '', row) })
          .onConflict((conflict) => conflict.doNothing())
          .returning('seq')
          .executeTakeFirst()
        // Otherwise another entry came between.
        if (written !== undefined) return
      }
    },
    async read(account, most) {
      const rows = await database
        .selectFrom('keys_audit')
        .select(['seq', 'at', 'sealed'])
        .where('project', '=', account.project)
        .where('wallet', '=', account.wallet)
        .orderBy('seq', 'desc')
        .limit(most)
        .execute()
      const entries = await Promise.all(
        rows.map(async ({ seq, at, sealed }) => {
          // An entry that somebody changed must not hide the others; `verify` reports it.
          const about = aboutEntry(account.wallet, seq, at)
          const bytes = await keys.open(account, about, sealed).catch(() => undefined)
          const entry: AuditEntry | undefined =
            bytes === undefined ? undefined : JSON.parse(Buffer.from(bytes).toString())
          return entry === undefined ? [] : [{ ...entry, at }]
        }),
      )
      return entries.flat()
    },
    async checkpoint() {
      const made: WalletTables['keys_checkpoints'][] = []
      for (const project of await projects()) {
        const written = await checkpointOf(project)
        if (written !== undefined) made.push(written)
      }
      return made
    },
    async verify(project) {
      const marks = await database
        .selectFrom('keys_checkpoints')
        .selectAll()
        .where('project', '=', project)
        .orderBy('number')
        .execute()
      const problemOf = (seq: number, reason: string) => ({ problem: { seq, reason } })
      let before = ''
      for (const mark of marks) {
        if ((await macOf(before, mark)) !== mark.mac)
          return { entries: 0, checkpoints: 0, ...problemOf(mark.seq, 'a checkpoint is not ours') }
        before = mark.mac
      }
      const hashes = new Map(marks.map(({ seq, hash }) => [seq, hash]))
      let [seq, hash] = [0, '']
      for (;;) {
        const rows = await database
          .selectFrom('keys_audit')
          .selectAll()
          .where('project', '=', project)
          .where('seq', '>', seq)
          .orderBy('seq')
          .limit(1_000)
          .execute()
        if (rows.length === 0) break
        for (const row of rows) {
          const told = { entries: seq, checkpoints: marks.length }
          if (row.seq !== seq + 1) return { ...told, ...problemOf(seq + 1, 'an entry is missing') }
          if ((await hashOf(hash, row)) !== row.hash)
            return { ...told, ...problemOf(row.seq, 'an entry was changed') }
          if ((hashes.get(row.seq) ?? row.hash) !== row.hash)
            return { ...told, ...problemOf(row.seq, 'a checkpoint says otherwise') }
          seq = row.seq
          hash = row.hash
        }
      }
      const newest = marks.at(-1)?.seq ?? 0
      const told = { entries: seq, checkpoints: marks.length }
      return newest > seq ? { ...told, ...problemOf(seq + 1, 'the newest entries are missing') } : told
    },
    projects,
  }

  /** Makes a project's next checkpoint, if there are entries since the last one. */
  async function checkpointOf(project: string): Promise<WalletTables['keys_checkpoints'] | undefined> {
    for (;;) {
      const last = await database
        .selectFrom('keys_checkpoints')
        .select(['number', 'seq', 'mac'])
        .where('project', '=', project)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
      const head = await headOf(database, project)
      if (head === undefined || head.seq <= (last?.seq ?? 0)) return undefined
      const row = { project, number: (last?.number ?? 0) + 1, seq: head.seq, hash: head.hash, at: now() }
      const written = await database
        .insertInto('keys_checkpoints')
        .values({ ...row, mac: await macOf(last?.mac ?? '', row) })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst()
      // Otherwise another process of the service has made this one: the next one follows it.
      if (written !== undefined) return written
    }
  }

  /** Those of the checkpoints too: a log of which every entry was removed is still missed. */
  async function projects(): Promise<readonly string[]> {
    const rows = await database
      .selectFrom('keys_audit')
      .select('project')
      .union(database.selectFrom('keys_checkpoints').select('project'))
      .execute()
    return rows.map(({ project }) => project)
  }
}

async function headOf(database: Kysely<WalletTables>, project: string) {
  return database
    .selectFrom('keys_audit')
    .select(['seq', 'hash'])
    .where('project', '=', project)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function aboutEntry(wallet: string, seq: number, at: number): string {
  return `keys_audit|${wallet}|${seq}|${at}`
}
