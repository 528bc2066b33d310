import { viewOf } from './bytes.js'
import type { NamedInstruction } from './Instruction.js'
import { budgetProgram } from './programs.js'
import type { SolanaMessage } from './wire.js'

const perSignature = 5_000n
/** The work of each instruction, and of a transaction, unless it says less. */
const usualUnits = 200_000n
const mostUnits = 1_400_000n

/** What a transaction costs at most, in lamports: for each signature, and for its work. */
export function feeOf({ required }: SolanaMessage, instructions: readonly NamedInstruction[]): bigint {
  let units: bigint | undefined
  let price = 0n
  for (const { program, data } of instructions) {
    if (program !== budgetProgram) continue
    if (data[0] === 2 && data.length >= 5) units = BigInt(viewOf(data).getUint32(1, true))
    if (data[0] === 3 && data.length >= 9) price = viewOf(data).getBigUint64(1, true)
  }
  const others = instructions.filter(({ program }) => program !== budgetProgram).length
  const wanted = units ?? usualUnits * BigInt(others)
  const work = wanted > mostUnits ? mostUnits : wanted
  return perSignature * BigInt(required) + (price * work + 999_999n) / 1_000_000n
}
