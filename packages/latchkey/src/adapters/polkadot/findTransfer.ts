import type { Transfers } from '../../core/transfers.js'
import { findIncluded, type Included } from './blocks.js'
import { finalHead } from './finalHead.js'
import { openNode } from './node.js'
import { lastBlockOf } from './payload.js'
import { readAccount } from './readAccount.js'
import { readIncluded } from './readIncluded.js'
import { isFrom, isTransfer, type Signed } from './transferCall.js'

/**
 * Looks for a request's transaction in the final blocks that could contain it: it has the sender and the nonce that were
 * stored, and names the block at the stored height. After the last of these blocks it can be in none; that counts only
 * if all of them could be read.
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
  let own: Signed | undefined
  const isOwn = async (one: Included) => {
    if (others.includes(one.hash) || !isFrom(one.extrinsic, transfer.from)) return false
    const signed = await readIncluded(ask, network, one)
    own = signed?.nonce === nonce ? signed : undefined
    return signed && own !== undefined
  }
  const { found, isComplete } = await findIncluded(ask, height + 1, Math.min(final.height, last), isOwn)
  if (found !== undefined && own !== undefined) {
    return isTransfer(own.call, transfer)
      ? { status: 'sent', sent: { kind: 'transaction', id: found.hash } }
      : { status: 'used', by: found.hash }
  }
  return isOver && isComplete ? { status: 'used', isOver } : { status: 'open' }
}
