import { type CaipNetworkId, namespaceOf } from 'latchkey/protocol'
import { chainNumber } from '../accounts/Chain.js'
import { readQuantity } from '../accounts/nodeReads.js'
import { refuse } from '../accounts/Refusal.js'
import type { Rpc } from '../accounts/Rpc.js'

/**
 * Checks that the node serves the chain that it should: a node of another one would show other balances, and what is
 * signed for a test network could be used on a real one.
 *
 * @throws {Refusal} `networkChanged`
 */
export async function requireChain(rpc: Rpc, chainId: CaipNetworkId): Promise<void> {
  if (namespaceOf(chainId) === 'eip155') {
    const number = await readQuantity(rpc, chainId, 'eth_chainId')
    if (number !== BigInt(chainNumber(chainId))) throw refuse('networkChanged')
    return
  }
  const genesis = await rpc(chainId, 'getGenesisHash', [])
  // CAIP-2 of Solana: the first 32 characters.
  const isSame =
    typeof genesis === 'string' && genesis.slice(0, 32) === chainId.slice(chainId.indexOf(':') + 1)
  if (!isSame) throw refuse('networkChanged')
}
