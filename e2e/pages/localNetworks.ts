import { contracts } from '@latchkey/chains'
import { defineNetwork } from 'latchkey/networks'
import { stack } from '../setup/stack.js'

/** Returns a local chain in a host's network format. */
export function localNetwork(id: number, rpcUrl: string) {
  return defineNetwork({
    id,
    name: id === 31337 ? 'Local One' : 'Local Two',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrl,
    contracts: { ensUniversalResolver: { address: contracts.universalResolver } },
  })
}

/** The local chains of the stack. */
export const localNetworks = stack.chains.map((rpcUrl, index) => localNetwork(31337 + index, rpcUrl))
