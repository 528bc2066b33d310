import type { TransferStatus } from '../../core/adapter.js'
import { isSameJson } from '../../core/json.js'
import { toCaipAddress } from '../../protocol/caip.js'
import { fetchActivity } from '../account/fetchActivity.js'
import { accountOf } from '../account/state.js'
import { getProvider } from '../connection/getProvider.js'
import type { Kit } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { findReplacement } from './findReplacement.js'
import { keepSent } from './sent.js'
import type { Sent } from './state.js'

/** After this long without a node that knows it, a transaction counts as lost: replaced or dropped. */
const lostAfter = 30 * 60_000
/** How many looks must agree that another transaction took its place: a node may lag behind the others for a moment. */
const looksToBelieve = 3

/**
 * Looks once how it stands with something that was sent, and keeps what is new of it. Whether it has ended. Never throws:
 * where the node or the wallet does not answer, the next look may find out.
 */
export async function lookAtSent(kit: Kit, sent: Sent): Promise<boolean> {
  const network = networkOf(kit.store.getState(), sent.networkId)
  const adapter = network && kit.adapters.get(network.chainNamespace)
  if (network === undefined || adapter?.transfers === undefined) return false
  const { kind, id, hash: known = id } = sent
  try {
    const transfers = await adapter.transfers()
    const provider =
      kind === 'calls' ? await getProvider(kit, { namespace: network.chainNamespace }) : undefined
    const asked = kind === 'calls' ? sent : { ...sent, id: known }
    const found = await transfers.status({ network, provider, sent: asked })
    const next = { ...sent, ...(found.hash && { hash: found.hash }), ...nonceOf(sent, found) }
    const now =
      found.status !== 'pending' ? { ...next, status: found.status } : await waiting(kit, next, found)
    if (!isSameJson(now, sent)) keepSent(kit, now)
    return now.status !== 'pending'
  } catch {
    return false
  }
}

/** Looks in the history, as far as it is known, for what took the place of a transaction. */
export function settleReplaced(kit: Kit, sent: Sent): Sent {
  const replacement = findReplacement(kit.store.getState(), sent)
  if (replacement === undefined) return sent
  const { hash, status, isSame } = replacement
  if (isSame) return { ...sent, hash, status }
  return status === 'pending' ? sent : { ...sent, status: 'replaced', replacedBy: hash }
}

const nonceOf = (sent: Sent, { nonce = sent.nonce }: TransferStatus) => (nonce === undefined ? {} : { nonce })

/** What no block has yet: still on its way, replaced, or lost. */
async function waiting(kit: Kit, sent: Sent, { isOutrun = false }: TransferStatus): Promise<Sent> {
  const key = `send.outrun ${sent.id}`
  const looks = isOutrun ? ((kit.live.get(key) as number | undefined) ?? 0) + 1 : 0
  kit.live.set(key, looks)
  if (isOutrun) await fetchHistory(kit, sent)
  const settled = sent.nonce === undefined ? sent : settleReplaced(kit, sent)
  if (settled !== sent) return settled
  if (looks >= looksToBelieve) return { ...sent, status: 'replaced' }
  return kit.clock.now() - sent.sentAt > lostAfter ? { ...sent, status: 'lost' } : sent
}

async function fetchHistory(kit: Kit, { networkId, from }: Sent): Promise<void> {
  const account = accountOf(kit.store.getState())
  if (account === undefined || account.caipAddress !== toCaipAddress(networkId, from)) return
  // Without the history, the number alone tells that it was replaced.
  await fetchActivity(kit, { account, isQuiet: true }).catch(() => {})
}
