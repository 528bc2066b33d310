import { createKit } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { defineNetwork } from 'latchkey/networks'

// The addresses of your services and chains; in this example the page's server provides them.
const { services, chains } = await (await fetch('/settings.json')).json()
const [first, ...rest] = chains.map((chain: { id: number; name: string; rpcUrl: string }) =>
  defineNetwork({ ...chain, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }),
)

export const kit = createKit({
  services,
  networks: [first, ...rest],
  adapters: [eip155()],
  disableAppend: true,
})
