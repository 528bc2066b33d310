import { accountError } from '../../protocol/accountErrors.js'

/** A key that signs proofs (ECDSA P-256); its private half cannot be taken out of the browser. */
export type BrowserKey = {
  readonly privateKey: CryptoKey
  /** The public half as proofs carry it (RFC 7517). */
  readonly jwk: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
}

const databaseName = 'latchkey'
const storeName = 'keys'
const keyName = 'proof'

let held: Promise<BrowserKey> | undefined

/**
 * The key of this browser and this origin: made at the first sign-in, and kept in IndexedDB, which holds a key that
 * scripts can use and not read. Where IndexedDB is blocked the key lives as long as the page.
 *
 * @throws `PAGE_NOT_SECURE`: browsers give pages keys over https and on this machine alone.
 */
export function browserKey(): Promise<BrowserKey> {
  held ??= findKey().catch((error: unknown) => {
    held = undefined
    throw error
  })
  return held
}

/** A key that nothing keeps. */
export async function createKey(): Promise<BrowserKey> {
  const { subtle } = globalThis.crypto ?? {}
  if (subtle === undefined) throw accountError('PAGE_NOT_SECURE')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const { privateKey, publicKey } = await subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const { x = '', y = '' } = await subtle.exportKey('jwk', publicKey)
  return { privateKey, jwk: { kty: 'EC', crv: 'P-256', x, y } }
}

/** The key that is kept, or a new one. */
export async function findKey(): Promise<BrowserKey> {
  const made = await createKey()
  try {
    const database = await openDatabase()
    try {
      return await keepFirst(database, made)
    } finally {
      database.close()
    }
  } catch {
    // Blocked, full, or not there, as in a private window: signed in until the page goes.
    return made
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

/** Two tabs may come at once: within one transaction, the key that is there stays. */
function keepFirst(database: IDBDatabase, made: BrowserKey): Promise<BrowserKey> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(storeName, 'readwrite')
    const store = transaction.objectStore(storeName)
    const kept = store.get(keyName)
    kept.onsuccess = () => {
      if (!isKey(kept.result)) store.put(made, keyName)
    }
    transaction.oncomplete = () => resolve(isKey(kept.result) ? kept.result : made)
    transaction.onabort = () => reject(transaction.error)
  })
}

function isKey(value: unknown): value is BrowserKey {
  return typeof value === 'object' && value !== null && 'privateKey' in value && 'jwk' in value
}
