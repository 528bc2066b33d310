import {
  type ConnectorInfo,
  type ConnectorSession,
  connect,
  createKit,
  disconnect,
  type Kit,
  memoryStorage,
  type NetworkInput,
  resetView,
} from 'latchkey'
import { base, mainnet, optimism } from 'latchkey/networks'
import { mockAdapter, mockConnector, mockSession } from 'latchkey/testing'
import { monogram } from './monogram.js'

export type Screen = 'Connect' | 'Code' | 'Account' | 'Networks'

/** A screen that somebody asked for; a new object each time, because visitors go elsewhere by themselves. */
export type Wanted = { readonly screen: Screen }

const networks: readonly [NetworkInput, ...NetworkInput[]] = [mainnet, base, optimism]

/** A kit to look at and to click through: its wallets are made up, and it asks nobody. */
export function createPlaygroundKit(): Kit {
  return createKit({
    services: {},
    networks,
    adapters: [
      mockAdapter({
        connectors: [practiceWallet('Meadow'), practiceWallet('Rabbithole')],
        getBalance: async () => ({ units: 12_345_000_000_000_000_000n, decimals: 18, symbol: 'ETH' }),
      }),
    ],
    connectors: [practiceCode()],
    chainImages: Object.fromEntries(networks.map(({ id, name }) => [id, monogram(name)])),
    metadata: { name: 'Playground', description: '', url: 'https://app.example.com', icons: [] },
    storage: memoryStorage(),
    locale: 'en',
    enableEmbedded: true,
    enableReconnect: false,
    enableWalletConnect: false,
    debug: false,
  })
}

/** Brings a kit to a screen, connected or not as the screen wants it. */
export async function showScreen(kit: Kit, { screen }: Wanted): Promise<void> {
  if (screen === 'Account' || screen === 'Networks') await connect(kit, { connectorId: idOf('Meadow') })
  else await disconnect(kit)
  resetView(kit, { name: screen === 'Code' ? 'ConnectingWalletConnect' : screen })
}

function idOf(name: string): string {
  return `com.example.${name.toLowerCase()}`
}

function practiceWallet(name: string) {
  const info: Partial<ConnectorInfo> = {
    id: idOf(name),
    rdns: idOf(name),
    name,
    imageUrl: monogram(name),
  }
  const wallet = mockConnector(info, {
    connect: () => mockSession(),
    switchNetwork(network) {
      wallet.emit({ type: 'session', session: mockSession(undefined, Number(network.id)) })
    },
  })
  return wallet
}

// A link that leads nowhere: it can be scanned, and nobody answers.
function practiceCode() {
  const code = mockConnector(
    { id: 'walletConnect', type: 'WALLET_CONNECT', name: 'WalletConnect' },
    {
      connect() {
        const uri = `wc:${'0'.repeat(64)}@2?relay-protocol=irn&symKey=${'0123456789abcdef'.repeat(4)}`
        code.emit({ type: 'pairing', uri, expiresAt: Date.now() + 240_000 })
        return new Promise<ConnectorSession>(() => {})
      },
    },
  )
  return code
}
