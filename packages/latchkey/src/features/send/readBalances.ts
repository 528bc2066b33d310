import { capabilitiesOf } from '../account/capabilitiesOf.js'
import { fetchBalance } from '../account/fetchBalance.js'
import { fetchPortfolio } from '../account/fetchPortfolio.js'
import { accountOf } from '../account/state.js'
import { contractOf } from '../account/walletAssets.js'
import type { Kit } from '../Kit.js'

/**
 * Reads again what the account can send, also shortly after a failure: its tokens where a service or the wallet lists
 * them, and the coin where no list has it. Never throws: failures are in the state, and what was known stays.
 */
export async function readBalances(kit: Kit): Promise<void> {
  const state = kit.store.getState()
  const account = accountOf(state)
  if (account === undefined) return
  const again = { account, isForced: true }
  const known = state.account.portfolios?.[account.caipAddress]?.tokens ?? []
  const readCoin = async () => {
    if (known.every((token) => contractOf(token) !== undefined)) await fetchBalance(kit, again)
  }
  const readTokens = async () => {
    const { blockchain } = kit.config.services
    if (blockchain !== undefined || (await capabilitiesOf(kit, account)).hasAssets)
      await fetchPortfolio(kit, again)
  }
  await Promise.allSettled([readCoin(), readTokens()])
}
