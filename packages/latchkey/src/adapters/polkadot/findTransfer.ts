import type { Transfers } from '../../core/transfers.js'
import { findIncluded } from './blocks.js'
import { askNode, finalHead } from './node.js'
import { lastBlockOf } from './payload.js'
import { readAccount } from './readAccount.js'
import { loadRuntime } from './runtime.js'
import { isSameAddress } from './ss58Parts.js'
import { isTransfer, readSigned, type Signed } from './transferCall.js'

/**
 * Looks for a request's transaction in the final blocks that could contain it: it has the sender and the nonce that were
 * stored, and names the block at the stored height. After the last of these blocks it can be in none.
 *
 * @see Transfers.find
 */
export const findTransfer: Transfers['find'] = async ({ network, transfer, asked, others = [] }) => {
  const { nonce, height } = asked
  if (nonce === undefined || height === undefined) return { status: 'open' }
  const ask = askNode(network)
  const final = await finalHead(ask)
  const last = lastBlockOf(height)
  const over = final.height >= last
  const account = await readAccount(ask, transfer.from, final.hash)
  if (account.nonce <= nonce) return over ? { status: 'used' } : { status: 'open' }
  const runtime = await loadRuntime(ask, network)
  let own: Signed | undefined
  const found = await findIncluded(ask, height + 1, Math.min(final.height, last), ({ extrinsic, hash }) => {
    if (others.includes(hash)) return false
    const signed = readSigned(runtime, extrinsic)
    const isOwn = signed !== undefined && isSameAddress(signed.from, transfer.from) && signed.nonce === nonce
    if (isOwn) own = signed
    return isOwn
  })
  if (found !== undefined && own !== undefined) {
    return isTransfer(own.call, transfer)
      ? { status: 'sent', sent: { kind: 'transaction', id: found.hash } }
      : { status: 'used', by: found.hash }
  }
  return over ? { status: 'used' } : { status: 'open' }
}
