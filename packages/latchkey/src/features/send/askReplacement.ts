import type { Tracked, TransferIntent } from '../../core/intent.js'
import { namespaceOf } from '../../protocol/caip.js'
import { witnessOf } from '../connection/witnessOf.js'
import type { Kit } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { replacementHints } from './replacementHints.js'
import type { Sent } from './state.js'
import { transferOf } from './transferOf.js'

/**
 * `replaced`: another transaction with the number is in a block. Otherwise it is the same transfer, sent with a higher
 * fee.
 */
export type Replacement = {
  readonly hash: string
  readonly status: 'pending' | 'confirmed' | 'failed' | 'replaced'
}

/**
 * Asks the chain whether a transaction that the history lists took the place of a transfer. The history alone settles
 * nothing (`docs/decisions/113`): on the chain, the transaction must be the account's and have the transfer's nonce.
 * Returns `undefined` as long as the chain confirms none.
 */
export async function askReplacement(
  kit: Kit,
  like: Sent,
  { intent, asked }: Pick<Tracked<TransferIntent>, 'intent' | 'asked'>,
): Promise<Replacement | undefined> {
  const hints = like.nonce === undefined ? [] : replacementHints(kit, like)
  const network = networkOf(kit.store.getState(), like.networkId)
  if (hints.length === 0 || network === undefined) return undefined
  const transfers = await kit.adapters.get(namespaceOf(like.networkId))?.transfers?.()
  if (transfers === undefined) return undefined
  const witness = await witnessOf(kit, like)
  for (const id of hints) {
    const sent = { kind: 'transaction', id, from: like.from } as const
    const claim = { transfer: transferOf(intent), asked, fee: intent.fee }
    const found = await transfers.status({ network, witness, sent, ...claim }).catch(() => undefined)
    // The history was wrong: the transaction is unknown, of another account, or has another number.
    if (found === undefined || found.nonce !== like.nonce) continue
    if (found.status !== 'other') return { hash: id, status: found.status }
    if (found.isMined) return { hash: id, status: 'replaced' }
  }
  return undefined
}
