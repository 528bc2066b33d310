import { type CaipNetworkId, isNetworkId, type Namespace, namespaces } from './caip.js'
import { isRecord } from './checks.js'

/**
 * Something the kit keeps between page loads (spec §3 "Locally persisted keys"): its name in the browser's storage, how
 * to read it, and the version of what it means. A stored value that cannot be read is put aside and counts as absent.
 * Change the meaning of an item: raise its version.
 */
export type StorageItem<value> = {
  readonly name: `latchkey.${string}`
  readonly version: number
  /** The value, if it is one; `undefined` otherwise. */
  readonly read: (value: unknown) => value | undefined
}

export type StoredConnection = {
  readonly connectorId: string
  /** What identified the wallet when the visitor chose it; a wallet that no longer matches is not restored. */
  readonly fingerprint?: string | undefined
  /** The account that the visitor uses in place of the wallet's own choice, `over`. */
  readonly chosen?: { readonly address: string; readonly over: string } | undefined
}

export type StoredConnections = { readonly [namespace in Namespace]?: StoredConnection }

/** Which connector each connected namespace uses; an absent namespace is disconnected. */
export const connectionsItem: StorageItem<StoredConnections> = {
  name: 'latchkey.connections',
  version: 1,
  read(value) {
    if (!isRecord(value)) return undefined
    const entries = namespaces.flatMap((namespace) => {
      const entry = readConnection(value[namespace])
      return entry === undefined ? [] : [[namespace, entry] as const]
    })
    return Object.fromEntries(entries)
  },
}

/** The account of each connected namespace, for a server that renders the page; kept only where it is sent to one. */
export const rememberedItem: StorageItem<{ readonly [namespace in Namespace]?: string }> = {
  name: 'latchkey.accounts',
  version: 1,
  read(value) {
    if (!isRecord(value)) return undefined
    const entries = namespaces.map((namespace) => [namespace, value[namespace]] as const)
    return Object.fromEntries(entries.filter(([, address]) => isShortText(address)))
  },
}

/** The network the visitor last chose. */
export const activeNetworkItem: StorageItem<CaipNetworkId> = {
  name: 'latchkey.activeNetworkId',
  version: 1,
  read: (value) => (isNetworkId(value) ? value : undefined),
}

/** The link that brings the connected wallet's app to the front, and its name. */
export const deepLinkItem: StorageItem<{ readonly href: string; readonly name: string }> = {
  name: 'latchkey.deepLink',
  version: 1,
  read: (value) =>
    isRecord(value) && isShortText(value.href) && isShortText(value.name)
      ? { href: value.href, name: value.name }
      : undefined,
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

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 300
}
