import {
  createWalletClient,
  memoryStorage,
  type SessionNamespaces,
  singleTab,
  type WebSocketConstructor,
} from '@latchkey/sign-client/wallet'
import { WebSocket } from 'ws'
import { stack } from '../setup/stack.js'

/** A wallet on another device, on the stack's relay. It approves every proposal. */
export type RemoteDevice = {
  /** Pairs with the link of a QR code. */
  pair(uri: string): Promise<void>
  /** Returns the number of its sessions. */
  sessionCount(): number
  close(): Promise<void>
}

/** Opens a device whose wallet grants these accounts on both local chains. */
export async function openRemoteDevice(name: string, addresses: readonly string[]): Promise<RemoteDevice> {
  const client = createWalletClient({
    relayUrl: stack.relay,
    projectId: 'open',
    metadata: { name, description: 'A wallet for specs.', url: 'https://wallet.example', icons: [] },
    // Node 20 has no WebSocket.
    webSocket: WebSocket as unknown as WebSocketConstructor,
    storage: memoryStorage(),
    tabs: singleTab(),
    watchWake: () => () => {},
  })
  client.on('session_proposal', ({ id }) => {
    // The app may have withdrawn the proposal by now.
    client.approve({ id, namespaces: grantOf(addresses) }).catch(() => {})
  })
  await client.start()
  return {
    pair: async (uri) => void (await client.pair({ uri })),
    sessionCount: () => client.sessions().length,
    close: () => client.close(),
  }
}

function grantOf(addresses: readonly string[]): SessionNamespaces {
  const chains = ['eip155:31337', 'eip155:31338']
  return {
    eip155: {
      chains,
      accounts: chains.flatMap((chain) => addresses.map((address) => `${chain}:${address}`)),
      methods: ['personal_sign', 'eth_sendTransaction'],
      events: ['accountsChanged', 'chainChanged'],
    },
  }
}
