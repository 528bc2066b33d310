import * as v from 'valibot'
import { type CaipNetworkId, isNamespace, isNetworkId, type Namespace } from './caip.js'
import { walletSchema } from './entities/Wallet.js'

/**
 * Something the kit keeps between page loads (spec §3 "Locally persisted keys"): its name in the browser's storage,
 * its schema, and the version of that schema. A stored value that does not fit is put aside and counts as absent.
 * Change a schema's meaning: raise its version.
 */
export type StorageItem<value> = {
  readonly name: `latchkey.${string}`
  readonly version: number
  readonly schema: v.GenericSchema<unknown, value>
}

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(300))

/** Which connector each connected namespace uses; an absent namespace is disconnected. */
export const connectionsItem: StorageItem<{ readonly [namespace in Namespace]?: StoredConnection }> = {
  name: 'latchkey.connections',
  version: 1,
  schema: v.record(
    v.custom<Namespace>(isNamespace),
    v.object({ connectorId: text, fingerprint: v.optional(text) }),
  ),
}

export type StoredConnection = {
  readonly connectorId: string
  /** What identified the wallet when the visitor chose it; a wallet that no longer matches is not restored. */
  readonly fingerprint?: string | undefined
}

/** The network the visitor last chose. */
export const activeNetworkItem: StorageItem<CaipNetworkId> = {
  name: 'latchkey.activeNetworkId',
  version: 1,
  schema: v.custom<CaipNetworkId>(isNetworkId),
}

/** The wallets last connected with, newest first. */
export const recentWalletsItem = {
  name: 'latchkey.recentWallets',
  version: 1,
  schema: v.array(walletSchema),
} as const satisfies StorageItem<unknown>

/** The link that brings the connected wallet's app to the front, and its name. */
export const deepLinkItem: StorageItem<{ readonly href: string; readonly name: string }> = {
  name: 'latchkey.deepLink',
  version: 1,
  schema: v.object({ href: text, name: text }),
}
