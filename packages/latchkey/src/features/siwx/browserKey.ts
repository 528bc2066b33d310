import { accountError } from '../../protocol/accountErrors.js'

/** A key that signs proofs (ECDSA P-256); its private half cannot be taken out of the browser. */
export type BrowserKey = {
  readonly privateKey: CryptoKey
  /** The public half, as it stands in proofs (RFC 7517). */
  readonly jwk: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
}

const databaseName = 'latchkey'
const storeName = 'keys'
const keyName = 'proof'

let held: Promise<BrowserKey> | undefined

/**
 * The key of this browser and this origin. The first sign-in makes it and stores it in IndexedDB, which can hold a key
 * that scripts use but cannot read. If IndexedDB is blocked, the key lives as long as the page.
 *
 * @throws `PAGE_NOT_SECURE`: browsers offer keys only to pages over https or on localhost.
 */
export function browserKey(): Promise<BrowserKey> {
  held ??= findKey().catch((error: unknown) => {
    held = undefined
    throw error
  })
  return held
}

/** Makes a key, without storing it. */
export async function createKey(): Promise<BrowserKey> {
  const { subtle } = globalThis.crypto ?? {}
  if (subtle === undefined) throw accountError('PAGE_NOT_SECURE')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const { privateKey, publicKey } = await subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const { x = '', y = '' } = await subtle.exportKey('jwk', publicKey)
  return { privateKey, jwk: { kty: 'EC', crv: 'P-256', x, y } }
}

/** The stored key, or a new one. */
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
    // IndexedDB is blocked, full or missing, as in a private window: the visitor stays signed in until the page goes.
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

/** Stores the key unless there is one already, in one transaction, because two tabs may do so at once. */
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
