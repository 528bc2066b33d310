import type { CaipNetworkId } from './caip.js'

/** The chain id of an eip155 network as wallets write it: `eip155:10` is `0xa`. */
export function toHexChainId(networkId: CaipNetworkId): `0x${string}` {
  return `0x${Number(networkId.slice('eip155:'.length)).toString(16)}`
}
