import { type CaipNetworkId, isNamespace, isNetworkId, type Namespace } from './caip.js'
import { isRecord } from './checks.js'
import type { StorageRow } from './storageFacts.js'

/**
 * Something the kit keeps between page loads (spec §3 "Locally persisted keys"): its name in the browser's storage, how
 * to read it, and the version of what it means, as its row of `storageFacts` has them. A stored value that cannot be
 * read is put aside and counts as absent. Change the meaning of an item: raise its version, in the row too.
 */
export type StorageItem<value> = StorageRow & {
  /** The value, if it is one; `undefined` otherwise. */
  readonly read: (value: unknown) => value | undefined
}

export type StoredConnection = {
  readonly connectorId: string
  /** The wallet's identity when the visitor chose it; a wallet that no longer matches is not restored. */
  readonly fingerprint?: string | undefined
  /** The account that the visitor uses in place of the wallet's own choice, `over`. */
  readonly chosen?: { readonly address: string; readonly over: string } | undefined
}

export type StoredConnections = { readonly [namespace in Namespace]?: StoredConnection }

/** The connector of each connected namespace; an absent namespace is disconnected. */
export const connectionsItem: StorageItem<StoredConnections> = {
  name: 'latchkey.connections',
  version: 1,
  read(value) {
    if (!isRecord(value)) return undefined
    const entries = byNamespace(value).flatMap(([namespace, stored]) => {
      const entry = readConnection(stored)
      return entry === undefined ? [] : [[namespace, entry] as const]
    })
    return Object.fromEntries(entries)
  },
}

/** The network the visitor last chose. */
export const activeNetworkItem: StorageItem<CaipNetworkId> = {
  name: 'latchkey.activeNetworkId',
  version: 1,
  read: (value) => (isNetworkId(value) ? value : undefined),
}

/** No browser has wallets of so many families: what comes after was not written by the kit. */
const namespaceLimit = 32

/** Reads a stored value for each chain family, unchecked. */
export function byNamespace(value: { readonly [namespace: string]: unknown }) {
  return Object.entries(value)
    .filter(([namespace]) => isNamespace(namespace))
    .slice(0, namespaceLimit)
}

function readConnection(value: unknown): StoredConnection | undefined {
  if (!isRecord(value) || !isShortText(value.connectorId)) return undefined
  const { connectorId, fingerprint, chosen } = value
  const { address, over } = isRecord(chosen) ? chosen : {}
  return {
    connectorId,
    ...(isShortText(fingerprint) ? { fingerprint } : {}),
    ...(isShortText(address) && isShortText(over) ? { chosen: { address, over } } : {}),
  }
}

export function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 300
}
