import type { StorageItem } from '../../protocol/storageItems.js'

// `localSiwx` and `serverSiwx` read and write these themselves, in a storage of the host's choice; the kit only listens,
// where it is the same storage as its own.

const sessions: StorageItem<unknown> = { name: 'latchkey.siwx', version: 1, read: (value) => value }
const token: StorageItem<unknown> = { name: 'latchkey.siwxToken', version: 1, read: (value) => value }

/** What another tab changes when a visitor signs in or out there. */
export const siwxItems: readonly StorageItem<unknown>[] = [sessions, token]
