import { createKit, type Network } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { defineNetwork } from 'latchkey/networks'

// The addresses of your services and chains; in this example the page's server provides them.
const { services, chains }: Settings = await (await fetch('/settings.json')).json()
type Settings = {
  services: string
  chains: { id: number; rpcUrl: string; contracts?: Network['contracts'] }[]
}

/** A local chain with its id in the type: `Network<'eip155:31337'>`. */
function local<const id extends number>(id: id, name: string) {
  const settings = chains.find((chain) => chain.id === id)
  return defineNetwork({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrl: settings?.rpcUrl ?? '',
    // Without a resolver of its own, a chain's names are looked up on Ethereum.
    contracts: settings?.contracts,
  })
}

export const kit = createKit({
  services,
  networks: [local(31337, 'Local One'), local(31338, 'Local Two')],
  adapters: [eip155()],
  themeMode: 'auto',
})

// Registers the kit's type: hooks and actions then accept only these two networks.
declare module 'latchkey' {
  interface Register {
    kit: typeof kit
  }
}
