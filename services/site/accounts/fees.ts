import type { CaipNetworkId } from 'latchkey/protocol'
import { quantity, toQuantity } from './hex.js'
import { readQuantity } from './nodeReads.js'
import type { Fee } from './PlannedTransaction.js'
import { type Rpc, UnreadableAnswer } from './Rpc.js'

/** No network asks for more per unit of gas, in wei: a node that says so lies, and the fee is paid to whoever mines. */
const mostPerGas = 10n ** 14n

/** The most gas of one transaction (EIP-7825). */
export const mostGas = 1n << 24n

/** What contracts of unknown cost get if a node cannot estimate them. */
export const gasWithoutEstimate = 500_000n

/**
 * Reads what a transaction has to pay per unit of gas to be taken soon: twice the current base fee, so that it stays
 * valid for some blocks, and the node's tip.
 *
 * @throws {UnreadableAnswer} For a fee that no network asks for
 */
export async function readFee(rpc: Rpc, chainId: CaipNetworkId): Promise<Fee> {
  const block = (await rpc(chainId, 'eth_getBlockByNumber', ['latest', false])) as {
    readonly baseFeePerGas?: unknown
  } | null
  const base = toQuantity(block?.baseFeePerGas)
  if (base === undefined) {
    const gasPrice = await readQuantity(rpc, chainId, 'eth_gasPrice')
    return { type: 'legacy', gasPrice: quantity(plausible((gasPrice * 11n) / 10n, 'eth_gasPrice')) }
  }
  const tip = await readQuantity(rpc, chainId, 'eth_maxPriorityFeePerGas').catch(async () => {
    // Some nodes only know the whole price.
    const price = await readQuantity(rpc, chainId, 'eth_gasPrice')
    return price > base ? price - base : 0n
  })
  return {
    type: 'eip1559',
    maxFeePerGas: quantity(plausible(base * 2n + tip, 'eth_getBlockByNumber')),
    maxPriorityFeePerGas: quantity(tip),
  }
}

function plausible(price: bigint, method: string): bigint {
  if (price > mostPerGas) throw new UnreadableAnswer(method)
  return price
}

/** The gas limit for an estimate: a quarter more, because the state may change before the block. */
export function gasLimitOf(estimate: bigint): bigint {
  const limit = (estimate * 5n) / 4n
  return limit > mostGas ? mostGas : limit
}
