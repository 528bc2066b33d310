import type { Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { estimateTransfer } from './estimateTransfer.js'
import { findTransfer } from './findTransfer.js'
import { openNode } from './node.js'
import { signTransactionMethod } from './provider.js'
import { readAccount } from './readAccount.js'
import { prepareTransfer, sendTransfer } from './sendTransfer.js'
import { readSs58 } from './ss58.js'
import { transferStatus } from './transferStatus.js'

/** @see Adapter.transfers */
export const transfers: Transfers = {
  methods: { transaction: signTransactionMethod },
  estimate: estimateTransfer,
  prepare: prepareTransfer,
  send: sendTransfer,
  find: findTransfer,
  status: transferStatus,
  isContract: async () => false,

  // Nobody has the key of the account whose bytes are all zero.
  isNobodys: (address) => readSs58(address)?.accountId.every((byte) => byte === 0) === true,

  async facts({ tokenAddress }) {
    if (tokenAddress !== undefined) throw accountError('TOKEN_UNREADABLE')
    return { isContract: false }
  },

  async balance({ network, address, tokenAddress }) {
    if (tokenAddress !== undefined) throw accountError('TOKEN_UNREADABLE')
    const { ask } = await openNode(network)
    return (await readAccount(ask, address)).free
  },
}
