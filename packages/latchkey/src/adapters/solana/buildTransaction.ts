import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import type { Transfer } from '../../core/transfers.js'
import { type Budget, instructionsOf, type SentToken } from './instructions.js'
import type { Version } from './SolanaWallet.js'

/** A transfer as it is put into a transaction. */
export type Work = {
  readonly transfer: Transfer
  readonly budget: Budget
  readonly token: SentToken | undefined
}

/** The transaction of a transfer, in wire form. */
export const buildTransfer = async (
  { transfer, budget, token }: Work,
  blockhash: string,
  version?: Version,
): Promise<Uint8Array> =>
  buildTransaction(transfer.from, blockhash, await instructionsOf(transfer, budget, token), version)

/** A transaction in wire form with places for its signatures. */
export function buildTransaction(
  payer: string,
  blockhash: string,
  instructions: readonly Instruction[],
  version: Version = 0,
): Uint8Array {
  // The height only matters to those who wait with the message at hand.
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n }
  const message = pipe(
    createTransactionMessage({ version: version as 0 }),
    (one) => setTransactionMessageFeePayer(payer as Address, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    (one) => appendTransactionMessageInstructions(instructions, one),
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
}
