import { EthersAdapter } from 'latchkey/appkit/adapters'
import { BitcoinAdapter } from 'latchkey/appkit/bitcoin'
import { defineChain } from 'latchkey/appkit/networks'
import { createAppKit } from 'latchkey/appkit/react'
import { SolanaAdapter } from 'latchkey/appkit/solana'

type Chain = { id: number; name: string; rpcUrl: string; contracts?: Record<string, unknown> }
/** The ledger of another family. */
type Ledger = {
  namespace: 'solana' | 'bip122' | 'polkadot'
  reference: string
  name: string
  rpcUrl: string
  webSocketUrl?: string
}

// The addresses of your services and chains; in this example the page's server provides them.
const {
  services,
  chains,
  ledgers = [],
}: { services: string; chains: Chain[]; ledgers?: Ledger[] } = await (await fetch('/settings.json')).json()

const coins = {
  solana: { decimals: 9, name: 'Solana', symbol: 'SOL' },
  bip122: { decimals: 8, name: 'Bitcoin', symbol: 'BTC' },
}

const [first, second] = chains.map((chain) =>
  defineChain({
    id: chain.id,
    caipNetworkId: `eip155:${chain.id}`,
    chainNamespace: 'eip155',
    name: chain.name,
    nativeCurrency: { decimals: 18, name: 'Ether', symbol: 'ETH' },
    rpcUrls: { default: { http: [chain.rpcUrl] } },
    contracts: chain.contracts,
  }),
)
if (first === undefined || second === undefined) throw new Error('/settings.json names no two chains')

const others = ledgers.flatMap(({ namespace, reference, name, rpcUrl, webSocketUrl }) =>
  namespace === 'polkadot'
    ? []
    : [
        defineChain({
          id: reference,
          caipNetworkId: `${namespace}:${reference}`,
          chainNamespace: namespace,
          name,
          nativeCurrency: coins[namespace],
          rpcUrls: { default: { http: [rpcUrl], ...(webSocketUrl && { webSocket: [webSocketUrl] }) } },
        }),
      ],
)
const has = (namespace: string) => others.some(({ chainNamespace }) => chainNamespace === namespace)

export const two = second
export const hasSolana = has('solana')
export const bitcoin = others.find(({ chainNamespace }) => chainNamespace === 'bip122')

createAppKit({
  adapters: [
    new EthersAdapter(),
    ...(hasSolana ? [new SolanaAdapter()] : []),
    ...(bitcoin === undefined ? [] : [new BitcoinAdapter()]),
  ],
  networks: [first, second, ...others],
  projectId: 'open',
  metadata: {
    name: 'Came from elsewhere',
    description: 'An app written for another kit.',
    url: location.origin,
    icons: [],
  },
  features: { analytics: false },
  themeMode: 'light',
  themeVariables: { '--w3m-accent': '#0b7a75', '--w3m-border-radius-master': '2px' },
  // The only new line: the address of your own services.
  services,
})
