import type { Adapter } from '../../core/adapter.js'
import type { Clock } from '../../core/clock.js'
import type { ConnectorEvent, ConnectorInfo } from '../../core/connector.js'
import type { Emitter } from '../../core/emitter.js'
import type { FrameClient } from '../../core/FrameClient.js'
import type { Storage } from '../../core/storage.js'
import type { Namespace } from '../../protocol/caip.js'
import type { LoginWay } from '../../protocol/embeddedItems.js'
import type { FramePayload, FrameUser } from '../../protocol/frame/messages.js'

/** What the connector needs of the kit. */
export type EmbeddedContext = {
  readonly info: ConnectorInfo
  readonly events: Emitter<ConnectorEvent>
  readonly frame: FrameClient
  readonly clock: Clock
  readonly storage: Storage
  readonly adapters: ReadonlyMap<Namespace, Adapter>
  /** The account type that the visitor or the host prefers in a chain family; the wallet decides if nobody does. */
  readonly preferredType: (
    namespace: Namespace,
  ) => NonNullable<FramePayload<'GET_USER'>>['preferredAccountType']
  /** How the visitor has logged in, if that is known. */
  readonly way: () => LoginWay | undefined
  /** Called with what the wallet says of the one who has logged in. */
  readonly onUser: (namespace: Namespace, user: FrameUser) => void
  /** Called when nobody is logged in any more. */
  readonly onGone: () => void
}
