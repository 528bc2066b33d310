import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CaipNetworkId } from 'latchkey/protocol'
import Database from 'libsql'
import type { Entry, Hex, Place } from './Entry.js'
import type { Header } from './nodeAnswers.js'
import type { AccountEntry } from './readBlocks.js'

/** Blocks whose hashes are kept: so deep a reorganisation is followed; after a deeper one a chain is read anew. */
export const keptBlocks = 128

/** How far a chain has been read. */
export type Head = { readonly number: number; readonly hash: Hex }

/** An account's history is known from `low` to the head; it is wanted from `first`. */
export type Watched = {
  readonly low: number
  readonly first: number
  /** When the block `low` was made: nothing below it is newer. */
  readonly lowTime: number
}

/** A collectible that came to an account at some time; whether it is still there is the chain's to say. */
export type Collectible = {
  readonly token: Hex
  readonly tokenId: string
  readonly standard: 'ERC721' | 'ERC1155'
}

/** What is known of a contract; `decimals` is `null` where it has none. */
export type Facts = { readonly name: string; readonly symbol: string; readonly decimals: number | null }

/** All that the indexers remember. Every change is one transaction, so that a killed process finds it whole. */
export type HistoryStore = ReturnType<typeof openHistoryStore>

const schema = `
  CREATE TABLE IF NOT EXISTS head (chain TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS block (
    chain TEXT NOT NULL, number INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (chain, number)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS account (
    chain TEXT NOT NULL, address TEXT NOT NULL, asked_at INTEGER NOT NULL,
    low INTEGER, low_parent TEXT, low_time INTEGER, first INTEGER, PRIMARY KEY (chain, address)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS account_by_time ON account (chain, asked_at);
  CREATE TABLE IF NOT EXISTS entry (
    chain TEXT NOT NULL, account TEXT NOT NULL, mined_at INTEGER NOT NULL, block INTEGER NOT NULL,
    position INTEGER NOT NULL, data TEXT NOT NULL, PRIMARY KEY (chain, account, mined_at, block, position)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS entry_by_block ON entry (chain, block);
  CREATE TABLE IF NOT EXISTS collectible (
    chain TEXT NOT NULL, account TEXT NOT NULL, token TEXT NOT NULL, token_id TEXT NOT NULL, standard TEXT NOT NULL,
    block INTEGER NOT NULL, PRIMARY KEY (chain, account, token, token_id)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS collectible_by_block ON collectible (chain, block);
  CREATE TABLE IF NOT EXISTS facts (
    chain TEXT NOT NULL, token TEXT NOT NULL, name TEXT NOT NULL, symbol TEXT NOT NULL, decimals INTEGER,
    PRIMARY KEY (chain, token)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS secret (id INTEGER PRIMARY KEY CHECK (id = 1), key TEXT NOT NULL);`

/** Opens the memory of the indexers, in `directory`, or in this process's memory without one. */
export function openHistoryStore(directory: string | undefined) {
  if (directory !== undefined) mkdirSync(directory, { recursive: true, mode: 0o700 })
  const database = new Database(directory === undefined ? ':memory:' : join(directory, 'history.db'))
  if (directory !== undefined) database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  database.exec(schema)
  const prepare = (sql: string) => database.prepare(sql)
  const heads = prepare(
    'SELECT head.number, hash FROM head JOIN block USING (chain, number) WHERE head.chain = ?',
  )
  const setHead = prepare('INSERT OR REPLACE INTO head VALUES (?, ?)')
  const dropHead = prepare('DELETE FROM head WHERE chain = ?')
  const blocks = prepare('SELECT number, hash FROM block WHERE chain = ? ORDER BY number DESC')
  const addBlock = prepare('INSERT OR REPLACE INTO block VALUES (?, ?, ?)')
  const dropBlocksBelow = prepare('DELETE FROM block WHERE chain = ? AND number <= ?')
  const dropBlocksAbove = prepare('DELETE FROM block WHERE chain = ? AND number > ?')

  const askedAt = prepare('SELECT asked_at AS askedAt FROM account WHERE chain = ? AND address = ?')
  const setAskedAt = prepare('UPDATE account SET asked_at = ? WHERE chain = ? AND address = ?')
  const addAccount = prepare('INSERT INTO account (chain, address, asked_at) VALUES (?, ?, ?)')
  const accounts = prepare('SELECT address FROM account WHERE chain = ?')
  const countAccounts = prepare('SELECT COUNT(*) AS count FROM account WHERE chain = ?')
  const longestUnasked = prepare(
    'SELECT address FROM account WHERE chain = ? ORDER BY asked_at LIMIT MAX(0, ?)',
  )
  const unasked = prepare('SELECT address FROM account WHERE chain = ? AND asked_at < ?')
  const watched = prepare(
    'SELECT low, low_time AS lowTime, first FROM account WHERE chain = ? AND address = ? AND low IS NOT NULL',
  )
  const unfinished = prepare(
    'SELECT address, low, low_parent AS lowParent, first FROM account WHERE chain = ? AND low > first ORDER BY low DESC',
  )
  const beginAccounts = prepare(
    'UPDATE account SET low = ?, low_parent = ?, low_time = ?, first = ? WHERE chain = ? AND low IS NULL',
  )
  const resetAccounts = prepare('UPDATE account SET low = NULL WHERE chain = ?')
  const resetAccount = prepare('UPDATE account SET low = NULL WHERE chain = ? AND address = ?')
  const setLow = prepare(
    'UPDATE account SET low = ?, low_parent = ?, low_time = ? WHERE chain = ? AND address = ?',
  )
  const lowerLow =
    prepare(`UPDATE account SET low = ?2, low_parent = (SELECT hash FROM block WHERE chain = ?1 AND number = ?2 - 1)
     WHERE chain = ?1 AND low > ?2`)
  const dropAccount = prepare('DELETE FROM account WHERE chain = ? AND address = ?')

  const addEntry = prepare('INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?)')
  const entries = prepare(
    `SELECT data FROM entry WHERE chain = ? AND account = ? AND (mined_at, block, position) < (?, ?, ?)
     ORDER BY mined_at DESC, block DESC, position DESC LIMIT ?`,
  )
  const dropEntriesAbove = prepare('DELETE FROM entry WHERE chain = ? AND block > ?')
  const dropEntriesOf = prepare('DELETE FROM entry WHERE chain = ? AND account = ?')
  const addCollectible = prepare('INSERT OR IGNORE INTO collectible VALUES (?, ?, ?, ?, ?, ?)')
  const collectibles = prepare(
    `SELECT token, token_id AS tokenId, standard FROM collectible WHERE chain = ? AND account = ?
     ORDER BY block DESC, token, token_id LIMIT ?`,
  )
  const dropCollectiblesAbove = prepare('DELETE FROM collectible WHERE chain = ? AND block > ?')
  const dropCollectiblesOf = prepare('DELETE FROM collectible WHERE chain = ? AND account = ?')
  const facts = prepare('SELECT name, symbol, decimals FROM facts WHERE chain = ? AND token = ?')
  const addFacts = prepare('INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?, ?)')
  const dropFacts = prepare('DELETE FROM facts WHERE chain = ?')
  prepare('INSERT OR IGNORE INTO secret VALUES (1, ?)').run(randomBytes(32).toString('hex'))
  const { key } = prepare('SELECT key FROM secret').get() as { readonly key: string }

  function together(work: () => void): void {
    database.exec('BEGIN IMMEDIATE')
    try {
      work()
      database.exec('COMMIT')
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }

  function addEntries(chain: CaipNetworkId, found: readonly AccountEntry[]): void {
    for (const { account, entry } of found) {
      addEntry.run(chain, account, entry.minedAt, entry.block, entry.index, JSON.stringify(entry))
      for (const { standard, token, tokenId, to } of entry.movements) {
        if ((standard !== 'ERC721' && standard !== 'ERC1155') || to !== account) continue
        addCollectible.run(chain, account, token, tokenId, standard, entry.block)
      }
    }
  }

  function addBlocks(chain: CaipNetworkId, added: readonly Head[], head: number): void {
    for (const { number, hash } of added) if (number > head - keptBlocks) addBlock.run(chain, number, hash)
    dropBlocksBelow.run(chain, head - keptBlocks)
  }

  function forget(chain: CaipNetworkId, address: string): void {
    dropAccount.run(chain, address)
    dropEntriesOf.run(chain, address)
    dropCollectiblesOf.run(chain, address)
  }

  return {
    /** What cursors are signed with. */
    key: Buffer.from(key, 'hex'),

    /**
     * Has an account followed from now on; returns whether it was not before. Beyond `limit` accounts of a chain those that
     * nobody has asked for the longest are forgotten.
     */
    watch(chain: CaipNetworkId, address: Hex, now: number, limit: number): boolean {
      const known = askedAt.get(chain, address) as { readonly askedAt: number } | undefined
      if (known !== undefined) {
        // To the hour: reading must not become writing.
        if (now - known.askedAt > 3_600_000) setAskedAt.run(now, chain, address)
        return false
      }
      together(() => {
        const { count } = countAccounts.get(chain) as { readonly count: number }
        const oldest = longestUnasked.all(chain, count + 1 - limit) as { readonly address: string }[]
        for (const one of oldest) forget(chain, one.address)
        addAccount.run(chain, address, now)
      })
      return true
    },
    forgetUnasked(chain: CaipNetworkId, since: number): void {
      const rows = unasked.all(chain, since) as { readonly address: string }[]
      if (rows.length === 0) return
      together(() => {
        for (const { address } of rows) forget(chain, address)
      })
    },
    accounts: (chain: CaipNetworkId): ReadonlySet<Hex> =>
      new Set((accounts.all(chain) as { readonly address: Hex }[]).map(({ address }) => address)),
    /** `undefined` while not a block was read for it. */
    watched: (chain: CaipNetworkId, address: Hex) => watched.get(chain, address) as Watched | undefined,
    /** Those whose earlier history is still to be read, highest first. */
    unfinished: (chain: CaipNetworkId) => unfinished.all(chain) as Unfinished[],

    head: (chain: CaipNetworkId) => heads.get(chain) as Head | undefined,
    /** The newest first. */
    blocks: (chain: CaipNetworkId) => blocks.all(chain) as Head[],
    /** Begins to follow a chain, or goes on behind a gap that is not worth reading: the accounts are read back anew. */
    begin(chain: CaipNetworkId, head: Head): void {
      together(() => {
        dropBlocksAbove.run(chain, -1)
        addBlock.run(chain, head.number, head.hash)
        setHead.run(chain, head.number)
        resetAccounts.run(chain)
      })
    },
    /** Gives accounts that are new their range: from above the head down, over so many blocks. */
    place: (chain: CaipNetworkId, { number, hash }: Head, time: number, depth: number) =>
      void beginAccounts.run(number + 1, hash, time, Math.max(number + 1 - depth, 0), chain),
    /** Notes what was read above the head. */
    extend(chain: CaipNetworkId, added: readonly Head[], found: readonly AccountEntry[]): void {
      const head = added.at(-1)
      if (head === undefined) return
      together(() => {
        addEntries(chain, found)
        addBlocks(chain, added, head.number)
        setHead.run(chain, head.number)
      })
    },
    /** Notes what was read below what was known of some accounts. */
    fill(chain: CaipNetworkId, { added, found, addresses, lowest, head }: Filling): void {
      together(() => {
        addEntries(chain, found)
        addBlocks(chain, added, head)
        const { number, parentHash, timestamp } = lowest
        for (const address of addresses) setLow.run(number, parentHash, timestamp, chain, address)
      })
    },
    /** Forgets what accounts did, to read it anew. */
    reread(chain: CaipNetworkId, addresses: readonly Hex[]): void {
      together(() => {
        for (const address of addresses) {
          resetAccount.run(chain, address)
          dropEntriesOf.run(chain, address)
          dropCollectiblesOf.run(chain, address)
        }
      })
    },
    /** Takes back what was read above a block that is still the chain's. */
    rollBack(chain: CaipNetworkId, number: number): void {
      together(() => {
        dropEntriesAbove.run(chain, number)
        dropCollectiblesAbove.run(chain, number)
        dropBlocksAbove.run(chain, number)
        lowerLow.run(chain, number + 1)
        setHead.run(chain, number)
      })
    },
    /** Forgets a chain that is another one now; who is watched stays. */
    restart(chain: CaipNetworkId): void {
      together(() => {
        dropEntriesAbove.run(chain, -1)
        dropCollectiblesAbove.run(chain, -1)
        dropBlocksAbove.run(chain, -1)
        dropFacts.run(chain)
        dropHead.run(chain)
        resetAccounts.run(chain)
      })
    },

    /** The newest first, only such as come after a place. */
    entries: (chain: CaipNetworkId, account: Hex, before: Place, limit: number): readonly Entry[] =>
      (
        entries.all(chain, account, before.minedAt, before.block, before.index, limit) as { data: string }[]
      ).map(({ data }) => JSON.parse(data) as Entry),
    /** What came to an account, the last first. */
    collectibles: (chain: CaipNetworkId, account: Hex, limit: number) =>
      collectibles.all(chain, account, limit) as Collectible[],
    facts: (chain: CaipNetworkId, token: Hex) => facts.get(chain, token) as Facts | undefined,
    addFacts: (chain: CaipNetworkId, token: Hex, { name, symbol, decimals }: Facts) =>
      void addFacts.run(chain, token, name, symbol, decimals),
    close: () => void database.close(),
  }
}

type Unfinished = Pick<Watched, 'low' | 'first'> & {
  readonly address: Hex
  /** The hash of the block below the lowest that is known. */
  readonly lowParent: Hex
}

type Filling = {
  readonly added: readonly Head[]
  readonly found: readonly AccountEntry[]
  readonly addresses: readonly Hex[]
  readonly lowest: Header
  readonly head: number
}
