import type { Transfers } from '../../core/transfers.js'
import { estimateTransfer } from './estimateTransfer.js'
import { findTransfer, transferStatus } from './findTransfer.js'
import { readBalance } from './getBalance.js'
import { isNobodys } from './isNobodys.js'
import { loadBtcSigner } from './peer.js'
import { prepareTransfer } from './prepareTransfer.js'
import { sendTransfer } from './sendTransfer.js'
import type { Speed } from './speeds.js'

/** @see Adapter.transfers */
export async function transfers(speed: Speed): Promise<Transfers> {
  return {
    // No `methods`: a signature that comes after a reload is not broadcast.
    estimate: estimateTransfer(speed),
    balance: ({ network, address }) => readBalance(network, address),
    isContract: async () => false,
    isNobodys: isNobodys(await loadBtcSigner()),
    // The quote refuses an address of another network.
    facts: async () => ({ isContract: false }),
    prepare: prepareTransfer,
    send: sendTransfer,
    find: findTransfer,
    status: transferStatus,
  }
}
