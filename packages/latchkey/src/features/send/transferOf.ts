import type { TransferIntent } from '../../core/intent.js'
import type { Transfer } from '../../core/transfers.js'

/** What an intent asks for, as the chain's family reads it. */
export function transferOf({ account, recipient, units, tokenAddress }: TransferIntent): Transfer {
  return { from: account, to: recipient.address, units: BigInt(units), tokenAddress }
}
