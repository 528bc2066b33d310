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

/** Stands for any blockhash in a simulation: the node puts its own in place of it. */
export const noBlockhash = '11111111111111111111111111111111'

/** A transaction in wire form with places for its signatures. */
export function buildTransaction(
  payer: string,
  blockhash: string,
  instructions: readonly Instruction[],
): Uint8Array {
  // The height only matters to those who wait with the message at hand.
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayer(payer as Address, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    (one) => appendTransactionMessageInstructions(instructions, one),
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
}
