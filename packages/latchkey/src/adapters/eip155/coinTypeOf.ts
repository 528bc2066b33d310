import type { CaipNetworkId } from '../../protocol/caip.js'

/** The coin type of Ethereum (SLIP-44), under which a name keeps the address for all EVM chains. */
export const ethereum = '60'

/** ENSIP-11: the coin type under which a name keeps its address for an EVM chain. */
export function coinTypeOf(networkId: CaipNetworkId): string {
  const id = Number(networkId.split(':')[1])
  return id === 1 || !(id < 0x80000000) ? ethereum : String(0x80000000 + id)
}
