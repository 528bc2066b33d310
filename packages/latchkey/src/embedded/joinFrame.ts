import { createEmbeddedConnector } from '../connectors/embedded/createEmbeddedConnector.js'
import type { Connector, ConnectorEvent, ConnectorInfo } from '../core/connector.js'
import type { Emitter } from '../core/emitter.js'
import type { FrameClient } from '../core/FrameClient.js'
import { forgetUser, takeUser } from '../features/embedded/embeddedUser.js'
import { followFrame } from '../features/embedded/followFrame.js'
import type { Kit } from '../features/Kit.js'
import { type LoginWay, loginItem } from '../protocol/embeddedItems.js'

type Parameters = {
  readonly client: FrameClient
  readonly info: ConnectorInfo
  readonly events: Emitter<ConnectorEvent>
}

/** The embedded wallet in use. */
export type Joined = {
  readonly client: FrameClient
  readonly connector: Omit<Connector, 'info' | 'subscribe'>
  stop(): void
}

/** Joins a frame's client to the kit: the connector over it, and what the kit makes of the frame's news. */
export function joinFrame(kit: Kit, { client, info, events }: Parameters): Joined {
  const { clock, config, storage, adapters } = kit
  const connector = createEmbeddedConnector({
    info,
    events,
    frame: client,
    clock,
    storage,
    adapters,
    preferredType(namespace) {
      const preferred =
        storage.read(loginItem)?.accountTypes?.[namespace] ?? config.defaultAccountTypes?.[namespace]
      return preferred === 'eoa' || preferred === 'smartAccount' ? preferred : undefined
    },
    way: (): LoginWay | undefined =>
      kit.store.getState().embedded?.login?.way ?? storage.read(loginItem)?.way,
    onUser: (namespace, user) => takeUser(kit, namespace, user),
    onGone: () => forgetUser(kit),
  })
  const stopFollowing = followFrame(kit, client)
  return {
    client,
    connector,
    stop() {
      stopFollowing()
      client.stop()
    },
  }
}
