import { fetchActivity } from '../account/fetchActivity.js'
import { fetchBalance } from '../account/fetchBalance.js'
import { fetchNfts } from '../account/fetchNfts.js'
import { fetchPortfolio } from '../account/fetchPortfolio.js'
import { accountOf } from '../account/state.js'
import { getProvider } from '../connection/getProvider.js'
import type { Kit } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { keepSent, loadSent } from './sent.js'
import type { Sent } from './state.js'

/** After this long without a node that knows it, a transaction counts as lost: replaced or dropped. */
const lostAfter = 30 * 60_000

/**
 * Looks once how it stands with everything that was sent and is not done, and refreshes what the account shows when
 * something is. Never throws: what cannot be found out now is looked for the next time.
 */
export async function followSent(kit: Kit): Promise<void> {
  const pending = loadSent(kit).filter(({ status }) => status === 'pending')
  const looked = await Promise.all(pending.map((sent) => look(kit, sent)))
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

async function look(kit: Kit, sent: Sent): Promise<boolean> {
  const network = networkOf(kit.store.getState(), sent.networkId)
  const adapter = network && kit.adapters.get(network.chainNamespace)
  if (network === undefined || adapter?.transfers === undefined) return false
  try {
    const transfers = await adapter.transfers()
    const provider =
      sent.kind === 'calls' ? await getProvider(kit, { namespace: network.chainNamespace }) : undefined
    const { status, hash } = await transfers.status({ network, provider, sent })
    const isLost = status === 'pending' && kit.clock.now() - sent.sentAt > lostAfter
    if (status === 'pending' && !isLost && hash === sent.hash) return false
    keepSent(kit, { ...sent, status: isLost ? 'lost' : status, ...(hash === undefined ? {} : { hash }) })
    return status !== 'pending'
  } catch {
    // The node or the wallet does not answer: asked again with the next look.
    return false
  }
}
