import { contractsDaysAgo, hasContracts, mineContracts } from './mineContracts.js'
import { createAsk } from './rpc.js'
import { daysBefore, mineFrom } from './transactions.js'

/**
 * Deploys the contracts on a local chain, each at its address in `contracts`: tokens, collectibles, Multicall3, names,
 * and price pools. `market.ts` and `names.ts` list the initial owners. A chain that already has the contracts is not
 * changed.
 *
 * The blocks are dated some months back; the chain's time ends at the present.
 *
 * @param rpcUrl An anvil node with its default accounts.
 * @throws an `Error` if the deployer account was used for something else
 */
export async function deployAll(rpcUrl: string, { now = Date.now }: deployAll.Options = {}): Promise<void> {
  const ask = createAsk(rpcUrl)
  if (await hasContracts(ask)) return
  await mineFrom(ask, daysBefore(now(), contractsDaysAgo), now, (miner) => mineContracts(ask, miner))
}

export declare namespace deployAll {
  type Options = {
    /** Milliseconds since the epoch. */
    readonly now?: (() => number) | undefined
  }
}
