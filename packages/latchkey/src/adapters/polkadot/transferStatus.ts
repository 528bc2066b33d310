import type { TransferStatus, Transfers } from '../../core/transfers.js'
import { findIncluded, type Included } from './blocks.js'
import { finalHead } from './finalHead.js'
import { heightOfUse } from './heightOfUse.js'
import { openNode } from './node.js'
import { outcomeOf } from './outcomeOf.js'
import { lastBlockOf, lifetime } from './payload.js'
import { readAccount } from './readAccount.js'
import { readIncluded } from './readIncluded.js'
import { isSameAddress } from './ss58Parts.js'
import { isOnlyTransfer } from './transferCall.js'

/**
 * Reads final blocks only: a block that is not final can still be replaced. A transaction that is in none of the blocks
 * that could contain it, and not in a later one that used its nonce, has expired.
 *
 * The nonce that was stored before the wallet was asked says nothing of a hash: a service may name any hash. So only a
 * transaction in a block has a nonce.
 *
 * @see Transfers.status
 */
export const transferStatus: Transfers['status'] = async ({ network, sent, transfer, asked }) => {
  const { ask } = await openNode(network)
  const final = await finalHead(ask)
  const { nonce: expected, height } = asked ?? {}
  const nonce = sent.nonce ?? expected
  const isOver = height !== undefined && final.height >= lastBlockOf(height)
  const from = transfer?.from ?? sent.from
  const hash = sent.id
  const told = { hash, ...(sent.nonce === undefined ? {} : { nonce: sent.nonce }) }
  const isKnown = nonce !== undefined && from !== undefined
  const isUsed = isKnown && (await readAccount(ask, from, final.hash)).nonce > nonce
  // An account that was removed since counts from 0 again, so once the time is over its nonce tells nothing.
  if (isKnown && !isUsed && !isOver) return { status: 'pending', ...told, isExpired: false }
  const first = height === undefined ? Math.max(0, final.height - lifetime) : height + 1
  const last = height === undefined ? final.height : Math.min(final.height, lastBlockOf(height))
  const isIt = ({ hash }: Included) => hash === sent.id
  let { found, isComplete } = await findIncluded(ask, first, last, isIt)
  if (found === undefined && isOver && isComplete && isUsed && from !== undefined) {
    const at = await heightOfUse(ask, from, { nonce, after: last, final })
    if (at !== undefined) ({ found, isComplete } = await findIncluded(ask, at, at, isIt))
  }
  if (found === undefined) {
    const isExpired = isOver && isComplete
    // Without the height, other blocks could contain it.
    const isOutrun = isUsed && isComplete && height !== undefined
    return { status: 'pending', ...told, isExpired, ...(isOutrun && { isOutrun }) }
  }
  const signed = await readIncluded(ask, network, found)
  // It is in a block, and the node does not tell what it did there.
  const unknown: TransferStatus = { status: 'pending', ...told }
  if (signed === undefined) return unknown
  const own = from !== undefined && isSameAddress(signed.from, from)
  const known = own ? { nonce: signed.nonce } : {}
  if (transfer !== undefined && !(own && isOnlyTransfer(signed.call, transfer))) {
    return { status: 'other', isMined: true, ...known }
  }
  const status = await outcomeOf(ask, signed.runtime, found, transfer)
  if (status === undefined) return { ...unknown, ...known }
  return status === 'other' ? { status, isMined: true, ...known } : { status, hash, ...known }
}
