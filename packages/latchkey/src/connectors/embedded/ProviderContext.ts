import type { NamespaceSession } from '../../core/connector.js'
import type { CaipNetworkId, Namespace } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import type { Consents } from './createConsents.js'
import type { EmbeddedContext } from './EmbeddedContext.js'

/** What the providers of the embedded wallet need of its connector. */
export type ProviderContext = EmbeddedContext & {
  readonly consents: Consents
  /** The host's networks. */
  readonly networks: () => readonly Network[]
  /** What the session grants for a chain family; `undefined` where it has ended. */
  readonly granted: (namespace: Namespace) => NamespaceSession | undefined
  readonly switchTo: (networkId: CaipNetworkId) => Promise<void>
}
