import { isSameAddress } from '../../core/addresses.js'
import { namespaceOf, toCaipAddress } from '../../protocol/caip.js'
import { isSameId } from '../../protocol/isSameId.js'
import type { Kit } from '../Kit.js'
import type { Sent } from './state.js'

/** How many of them are asked after. */
const most = 3

/**
 * The hashes of the account's other transactions that have the number of one that was sent, as far as its history is
 * known. The history is a service's word: what they are, the chain is asked.
 */
export function replacementHints(kit: Kit, { from, hash, id, networkId, nonce }: Sent): readonly string[] {
  const { account } = kit.store.getState()
  const namespace = namespaceOf(networkId)
  const { transactions = [] } = account.activities?.[toCaipAddress(networkId, from)] ?? {}
  return transactions
    .map(({ metadata }) => metadata)
    .filter(
      ({ sentFrom, ...other }) =>
        other.nonce === nonce &&
        isSameAddress(kit, { address: sentFrom, namespace }, { address: from, namespace }) &&
        !isSameId(other.hash, hash ?? id),
    )
    .map((other) => other.hash)
    .slice(0, most)
}
