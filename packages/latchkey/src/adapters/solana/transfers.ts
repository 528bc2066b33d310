import type { Transfers } from '../../core/transfers.js'
import { estimateTransfer } from './estimateTransfer.js'
import { findTransfer } from './findTransfer.js'
import { systemProgram } from './instructions.js'
import { commitment, count, inContext, nodesOf } from './nodes.js'
import { prepareTransfer } from './prepareTransfer.js'
import { sendTransfer } from './sendTransfer.js'
import { readMint, readTokenBalance } from './tokens.js'
import { isContract, transferFacts } from './transferFacts.js'
import { transferStatus } from './transferStatus.js'

/** The burn address of the family: nobody has its key. */
const incinerator = '1nc1nerator11111111111111111111111111111111'

/** @see Adapter.transfers */
export const transfers: Transfers = {
  methods: { transaction: 'solana_signAndSendTransaction' },
  estimate: estimateTransfer,
  isContract,
  isNobodys: (address) => address === systemProgram || address === incinerator,
  facts: transferFacts,
  prepare: prepareTransfer,
  send: sendTransfer,
  find: findTransfer,
  status: transferStatus,

  async balance({ network, address, tokenAddress }) {
    const ask = nodesOf(network)
    if (tokenAddress !== undefined) return readTokenBalance(ask, address, await readMint(ask, tokenAddress))
    const { value } = await ask('getBalance', [address, { commitment }], inContext(count))
    return BigInt(value)
  },
}
