import type { NetworkInput } from '../protocol/entities/Network.js'

/** An eip155 network by its chain id, with no address that answers. */
export function mockNetwork(id: number, overrides: Partial<NetworkInput> = {}): NetworkInput {
  return {
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`https://chain-${id}.invalid`] } },
    ...overrides,
  }
}
