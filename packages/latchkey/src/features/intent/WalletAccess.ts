import type { Namespace } from '../../protocol/caip.js'
import type { Eip1193Provider } from '../../protocol/Eip1193Provider.js'

/** The wallet that a guarded provider stands in front of. */
export type WalletAccess = {
  readonly provider: Eip1193Provider
  readonly namespace: Namespace
  readonly connectorId: string
}

/** What an app asks a provider for. */
export type AppRequest = { readonly method: string; readonly params?: unknown }
