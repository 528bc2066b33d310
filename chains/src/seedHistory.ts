import { numberToHex, parseEther } from 'viem'
import { contracts } from './contracts.js'
import type { deployAll } from './deployAll.js'
import { longHistory, shortHistory } from './history.js'
import { contractsDaysAgo, hasContracts, mineContracts } from './mineContracts.js'
import { people } from './people.js'
import { type Ask, createAsk } from './rpc.js'
import { daysBefore, mineFrom } from './transactions.js'

/**
 * Does what `deployAll` does, and then what the people of the chain have done since: months of payments, approvals,
 * swaps and collectibles, a failure, and what nobody asked for. Most of it on chain 31337, a little on any other. A chain
 * that has its history stays as it is. The visitor is left with some Ether, not with the thousands of the node's accounts.
 *
 * @param rpcUrl of an anvil with its usual accounts, whose keys it holds
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

/** What the visitor has of Ether before anything happens: no more than people have. */
const beginning = parseEther('4')

/** Flyers are handed out in the history only. */
async function hasHistory(ask: Ask): Promise<boolean> {
  const totalSupply = '0x18160ddd'
  const count = await ask('eth_call', [{ to: contracts.flyers, data: totalSupply }, 'latest'])
  return Number(count === '0x' ? 0 : count) > 0
}
