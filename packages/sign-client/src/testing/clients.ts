import type { ClientOptions } from '../client/createCore.js'
import { createSignClient, type SignClient } from '../client/createSignClient.js'
import type { AllEvents, AppEvents, WalletEvents } from '../client/events.js'
import type { Metadata } from '../protocol/metadata.js'
import type { Session } from '../protocol/Session.js'
import { type KeyValueStorage, memoryStorage } from '../state/KeyValueStorage.js'
import { createWalletClient, type WalletClient } from '../wallet/createWalletClient.js'
import { createFakeClock, type FakeClock, settled } from './fakeClock.js'
import { createMemoryRelay, type MemoryRelay } from './memoryRelay.js'

export const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'

export const asked = {
  eip155: {
    chains: ['eip155:1', 'eip155:10'],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['chainChanged', 'accountsChanged'],
  },
}

export const granted = {
  eip155: {
    accounts: [`eip155:1:${address}`],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['chainChanged', 'accountsChanged'],
  },
}

export function metadataOf(name: string): Metadata {
  return { name, description: '', url: `https://${name}.example`, icons: [] }
}

/** A relay and clients, all in memory and on one test clock. */
export type World = {
  readonly clock: FakeClock
  readonly relay: MemoryRelay
  app(options?: Partial<ClientOptions>): SignClient
  wallet(options?: Partial<ClientOptions>): WalletClient
  /** Creates a wallet that grants every request and signs with `0x51`. */
  agreeableWallet(options?: Partial<ClientOptions>): Promise<WalletClient>
  /** Creates an app and an agreeable wallet with a session. */
  connected(options?: {
    readonly app?: Partial<ClientOptions>
    readonly wallet?: Partial<ClientOptions>
  }): Promise<{ app: SignClient; wallet: WalletClient; session: Session }>
  close(): Promise<void>
}

export function createWorld(): World {
  const clock = createFakeClock()
  const relay = createMemoryRelay({ clock })
  const clients: { close(): Promise<void> }[] = []
  const common = (name: string): ClientOptions => ({
    relayUrl: relay.url,
    metadata: metadataOf(name),
    clock,
    webSocket: relay.webSocket,
    storage: memoryStorage(),
  })
  const world: World = {
    clock,
    relay,
    app(options = {}) {
      const client = createSignClient({ ...common('app'), ...options })
      clients.push(client)
      return client
    },
    wallet(options = {}) {
      const client = createWalletClient({ ...common('wallet'), ...options })
      clients.push(client)
      return client
    },
    async agreeableWallet(options = {}) {
      const wallet = world.wallet(options)
      wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: granted }))
      wallet.on('session_request', ({ topic, id }) => void wallet.respond({ topic, id, result: '0x51' }))
      await wallet.start()
      return wallet
    },
    async connected(options = {}) {
      const wallet = await world.agreeableWallet(options.wallet)
      const app = world.app(options.app)
      const { uri, approval } = app.connect({ namespaces: asked })
      await wallet.pair({ uri })
      const session = await approval
      return { app, wallet, session }
    },
    async close() {
      const closing = Promise.all(clients.map((client) => client.close()))
      // Some tests leave a storage that never answers.
      await settled()
      await clock.advance(5_000)
      await closing
    },
  }
  return world
}

/** Creates a storage whose contents are visible and whose calls can fail on demand. */
export function createTestStorage(): KeyValueStorage & {
  readonly entries: Map<string, string>
  failure: 'none' | 'read' | 'write' | 'all' | 'hang'
} {
  const entries = new Map<string, string>()
  const storage = {
    entries,
    failure: 'none' as 'none' | 'read' | 'write' | 'all' | 'hang',
    getItem(name: string) {
      if (storage.failure === 'hang') return new Promise<string | null>(() => {})
      if (storage.failure === 'read' || storage.failure === 'all') throw new Error('SecurityError')
      return entries.get(name) ?? null
    },
    setItem(name: string, value: string) {
      if (storage.failure === 'hang') return new Promise<void>(() => {})
      if (storage.failure === 'write' || storage.failure === 'all') throw new Error('QuotaExceededError')
      entries.set(name, value)
    },
    removeItem(name: string) {
      if (storage.failure === 'hang') return new Promise<void>(() => {})
      if (storage.failure === 'all') throw new Error('SecurityError')
      entries.delete(name)
    },
  }
  return storage
}

type EventsOf<client> = client extends WalletClient ? WalletEvents : AppEvents

/** Records a client's events. */
export function record<
  client extends SignClient | WalletClient,
  name extends keyof EventsOf<client> & keyof AllEvents,
>(client: client, ...names: readonly name[]): { readonly name: name; readonly payload: AllEvents[name] }[] {
  const heard: { readonly name: name; readonly payload: AllEvents[name] }[] = []
  const { on } = client as unknown as {
    on(name: name, listener: (payload: AllEvents[name]) => void): () => void
  }
  for (const name of names) on(name, (payload) => heard.push({ name, payload }))
  return heard
}
