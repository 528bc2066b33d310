import { createKit } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { base, defineNetwork, mainnet, solana } from 'latchkey/networks'
import { ink } from 'viem/chains'

export const local = defineNetwork({
  id: 31337,
  name: 'My laptop',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrl: 'http://127.0.0.1:8545',
})

/** One of each kind: of the kit's own list, of viem's, defined here, written out, and of another family. */
export const kit = createKit({
  services: 'https://wallet.example.com',
  networks: [
    mainnet,
    base,
    ink,
    local,
    {
      id: 99,
      name: 'Written out',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: ['https://rpc.example'] } },
    },
    solana,
  ],
  defaultNetwork: base,
  adapters: [eip155()],
})

declare module 'latchkey' {
  interface Register {
    kit: typeof kit
  }
}
