import { fetchActivity } from '../account/fetchActivity.js'
import { fetchBalance } from '../account/fetchBalance.js'
import { fetchNfts } from '../account/fetchNfts.js'
import { fetchPortfolio } from '../account/fetchPortfolio.js'
import { accountOf } from '../account/state.js'
import type { Kit } from '../Kit.js'
import { lookAtSent, settleReplaced } from './lookAtSent.js'
import { keepSent, loadSent } from './sent.js'

/**
 * Looks once how it stands with everything that was sent and is not done, and refreshes what the account shows when
 * something is. Never throws: what cannot be found out now is looked for the next time.
 */
export async function followSent(kit: Kit): Promise<void> {
  const sent = loadSent(kit)
  const pending = sent.filter(({ status }) => status === 'pending')
  const looked = await Promise.all(pending.map((one) => lookAtSent(kit, one)))
  // By what something was replaced, the history may tell only later.
  for (const one of sent.filter(({ status, replacedBy }) => status === 'replaced' && !replacedBy)) {
    const settled = settleReplaced(kit, one)
    if (settled !== one) keepSent(kit, settled)
  }
  if (looked.some((hasEnded) => hasEnded)) await refreshAccount(kit)
}

/**
 * Asks again for all that the account shows, whatever is cached, and for no more: what was not looked at yet is asked for
 * when it is. What is shown stays until the answers are there. Never throws: each part keeps its own error.
 */
export async function refreshAccount(kit: Kit): Promise<void> {
  const { account: shown, ...state } = kit.store.getState()
  const account = accountOf({ account: shown, ...state })
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
