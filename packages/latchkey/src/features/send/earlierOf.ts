import { isTransfer } from '../../core/intent.js'
import type { Earlier, FeeQuote } from '../../core/transfers.js'
import { namespaceOf } from '../../protocol/caip.js'
import type { Account } from '../account/state.js'
import { loadAsked } from '../intent/asked.js'
import type { Kit } from '../Kit.js'
import { isOwner } from './isOwner.js'
import { loadSent, sentBy } from './sent.js'

/**
 * The quotes of an account's earlier transfers that the chain may still carry out, for a family that must know them
 * before it quotes another (`Adapter.spendsCoins`).
 */
export function earlierOf(kit: Kit, owner: Pick<Account, 'address' | 'networkId'>): Earlier | undefined {
  if (!kit.adapters.get(namespaceOf(owner.networkId))?.spendsCoins) return undefined
  loadAsked(kit)
  loadSent(kit)
  const state = kit.store.getState()
  const sent = sentBy(state, owner, kit)
  const open = (state.intent?.open ?? [])
    .filter(isTransfer)
    .filter(({ intent }) => isOwner(intent, owner, kit))
  const quotesOf = (all: readonly ({ readonly fee?: FeeQuote | undefined } | undefined)[]) =>
    all.flatMap((one) => one?.fee ?? [])
  const withStatus = (status: string) =>
    sent.filter((one) => one.status === status).map(({ origin }) => origin?.intent)
  return {
    sent: quotesOf(withStatus('pending')),
    unsettled: quotesOf([...open.map(({ intent }) => intent), ...withStatus('lost')]),
  }
}
