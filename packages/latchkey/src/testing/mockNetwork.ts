import type { NetworkInput } from '../protocol/entities/Network.js'

/** Makes an eip155 network with this chain id, whose RPC address does not answer. */
export function mockNetwork(id: number, overrides: Partial<NetworkInput> = {}): NetworkInput {
  return {
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`https://chain-${id}.invalid`] } },
    ...overrides,
  }
}
