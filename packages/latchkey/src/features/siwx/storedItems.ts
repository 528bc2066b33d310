import type { SiwxSession } from '../../core/siwx.js'
import { isRecord } from '../../protocol/checks.js'
import type { StorageItem } from '../../protocol/storageItems.js'

// `localSiwx` and `serverSiwx` keep these in a storage of the host's choice. The kit only listens for changes, if it is
// the same storage as its own.

/** The signed messages of `localSiwx`. Invalid entries of the list are left out. */
export const siwxSessionsItem: StorageItem<readonly SiwxSession[]> = {
  name: 'latchkey.siwx',
  version: 1,
  isSecret: true,
  read: (value) => (Array.isArray(value) ? value.filter(isSession) : undefined),
}

/** The tokens of one session. */
export type AuthTokens = {
  readonly token: string
  readonly refreshToken: string
  /** When `token` expires, in epoch milliseconds by this browser's clock. */
  readonly until: number
}

/** The tokens that `serverSiwx` keeps, by CAIP address. */
export const authTokensItem: StorageItem<{ readonly [account: string]: AuthTokens | undefined }> = {
  name: 'latchkey.siwxToken',
  version: 1,
  isSecret: true,
  read: (value) =>
    isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).filter((entry): entry is [string, AuthTokens] => isTokens(entry[1])),
        )
      : undefined,
}

/** The items that another tab changes when a visitor signs in or out there. */
export const siwxItems: readonly StorageItem<unknown>[] = [siwxSessionsItem, authTokensItem]

function isSession(value: unknown): value is SiwxSession {
  if (!isRecord(value) || typeof value.message !== 'string' || typeof value.signature !== 'string')
    return false
  const { data } = value
  return isRecord(data) && typeof data.accountAddress === 'string' && typeof data.chainId === 'string'
}

function isTokens(value: unknown): value is AuthTokens {
  if (!isRecord(value)) return false
  const { token, refreshToken, until } = value
  const isToken = (text: unknown) => typeof text === 'string' && /^[\w.~+/-]{16,4096}$/.test(text)
  return isToken(token) && isToken(refreshToken) && typeof until === 'number'
}
