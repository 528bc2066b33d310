import type { Transfers } from '../../core/transfers.js'
import { findIncluded, type Included } from './blocks.js'
import { finalHead } from './finalHead.js'
import { heightOfUse } from './heightOfUse.js'
import { openNode } from './node.js'
import { outcomeOf } from './outcomeOf.js'
import { lastBlockOf } from './payload.js'
import { readAccount } from './readAccount.js'
import { readIncluded } from './readIncluded.js'
import { isSameAddress } from './ss58Parts.js'
import { callsIn, isFrom, isOnlyTransfer, isTransfer } from './transferCall.js'

/**
 * Looks for a request's transaction in the final blocks that could contain it: it has the sender and the nonce that were
 * stored, and names the block at the stored height. After the last of these blocks it can be in none; that counts only
 * if all of them could be read. A transaction that the wallet made without such an end has the account's nonce in a
 * later block, which is read too.
 *
 * Another transaction of the account that moved the amount to the recipient, in a batch with other calls or with a later
 * nonce, leaves the transfer open: the recipient has the amount.
 *
 * @see Transfers.find
 */
export const findTransfer: Transfers['find'] = async ({ network, transfer, asked, others = [] }) => {
  const { nonce, height } = asked
  if (nonce === undefined || height === undefined) return { status: 'open' }
  const { ask } = await openNode(network)
  const final = await finalHead(ask)
  const last = lastBlockOf(height)
  const isOver = final.height >= last
  // An account that was removed since counts from 0 again, so once the time is over its nonce tells nothing.
  if (!isOver && (await readAccount(ask, transfer.from, final.hash)).nonce <= nonce) return { status: 'open' }
  let by: string | undefined
  let like: string | undefined
  const isIt = async (one: Included) => {
    if (others.includes(one.hash) || !isFrom(one.extrinsic, transfer.from)) return false
    const signed = await readIncluded(ask, network, one)
    if (signed === undefined) return undefined
    if (signed.nonce < nonce) return false
    const isOwn = signed.nonce === nonce
    if (isOwn && isTransfer(signed.call, transfer)) return true
    const outcome = await outcomeOf(ask, signed.runtime, one, transfer)
    // A batch can succeed although a call in it has failed.
    if (isOwn && outcome !== 'other' && isOnlyTransfer(signed.call, transfer)) return true
    const isWithin = callsIn(signed.call).some((call) => isTransfer(call, transfer))
    // Of a transfer to the account itself, the events show nothing.
    const isMoved = outcome === 'confirmed' && !isSameAddress(transfer.from, transfer.to)
    if (isMoved || (isWithin && outcome !== 'failed' && outcome !== 'other')) like ??= one.hash
    if (outcome === undefined) return undefined
    if (isOwn) by = one.hash
    return false
  }
  let { found, isComplete } = await findIncluded(ask, height + 1, Math.min(final.height, last), isIt)
  if (isOver && isComplete && found === undefined && by === undefined) {
    const at = await heightOfUse(ask, transfer.from, { nonce, after: last, final })
    if (at !== undefined) ({ found, isComplete } = await findIncluded(ask, at, at, isIt))
  }
  if (found !== undefined) return { status: 'sent', sent: { kind: 'transaction', id: found.hash } }
  if (like !== undefined) return { status: 'open', by: like }
  // A later transaction may have paid as well: in a block that could not be read, it stays unseen.
  if (by !== undefined && isComplete) return { status: 'used', by }
  return isOver && isComplete ? { status: 'used', isOver } : { status: 'open' }
}
