import { defineNetwork } from 'latchkey/networks'
import { stack } from '../setup/stack.js'

/** A local chain, as a host names it. */
export function localNetwork(id: number, rpcUrl: string) {
  return defineNetwork({
    id,
    name: id === 31337 ? 'Local One' : 'Local Two',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrl,
  })
}

/** The local chains of the stack. */
export const localNetworks = stack.chains.map((rpcUrl, index) => localNetwork(31337 + index, rpcUrl))
