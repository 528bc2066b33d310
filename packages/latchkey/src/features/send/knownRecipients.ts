import { isSameAddress } from '../../core/addresses.js'
import { sleep } from '../../core/sleep.js'
import { type Namespace, namespaceOf } from '../../protocol/caip.js'
import type { Transfer } from '../../protocol/entities/Transaction.js'
import { parseCaipAddress } from '../../protocol/parseCaipAddress.js'
import { fetchActivity } from '../account/fetchActivity.js'
import type { Account } from '../account/state.js'
import type { Kit } from '../Kit.js'
import { rememberRecipients } from './recipients.js'
import { loadSent } from './sent.js'

/** How long the history is waited for; without it there are fewer recipients to compare with. */
const historyPatience = 5_000

/**
 * Every address that the visitor has sent to from any of their accounts. Addresses that only sent to the visitor are
 * not known: anybody can send.
 */
export async function knownRecipients(kit: Kit, account: Account): Promise<readonly string[]> {
  const before = kit.store.getState().account.activities?.[account.caipAddress]
  // Without the history fewer addresses are known; those sent to from this browser are known in any case.
  if (before === undefined) {
    const fetched = fetchActivity(kit, { account }).catch(() => {})
    await Promise.race([fetched, sleep(kit.clock, historyPatience)])
  }
  const { namespace } = account
  const fromHere = loadSent(kit)
    .filter(
      ({ networkId, status }) =>
        namespaceOf(networkId) === namespace && !['failed', 'replaced'].includes(status),
    )
    .map(({ to }) => to)
  return rememberRecipients(kit, {
    namespace,
    addresses: fromHere,
    fromHistory: historyOf(kit, namespace),
  })
}

/**
 * The recipients of a chain family's accounts, from every loaded page of every history. Of tokens only those on the
 * service's list: any other contract may claim, within a transaction of the visitor's, to have paid strangers.
 */
function historyOf(kit: Kit, namespace: Namespace): readonly (string | undefined)[] {
  const { account } = kit.store.getState()
  return Object.entries(account.activities ?? {}).flatMap(([caipAddress, activity]) => {
    const of = parseCaipAddress(caipAddress)
    // Stryker disable next-line ArrayDeclaration: the text that Stryker inserts is no address, so it is left out.
    if (of?.namespace !== namespace) return []
    return (activity?.transactions ?? []).flatMap(({ metadata, transfers }) => {
      const isOwn = isSameAddress(kit, { address: metadata.sentFrom, namespace }, of)
      // Stryker disable next-line ArrayDeclaration: the text that Stryker inserts is no address, so it is left out.
      if (!isOwn || metadata.operationType !== 'send' || metadata.status === 'failed') return []
      const recipients = transfers
        .filter(({ direction, fungible_info: token }) => direction === 'out' && isVouchedFor(token))
        .map(({ recipient }) => recipient)
      return transfers.length === 0 ? [metadata.sentTo] : recipients
    })
  })
}

/** The chain's own coin, or a listed token; never a collectible. */
function isVouchedFor(token: Transfer['fungible_info']): boolean {
  if (token === undefined || token === null) return false
  return token.address === undefined || token.is_verified === true
}
