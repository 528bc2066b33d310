/** What a surface keeps in this browser, by name. Values are structured clones: keys that cannot leave the browser, too. */
export type Kept = {
  /** Whether what is kept outlives the page. */
  readonly isLasting: boolean
  get(name: string): Promise<unknown>
  set(name: string, value: unknown): Promise<void>
  /** Stores a value unless there is one, and returns the one that is stored: two tabs may do so at once. */
  ensure<value>(name: string, make: () => Promise<value>): Promise<value>
  remove(...names: readonly string[]): Promise<void>
}

const databaseName = 'latchkey-wallet'
const storeName = 'kept'

/** Opens the storage of this origin; in memory if the browser has none for this page, as in an iframe on another site. */
export async function openKept(): Promise<Kept> {
  try {
    const database = await openDatabase()
    const kept = keptIn(database)
    // Some browsers open a database and refuse to write to it.
    await kept.set('probe', Date.now())
    return kept
  } catch {
    return inMemory()
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('blocked'))
  })
}

function keptIn(database: IDBDatabase): Kept {
  function run<value>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<value> | undefined,
  ): Promise<value | undefined> {
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      const request = work(transaction.objectStore(storeName))
      transaction.oncomplete = () => resolve(request?.result)
      transaction.onabort = () => reject(transaction.error)
    })
  }
  return {
    isLasting: true,
    get: (name) => run('readonly', (store) => store.get(name)),
    async set(name, value) {
      await run('readwrite', (store) => store.put(value, name))
    },
    async ensure(name, make) {
      const made = await make()
      let stored: unknown
      await run('readwrite', (store) => {
        const before = store.get(name)
        before.onsuccess = () => {
          stored = before.result ?? made
          if (before.result === undefined) store.put(made, name)
        }
        return undefined
      })
      return stored as typeof made
    },
    async remove(...names) {
      await run('readwrite', (store) => {
        for (const name of names) store.delete(name)
        return undefined
      })
    },
  }
}

/** Keeps values for as long as the page lives. */
function inMemory(): Kept {
  const values = new Map<string, unknown>()
  return {
    isLasting: false,
    get: async (name) => values.get(name),
    async set(name, value) {
      values.set(name, value)
    },
    async ensure(name, make) {
      if (!values.has(name)) values.set(name, await make())
      return values.get(name) as Awaited<ReturnType<typeof make>>
    },
    async remove(...names) {
      for (const name of names) values.delete(name)
    },
  }
}
