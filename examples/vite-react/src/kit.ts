import { createKit } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { defineNetwork } from 'latchkey/networks'

// The addresses of your services and chains; in this example the page's server provides them.
const { services, chains }: Settings = await (await fetch('/settings.json')).json()
type Settings = { services: string; chains: { id: number; rpcUrl: string }[] }

/** A local chain with its id in the type: `Network<'eip155:31337'>`. */
function local<const id extends number>(id: id, name: string) {
  return defineNetwork({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrl: chains.find((chain) => chain.id === id)?.rpcUrl ?? '',
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
