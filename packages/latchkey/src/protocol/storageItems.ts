import { type CaipNetworkId, isNamespace, isNetworkId, type Namespace } from './caip.js'
import { isRecord } from './checks.js'
import type { StorageRow } from './storageFacts.js'

/**
 * An item that the kit stores between page loads (spec §3 "Locally persisted keys"): its name in the browser's storage,
 * its reader, and the version of its meaning, equal to its row of `storageFacts`. A stored value that cannot be read is
 * moved to quarantine and counts as absent. If an item's meaning changes, raise its version, in the row too.
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

/** No browser has wallets of so many families; the kit did not write further entries. */
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
