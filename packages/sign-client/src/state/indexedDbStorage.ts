import type { KeyValueStorage } from './KeyValueStorage.js'

const database = 'latchkey.sign'
const store = 'items'

/**
 * Returns the browser's IndexedDB as a storage. Unlike `localStorage`, it is consistent over tabs: what one tab has written
 * is what every other tab reads next, also where the tabs run in different processes (Indexed Database API 3.0,
 * "transaction scheduling").
 */
export function indexedDbStorage(): KeyValueStorage {
  let opened: Promise<IDBDatabase> | undefined

  async function run<value>(
    mode: IDBTransactionMode,
    act: (items: IDBObjectStore) => IDBRequest<value>,
    isSecondTry?: true,
  ): Promise<value> {
    opened ??= open()
    try {
      const transaction = (await opened).transaction(store, mode)
      const request = act(transaction.objectStore(store))
      // At once: otherwise a page that is frozen here would hold up the other tabs.
      transaction.commit()
      await done(transaction, 'complete')
      return request.result
    } catch (error) {
      // The browser may close a database at any time: when the visitor clears the site's data, or a phone sleeps.
      opened = undefined
      if (isSecondTry) throw error
      return run(mode, act, true)
    }
  }

  return {
    getItem: (name) => run('readonly', (items) => items.get(name)),
    setItem: (name, value) => run('readwrite', (items) => items.put(value, name)),
    removeItem: (name) => run('readwrite', (items) => items.delete(name)),
  }
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database)
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  await done(request, 'success')
  const { result } = request
  // Otherwise this page would block another that deletes the database.
  result.onversionchange = () => result.close()
  return result
}

function done(work: IDBRequest | IDBTransaction, event: 'success' | 'complete'): Promise<unknown> {
  return new Promise((resolve, reject) => {
    work.addEventListener(event, resolve)
    for (const end of ['error', 'abort']) work.addEventListener(end, () => reject(work.error))
  })
}
