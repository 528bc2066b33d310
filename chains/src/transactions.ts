import type { Address, Hex } from 'viem'
import type { Ask } from './rpc.js'

export type Transaction = {
  readonly from: Address
  /** A new contract without one. */
  readonly to?: Address | undefined
  readonly data?: Hex | undefined
  readonly value?: bigint | undefined
  /** As much as it may use; without one the node estimates it, and refuses what would fail. */
  readonly gas?: bigint | undefined
}

/** Mines each transaction in a block of its own. The node must hold the keys of the senders. */
export type Miner = {
  /** @param at epoch milliseconds of the block; without one, some seconds after the last */
  mine(transaction: Transaction, at?: number | undefined): Promise<void>
}

/** Seconds from one block to the next, where nobody says. */
const blockSeconds = 12

/**
 * Lets `work` mine transactions from a time in the past on. At the end the chain's time is the present, its fee is what
 * it was at its beginning, and it mines by itself again, whatever became of the work.
 *
 * @param startAt epoch milliseconds; before the last block of the chain, too
 */
export async function mineFrom(
  ask: Ask,
  startAt: number,
  now: () => number,
  work: (miner: Miner) => Promise<void>,
): Promise<void> {
  let seconds = toSeconds(startAt)
  await ask('evm_setAutomine', [false])
  try {
    await ask('evm_setTime', [seconds])
    await work({
      async mine({ from, to, data, value = 0n, gas }, at) {
        await ask('eth_sendTransaction', [
          { from, to, data, value: toHex(value), ...(gas === undefined ? {} : { gas: toHex(gas) }) },
        ])
        seconds = Math.max(seconds + blockSeconds, at === undefined ? 0 : toSeconds(at))
        await ask('evm_mine', [seconds])
      },
    })
  } finally {
    await ask('anvil_setNextBlockBaseFeePerGas', [toHex(10n ** 9n)])
    await ask('evm_mine', [toSeconds(now())])
    await ask('evm_setAutomine', [true])
  }
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000)
}

function toHex(value: bigint): Hex {
  return `0x${value.toString(16)}`
}

/** Epoch milliseconds. */
export function daysBefore(now: number, days: number): number {
  return now - days * 86_400_000
}
