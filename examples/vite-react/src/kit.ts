import { createKit } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { defineNetwork } from 'latchkey/networks'

// Where your services and chains are; here whoever serves the page says so.
const { services, chains }: Settings = await (await fetch('/settings.json')).json()
type Settings = { services: string; chains: { id: number; rpcUrl: string }[] }

/** One of the local chains. Its id is in its type: `Network<'eip155:31337'>`. */
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

// From here on hooks and actions know these two networks: a wrong id does not compile.
declare module 'latchkey' {
  interface Register {
    kit: typeof kit
  }
}
