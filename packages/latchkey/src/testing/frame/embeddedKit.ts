import type { Config } from '../../core/Config.js'
import type { ConnectorEvent, ConnectorInfo } from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import { joinFrame } from '../../embedded/joinFrame.js'
import type { AttachedConnector } from '../../features/connection/AttachedConnector.js'
import { embeddedScreens } from '../../features/embedded/embeddedScreens.js'
import { embeddedSlot } from '../../features/embedded/embeddedWallet.js'
import { moreScreens } from '../../features/modal/moreScreens.js'
import type { KitEvent } from '../../protocol/events.js'
import { createTestKit, type TestKit } from '../createTestKit.js'
import { type FrameScript, type ScriptedFrameClient, scriptedFrameClient } from './scriptedFrameClient.js'

export const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/** What a frame answers in which alice has logged in by e-mail. */
export const alicesFrame = {
  GET_USER: ({ chainId }: { readonly chainId?: string }) => ({
    ...{ address: alice, chainId: chainId ?? 'eip155:1', email: 'alice@tidepool.example' },
    ...{ preferredAccountType: 'eoa', custody: 'self', isBackedUp: true },
    accounts: [{ type: 'eoa', address: alice }],
  }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: { smartAccountEnabledNetworks: [1] },
  IS_CONNECTED: { isConnected: true },
  SIGN_OUT: {},
} satisfies FrameScript

export type EmbeddedKit = {
  readonly kit: TestKit
  readonly frame: ScriptedFrameClient
  readonly events: readonly KitEvent[]
}

/**
 * A kit with the embedded wallet, without a frame: `script` answers in its place, over {@link alicesFrame}. The wallet's
 * rules and actions are the real ones.
 */
export function embeddedKit(script: FrameScript = {}, config: Partial<Config> = {}): EmbeddedKit {
  const frame = scriptedFrameClient({ ...alicesFrame, ...script })
  const kit = createTestKit({ ...config, connectors: [connectorOver(frame), ...(config.connectors ?? [])] })
  const events: KitEvent[] = []
  kit.events.subscribe((event) => void events.push(event))
  return { kit, frame, events }
}

function connectorOver(client: ScriptedFrameClient): AttachedConnector {
  const info: ConnectorInfo = {
    ...{ id: 'latchkey.embedded', type: 'AUTH', name: 'Wallet', namespaces: ['eip155', 'solana'] },
  }
  const events = createEmitter<ConnectorEvent>()
  let joined: ReturnType<typeof joinFrame> | undefined
  const connector = () => {
    if (joined === undefined) throw new Error('embeddedKit: not attached')
    return joined.connector
  }
  return {
    info,
    subscribe: events.subscribe,
    attach(kit) {
      kit.slots.set(moreScreens, embeddedScreens)
      kit.slots.set(embeddedSlot, {
        ...{ connectorId: info.id, url: 'https://wallet.example/' },
        client: async () => client,
        loadedClient: () => client,
      })
      joined = joinFrame(kit, { client, info, events })
    },
    connect: (parameters) => connector().connect(parameters),
    restore: (parameters) => connector().restore(parameters),
    disconnect: () => connector().disconnect(),
    switchNetwork: (network) => connector().switchNetwork(network),
    getProvider: (...asked) => connector().getProvider(...asked),
    abort: () => connector().abort?.(),
  }
}
