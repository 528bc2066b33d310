import type { CaipNetworkId } from '../../protocol/caip.js'

/** The coin type of Ethereum (SLIP-44). A name's record for it holds the address for all EVM chains. */
export const ethereum = '60'

/** Returns the coin type of a name's address record for an EVM chain (ENSIP-11). */
export function coinTypeOf(networkId: CaipNetworkId): string {
  const id = Number(networkId.split(':')[1])
  return id === 1 || !(id < 0x80000000) ? ethereum : String(0x80000000 + id)
}
