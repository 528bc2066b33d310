import { numberToHex, parseEther } from 'viem'
import { contracts } from './contracts.js'
import type { deployAll } from './deployAll.js'
import { longHistory, shortHistory } from './history.js'
import { contractsDaysAgo, hasContracts, mineContracts } from './mineContracts.js'
import { people } from './people.js'
import { type Ask, createAsk } from './rpc.js'
import { daysBefore, mineFrom } from './transactions.js'

/**
 * Runs `deployAll`, then mines the accounts' history: months of payments, approvals, swaps and collectibles, a failure,
 * and unrequested tokens. Most of it is on chain 31337, a little on any other. A chain with a history is not changed.
 * The visitor ends with a few Ether instead of the node's thousands.
 *
 * @param rpcUrl An anvil node with its default accounts and keys.
 */
export async function seedHistory(rpcUrl: string, { now = Date.now }: deployAll.Options = {}): Promise<void> {
  const ask = createAsk(rpcUrl)
  if (await hasHistory(ask)) return
  const present = now()
  const history = Number(await ask('eth_chainId')) === 31337 ? longHistory() : shortHistory()
  await mineFrom(ask, daysBefore(present, contractsDaysAgo), now, async (miner) => {
    if (!(await hasContracts(ask))) await mineContracts(ask, miner)
    await ask('anvil_setBalance', [people.visitor, numberToHex(beginning)])
    for (const [days, transaction] of history) await miner.mine(transaction, daysBefore(present, days))
  })
}

/** The visitor's initial Ether, a realistic amount. */
const beginning = parseEther('4')

/** Checks for flyers, which only the history mints. */
async function hasHistory(ask: Ask): Promise<boolean> {
  const totalSupply = '0x18160ddd'
  const count = await ask('eth_call', [{ to: contracts.flyers, data: totalSupply }, 'latest'])
  return Number(count === '0x' ? 0 : count) > 0
}
