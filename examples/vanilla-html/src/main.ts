import { accountOf, createKit, watch } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { defineElements } from 'latchkey/element'
import { defineNetwork } from 'latchkey/networks'

// The addresses of your services and chains; in this example the page's server provides them.
const { services, chains } = await (await fetch('/settings.json')).json()
const [first, ...rest] = chains.map((chain: { id: number; name: string; rpcUrl: string }) =>
  defineNetwork({ ...chain, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }),
)

const kit = createKit({ services, networks: [first, ...rest], adapters: [eip155()], themeMode: 'auto' })
defineElements(kit)

const line = document.querySelector('#account')
watch(
  kit.store,
  (state) => accountOf(state)?.address,
  (address) => {
    if (line !== null) line.textContent = address ?? 'Nobody is connected.'
  },
)
