import { createKit } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { defineNetwork } from 'latchkey/networks'

// Where your services and chains are; here whoever serves the page says so.
const { services, chains } = await (await fetch('/settings.json')).json()
const [first, ...rest] = chains.map((chain: { id: number; name: string; rpcUrl: string }) =>
  defineNetwork({ ...chain, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }),
)

export const kit = createKit({
  services,
  networks: [first, ...rest],
  adapters: [eip155()],
  themeMode: 'auto',
})
