import type { Hex } from '../Entry.js'
import type { Block, Receipt } from '../nodeAnswers.js'
import { hasPlainFee } from '../toEntries.js'
import type { Unexplained } from './coinChanges.js'
import { transactionsIn } from './facts.js'

/** The least gas of a transaction. One that may use no more uses exactly that much, whether it succeeds or fails. */
const leastGas = 21_000n

/**
 * Returns the receipts of transfers whose result the balance proves. Where a block holds one transaction of the account,
 * which may use 21,000 gas, and the balance fell by its value and the price of that gas, it has succeeded: a failed one
 * costs only the gas, nothing else takes coin from an account without code, and coin that came in would show.
 *
 * @param changes How the balance of the account, which has no code, changed in each of the blocks.
 */
export function receiptsOfPlainTransfers(
  changes: readonly Unexplained[],
  blocks: readonly Block[],
  account: Hex,
): readonly Receipt[] {
  return changes.flatMap(({ units }, index): readonly Receipt[] => {
    const block = blocks[index]
    const [one, ...more] = block === undefined ? [] : transactionsIn(block, account)
    if (one === undefined || more.length > 0) return []
    const { hash, blockHash, from, to, value, type, gas, gasPrice } = one
    const isPlain = from === account && to !== null && to !== account && hasPlainFee(type)
    if (!isPlain || value === 0n || gas !== leastGas || typeof gasPrice !== 'bigint') return []
    if (-units !== value + leastGas * gasPrice) return []
    const spent = { gasUsed: leastGas, effectiveGasPrice: gasPrice }
    const others = { blobGasUsed: 0n, blobGasPrice: 0n, l1Fee: 0n }
    return [{ transactionHash: hash, blockHash, status: 1n, ...spent, ...others }]
  })
}
