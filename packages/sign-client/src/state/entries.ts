import { isTopic } from '../crypto/keys.js'
import { readTexts } from '../protocol/read.js'
import { SignError } from '../SignError.js'
import { type Entry, readEntry } from './Entry.js'
import type { Tabs } from './tabs.js'
import type { Vault } from './vault.js'

/**
 * The topics that this client and its other tabs follow. The storage is authoritative; the copy in memory is for
 * synchronous reads, and reflects the last change that this tab knows of.
 */
export type Entries = {
  get(topic: string): Entry | undefined
  all(): readonly Entry[]
  /**
   * Changes entries while no other tab does. Never nest it: the inner call would wait for the outer one. So call
   * functions that take a transaction inside, and all others outside.
   */
  exclusive<value>(task: (transaction: Transaction) => Promise<value>): Promise<value>
  /** Reads an entry again after another tab changed it. */
  refresh(topic: string): Promise<Entry | undefined>
  /** Reads all entries again. */
  reload(): Promise<void>
}

export type Transaction = {
  /** Reads the current value from the storage. */
  get(topic: string): Promise<Entry | undefined>
  /** @throws `LIMIT_REACHED` */
  put(entry: Entry): Promise<void>
  remove(topic: string): Promise<void>
}

export declare namespace createEntries {
  type Parameters = {
    readonly vault: Vault
    readonly tabs: Tabs
    /** Called after every change of the copy in memory. */
    readonly onChange: () => void
  }
}

/** The relay's batch limit for subscriptions, which also bounds the storage. */
const limit = 500

const indexName = 'topics'
const nameOf = (topic: string) => `topic.${topic}`

export function createEntries({ vault, tabs, onChange }: createEntries.Parameters): Entries {
  const known = new Map<string, Entry>()

  const readIndex = async () => (await vault.read(indexName, readTopics)) ?? []

  // The order of the two writes matters: an index that names a missing entry is repaired at the next start, but an
  // entry that the index does not name would stay for ever.
  const transaction: Transaction = {
    async get(topic) {
      const entry = await vault.read(nameOf(topic), readEntry)
      // A removed entry stays known until this tab has reported its end.
      if (entry !== undefined && known.has(topic)) known.set(topic, entry)
      return entry
    },

    async put(entry) {
      const topics = await readIndex()
      if (!topics.includes(entry.topic)) {
        if (topics.length >= limit) throw new SignError('LIMIT_REACHED', { details: `${limit} topics` })
        await vault.write(indexName, [...topics, entry.topic])
      }
      await vault.write(nameOf(entry.topic), entry)
      known.set(entry.topic, entry)
      onChange()
    },

    async remove(topic) {
      await vault.write(nameOf(topic), undefined)
      const topics = await readIndex()
      if (topics.includes(topic)) {
        const rest = topics.filter((other) => other !== topic)
        await vault.write(indexName, rest.length === 0 ? undefined : rest)
      }
      if (known.delete(topic)) onChange()
    },
  }

  return {
    get: (topic) => known.get(topic),
    all: () => [...known.values()],
    exclusive: (task) => tabs.exclusive(() => task(transaction)),

    async refresh(topic) {
      const entry = await transaction.get(topic)
      if (entry !== undefined) known.set(topic, entry)
      if (entry !== undefined || known.delete(topic)) onChange()
      return entry
    },

    reload: () =>
      tabs.exclusive(async () => {
        const topics = await readIndex()
        const found: Entry[] = []
        for (const topic of topics) {
          const entry = await transaction.get(topic)
          if (entry !== undefined) found.push(entry)
        }
        // What a failing storage does not return may be there all the same.
        if (vault.isWell() && found.length < topics.length) {
          await vault.write(
            indexName,
            found.map(({ topic }) => topic),
          )
        }
        // Synchronous, so that no reader sees a partial state.
        known.clear()
        for (const entry of found) known.set(entry.topic, entry)
        onChange()
      }),
  }
}

function readTopics(value: unknown): readonly string[] | undefined {
  return readTexts(value, limit, isTopic)
}
