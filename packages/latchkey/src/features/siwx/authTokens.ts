import { createStorage, type StorageBackend } from '../../core/storage.js'
import { type AuthTokens, authTokensItem } from './storedItems.js'

/** The tokens that this browser keeps, by CAIP address. Without the browser's key they are worth nothing. */
export function createAuthTokens(backend: StorageBackend) {
  const storage = createStorage(backend)
  const read = () => storage.read(authTokensItem) ?? {}
  return {
    read,
    /** Sets or removes the tokens of the given accounts; those of other accounts stay. */
    keep(changed: { readonly [account: string]: AuthTokens | undefined }) {
      const kept = Object.entries({ ...read(), ...changed }).filter(([, tokens]) => tokens !== undefined)
      storage.write(authTokensItem, kept.length === 0 ? undefined : Object.fromEntries(kept))
    },
  }
}
