import type { ConnectorEvent, ConnectorInfo } from '../core/connector.js'
import type { Emitter } from '../core/emitter.js'
import type { Kit } from '../features/Kit.js'
import { lastFocus } from '../features/modal/lastFocus.js'
import { activeNetworkId } from '../features/network/state.js'
import { createFrameClient } from '../frame/createFrameClient.js'
import { createFramePage } from '../frame/createFramePage.js'
import { followFocus } from '../frame/followFocus.js'
import { frameAddress } from '../frame/frameAddress.js'
import { randomId } from '../frame/randomId.js'
import { version } from '../protocol/version.js'
import { type Joined, joinFrame } from './joinFrame.js'

type Parameters = {
  readonly url: string
  readonly hash?: string | undefined
  readonly info: ConnectorInfo
  readonly events: Emitter<ConnectorEvent>
}

/** Makes the client of the wallet's frame, and joins it to the kit. */
export function openEmbedded(kit: Kit, { url, hash, info, events }: Parameters): Joined {
  const { clock, config, slots } = kit
  slots.onStop(followFocus((target) => void slots.set(lastFocus, target)))
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
  return joinFrame(kit, { client, info, events })
}
