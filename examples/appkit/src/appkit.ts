import { EthersAdapter } from 'latchkey/appkit/adapters'
import { defineChain } from 'latchkey/appkit/networks'
import { createAppKit } from 'latchkey/appkit/react'

// The addresses of your services and chains; in this example the page's server provides them.
const { services, chains } = await (await fetch('/settings.json')).json()

const networks = chains.map(
  (chain: { id: number; name: string; rpcUrl: string; contracts?: Record<string, unknown> }) =>
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

export const [, two] = networks

createAppKit({
  adapters: [new EthersAdapter()],
  networks,
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
