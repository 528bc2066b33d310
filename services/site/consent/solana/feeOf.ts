import { viewOf } from './bytes.js'
import type { NamedInstruction } from './Instruction.js'
import { budgetProgram, systemProgram } from './programs.js'
import type { SolanaMessage } from './wire.js'

const perSignature = 5_000n
/** The work that each instruction may do unless the transaction says otherwise; less for programs of the runtime. */
const usualUnits = 200_000n
const builtinUnits = 3_000n
const builtins: ReadonlySet<string> = new Set([systemProgram, budgetProgram])
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
  const usual = instructions.reduce(
    (sum, { program }) => sum + (builtins.has(program) ? builtinUnits : usualUnits),
    0n,
  )
  const wanted = units ?? usual
  const work = wanted > mostUnits ? mostUnits : wanted
  return perSignature * BigInt(required) + (price * work + 999_999n) / 1_000_000n
}
