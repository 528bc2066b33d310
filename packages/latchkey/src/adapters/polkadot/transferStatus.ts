import type { Transfers } from '../../core/transfers.js'
import { findIncluded } from './blocks.js'
import { askNode, finalHead } from './node.js'
import { outcomeOf } from './outcomeOf.js'
import { lastBlockOf, lifetime } from './payload.js'
import { readAccount } from './readAccount.js'
import { loadRuntime } from './runtime.js'
import { isSameAddress } from './ss58Parts.js'
import { isTransfer, readSigned } from './transferCall.js'

/**
 * Reads final blocks only: a block that is not final can still be replaced. A transaction that is in none of the blocks
 * that could contain it has expired.
 *
 * @see Transfers.status
 */
export const transferStatus: Transfers['status'] = async ({ network, sent, transfer, asked }) => {
  const ask = askNode(network)
  const final = await finalHead(ask)
  const { nonce: expected, height } = asked ?? {}
  const nonce = sent.nonce ?? expected
  const isExpired = height !== undefined && final.height >= lastBlockOf(height)
  const from = transfer?.from ?? sent.from
  const isUsed =
    nonce === undefined || from === undefined || (await readAccount(ask, from, final.hash)).nonce > nonce
  const hash = sent.id
  const waiting = { status: 'pending', hash, ...(nonce === undefined ? {} : { nonce }), isExpired } as const
  if (!isUsed) return waiting
  const first = height === undefined ? Math.max(0, final.height - lifetime) : height + 1
  const last = height === undefined ? final.height : Math.min(final.height, lastBlockOf(height))
  const included = await findIncluded(ask, first, last, (one) => one.hash === sent.id)
  if (included === undefined) {
    const isOutrun = nonce !== undefined && from !== undefined
    return { ...waiting, isOutrun }
  }
  const runtime = await loadRuntime(ask, network)
  const signed = readSigned(runtime, included.extrinsic)
  const own = signed !== undefined && from !== undefined && isSameAddress(signed.from, from)
  const known = own ? { nonce: signed.nonce } : {}
  if (transfer !== undefined && !(own && isTransfer(signed.call, transfer))) {
    return { status: 'other', isMined: true, ...known }
  }
  const status = await outcomeOf(ask, network, runtime, included, transfer)
  return status === 'other' ? { status, isMined: true, ...known } : { status, hash, ...known }
}
