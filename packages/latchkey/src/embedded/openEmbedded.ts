import { createEmbeddedConnector } from '../connectors/embedded/createEmbeddedConnector.js'
import type { Connector, ConnectorEvent, ConnectorInfo } from '../core/connector.js'
import type { Emitter } from '../core/emitter.js'
import type { FrameClient } from '../core/FrameClient.js'
import { forgetUser, takeUser } from '../features/embedded/embeddedUser.js'
import { followFrame } from '../features/embedded/followFrame.js'
import type { Kit } from '../features/Kit.js'
import { activeNetworkId } from '../features/network/state.js'
import { createFrameClient } from '../frame/createFrameClient.js'
import { createFramePage } from '../frame/createFramePage.js'
import { frameAddress } from '../frame/frameAddress.js'
import { randomId } from '../frame/randomId.js'
import { type LoginWay, loginItem } from '../protocol/embeddedItems.js'
import { version } from '../protocol/version.js'

type Parameters = {
  readonly url: string
  readonly hash?: string | undefined
  readonly info: ConnectorInfo
  readonly events: Emitter<ConnectorEvent>
}

/** The embedded wallet in use. */
export type Opened = {
  readonly client: FrameClient
  readonly connector: Omit<Connector, 'info' | 'subscribe'>
  stop(): void
}

/** Joins the frame, the connector over it, and what the kit makes of the frame's news. */
export function openEmbedded(kit: Kit, { url, hash, info, events }: Parameters): Opened {
  const { clock, config, storage, adapters } = kit
  const projectId = config.projectId ?? ''
  const client = createFrameClient({
    address: frameAddress({
      url,
      hash,
      projectId,
      chainId: activeNetworkId(kit.store.getState()),
      enableLogger: config.enableAuthLogger === true,
    }),
    page: createFramePage(),
    clock,
    projectId,
    sdk: `latchkey-${version}`,
    hash,
    wallet: info.name,
    newId: randomId,
  })
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
