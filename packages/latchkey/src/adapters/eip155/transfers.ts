import { getBalance, readContract } from 'viem/actions'
import type { Transfers } from '../../core/transfers.js'
import { tokenAbi } from './callOf.js'
import { chainClient } from './chainClient.js'
import { estimateTransfer } from './estimateTransfer.js'
import { findTransfer } from './findTransfer.js'
import { isNobodys } from './isNobodys.js'
import { prepareTransfer, sendTransfer } from './sendTransfer.js'
import { isContract, transferFacts } from './transferFacts.js'
import { transferStatus } from './transferStatus.js'

/** @see Adapter.transfers */
export const transfers: Transfers = {
  methods: { transaction: 'eth_sendTransaction', calls: 'wallet_sendCalls' },
  estimate: estimateTransfer,
  isContract,
  isNobodys,
  facts: transferFacts,
  prepare: prepareTransfer,
  send: sendTransfer,
  find: findTransfer,
  status: transferStatus,

  async balance({ network, address, tokenAddress }) {
    const client = chainClient(network)
    const owner = address as `0x${string}`
    if (tokenAddress === undefined) return getBalance(client, { address: owner })
    return readContract(client, {
      address: tokenAddress as `0x${string}`,
      abi: tokenAbi,
      functionName: 'balanceOf',
      args: [owner],
    })
  },
}
