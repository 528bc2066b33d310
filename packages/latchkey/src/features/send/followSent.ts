import { fetchActivity } from '../account/fetchActivity.js'
import { fetchBalance } from '../account/fetchBalance.js'
import { fetchNfts } from '../account/fetchNfts.js'
import { fetchPortfolio } from '../account/fetchPortfolio.js'
import { accountOf } from '../account/state.js'
import type { Kit } from '../Kit.js'
import { followAsked } from './followAsked.js'
import { isSentDue, lookAtSent } from './lookAtSent.js'
import { loadSent } from './sent.js'
import { tellEnd } from './tellEnd.js'

/**
 * Looks once how it stands with everything that was sent and is not done, and refreshes what the account shows when
 * something is. How a transfer ended is told where the modal shows something else. Never throws: what cannot be found
 * out now is looked for the next time.
 */
export async function followSent(kit: Kit): Promise<void> {
  await followAsked(kit)
  const due = loadSent(kit).filter((one) => isSentDue(kit, one))
  const looked = await Promise.all(due.map((one) => lookAtSent(kit, one)))
  for (const one of due.filter((_, index) => looked[index])) tellEnd(kit, one)
  if (looked.some((hasEnded) => hasEnded)) await refreshAccount(kit)
}

/**
 * Asks again for all that the account shows, whatever is cached, and for no more: what was not looked at yet is asked
 * for when it is. What is shown stays until the answers are there. Never throws: each part keeps its own error.
 */
export async function refreshAccount(kit: Kit): Promise<void> {
  const state = kit.store.getState()
  const { account: shown } = state
  const account = accountOf(state)
  if (account === undefined) return
  const { caipAddress } = account
  const again = { account, isForced: true, isQuiet: true }
  await Promise.allSettled([
    fetchBalance(kit, again),
    fetchPortfolio(kit, again),
    ...(shown.nfts?.[caipAddress] === undefined ? [] : [fetchNfts(kit, again)]),
    ...(shown.activities?.[caipAddress] === undefined ? [] : [fetchActivity(kit, again)]),
  ])
}
