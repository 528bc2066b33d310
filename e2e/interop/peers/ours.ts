import { createSignClient, type SignClient } from '@latchkey/sign-client'
import { createWalletClient, type WalletClient } from '@latchkey/sign-client/wallet'
import { WebSocket } from 'ws'

type Options = Partial<Parameters<typeof createSignClient>[0]> & { readonly relayUrl: string }

function metadataOf(name: string) {
  return { name, description: `${name} of the tests`, url: `https://${name}.example`, icons: [] }
}

// Node 20 has no WebSocket.
const webSocket = WebSocket as unknown as NonNullable<Options['webSocket']>

export function createOurApp(options: Options): SignClient {
  return createSignClient({ metadata: metadataOf('our-app'), projectId: 'interop', webSocket, ...options })
}

export function createOurWallet(options: Options): WalletClient {
  return createWalletClient({
    metadata: metadataOf('our-wallet'),
    projectId: 'interop',
    webSocket,
    ...options,
  })
}

type Listening = { on(name: never, listener: (payload: never) => void): unknown; off?: unknown }

/** Resolves with the next event of that name; rejects after five seconds without one. */
export function next<payload>(client: Listening, name: string): Promise<payload> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${name}`)), 5_000)
    client.on(name as never, (payload: never) => {
      clearTimeout(timer)
      resolve(payload)
    })
  })
}
