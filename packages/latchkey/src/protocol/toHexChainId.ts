import type { CaipNetworkId } from './caip.js'

/** The number of an EVM chain as wallets write it: 10 is `0xa`. */
export function toHexChainId(networkId: CaipNetworkId): `0x${string}` {
  return `0x${Number(networkId.slice(networkId.indexOf(':') + 1)).toString(16)}`
}
