import type { Address, Hex } from 'viem'
import type { Ask } from './rpc.js'

export type Transaction = {
  readonly from: Address
  /** Absent for a contract creation. */
  readonly to?: Address | undefined
  readonly data?: Hex | undefined
  readonly value?: bigint | undefined
  /** The gas limit; without it the node estimates it and refuses a transaction that would fail. */
  readonly gas?: bigint | undefined
}

/** Mines each transaction in a separate block. The node must hold the senders' keys. */
export type Miner = {
  /** @param at Epoch milliseconds of the block; without it, some seconds after the last one. */
  mine(transaction: Transaction, at?: number | undefined): Promise<void>
}

/** Seconds between blocks without a given time. */
const blockSeconds = 12

/**
 * Lets `work` mine transactions from a time in the past on. Afterwards, even if the work failed, the chain's time is
 * the present, its fee is as before, and it mines automatically.
 *
 * @param startAt Epoch milliseconds; may be before the chain's last block.
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

/** Returns epoch milliseconds, `days` before `now`. */
export function daysBefore(now: number, days: number): number {
  return now - days * 86_400_000
}
