import type { Metadata, WalletClient, WebSocketConstructor } from '@latchkey/sign-client/wallet'
import type { Clock } from '../../core/clock.js'

export declare namespace createPeerClient {
  type Parameters = {
    /** The relay that the app uses too: `wss://…`. */
    readonly relayUrl: string
    readonly projectId?: string | undefined
    /** @default 'Test wallet' */
    readonly name?: string | undefined
    /** Links with which an app brings this wallet to the front of a phone. */
    readonly redirect?: Metadata['redirect'] | undefined
    readonly clock?: Clock | undefined
    /** Default: the global `WebSocket`, which Node has since version 22. On older versions pass the one of `ws`. */
    readonly webSocket?: WebSocketConstructor | undefined
  }
}

/**
 * The client of a scripted wallet.
 *
 * @throws `TypeError` where there is no WebSocket: the wallet would never answer, and nothing would say why.
 */
export async function createPeerClient({
  relayUrl,
  projectId,
  name = 'Test wallet',
  redirect,
  clock,
  webSocket,
}: createPeerClient.Parameters): Promise<WalletClient> {
  if (webSocket === undefined && globalThis.WebSocket === undefined) {
    throw new TypeError('There is no global WebSocket: pass `webSocket`, such as that of the package ws.')
  }
  const { createWalletClient, memoryStorage, singleTab } = await import('@latchkey/sign-client/wallet')
  return createWalletClient({
    relayUrl,
    projectId,
    clock,
    webSocket,
    metadata: {
      name,
      description: 'A wallet for tests.',
      url: 'https://wallet.example',
      icons: [],
      redirect,
    },
    // A separate storage, even if it runs in the app's page.
    storage: memoryStorage(),
    tabs: singleTab(),
    watchWake: () => () => {},
  })
}
