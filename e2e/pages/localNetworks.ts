import { defineNetwork } from 'latchkey/networks'
import { stack } from '../setup/stack.js'

/** The local chains of the stack, as a host names them. */
export const localNetworks = stack.chains.map((rpcUrl, index) =>
  defineNetwork({
    id: 31337 + index,
    name: index === 0 ? 'Local One' : 'Local Two',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrl,
  }),
)
