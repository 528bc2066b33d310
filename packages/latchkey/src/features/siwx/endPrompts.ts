import { type CaipAddress, toCaipAddress } from '../../protocol/caip.js'
import { dropTracked } from '../intent/asked.js'
import { endWaiting } from '../intent/untilGivenUp.js'
import type { Kit } from '../Kit.js'

/**
 * Drops the sign-ins that a wallet has not answered, of one account or all, so that a signature that still comes is
 * ignored. Returns whether there was one.
 */
export function endPrompts(kit: Kit, account?: CaipAddress): boolean {
  const all = (kit.store.getState().intent?.open ?? []).filter(
    ({ intent: { kind, networkId, account: address } }) =>
      kind === 'signIn' && (account === undefined || toCaipAddress(networkId, address) === account),
  )
  for (const one of all) {
    dropTracked(kit, one)
    endWaiting(kit, one.intent.id)
  }
  return all.length > 0
}
