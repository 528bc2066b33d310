import type { CaipNetworkId } from './caip.js'

/** The id of an EVM chain in the hex form that wallets use: 10 is `0xa`. */
export function toHexChainId(networkId: CaipNetworkId): `0x${string}` {
  return `0x${Number(networkId.slice(networkId.indexOf(':') + 1)).toString(16)}`
}
