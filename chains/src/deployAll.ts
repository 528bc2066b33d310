import { contractsDaysAgo, hasContracts, mineContracts } from './mineContracts.js'
import { createAsk } from './rpc.js'
import { daysBefore, mineFrom } from './transactions.js'

/**
 * Puts the contracts on a local chain, each at its address of `contracts`: tokens, collectibles, Multicall3, names, and
 * pools that say prices. Who is given what: `market.ts`, `names.ts`. A chain that has them stays as it is.
 *
 * The blocks are some months old; the chain's time ends at the present.
 *
 * @param rpcUrl of an anvil with its usual accounts
 * @throws an `Error` where the deployer has been used for something else
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
