import type { Transfers } from '../../core/transfers.js'
import { estimateTransfer } from './estimateTransfer.js'
import { findTransfer } from './findTransfer.js'
import { getBalance } from './getBalance.js'
import { systemProgram } from './instructions.js'
import { prepareTransfer } from './prepareTransfer.js'
import { sendTransfer } from './sendTransfer.js'
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

  balance: async (of) => (await getBalance(of)).units,
}
