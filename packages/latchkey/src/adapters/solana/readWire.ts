import {
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getU32Decoder,
  type ReadonlyUint8Array,
} from '@solana/kit'
import { computeBudgetProgram, mostUnits, priorityOf } from './instructions.js'
import { u64 } from './tokens.js'

export type ReadInstruction = {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

/** The contents of a transaction in wire form. */
export type Contents = {
  /** The accounts that sign, the one that pays the fee first, each with its signature if that is there. */
  readonly signatures: { readonly [signer: string]: ReadonlyUint8Array | null }
  /** What is signed. */
  readonly message: Uint8Array
  readonly blockhash: string
  /** What it pays for its work besides the signatures, in lamports at most. */
  readonly priority: bigint
  /** Its instructions without those for the budget, and without guards. */
  readonly instructions: readonly ReadInstruction[]
}

/**
 * The program for the checks that some wallets add (Lighthouse). Its instructions from 2 to 15 compare accounts with
 * expected values: the transaction fails if they differ. 0 and 1 write, and 16 and 17 call other programs.
 */
const guardProgram = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'
const isGuard = ({ program, data: [kind = 0] }: ReadInstruction) =>
  program === guardProgram && kind >= 2 && kind <= 15

/** Reads a transaction; `undefined` if it cannot be read, or has a budget of an unknown kind. */
export function readWire(wire: Uint8Array): Contents | undefined {
  try {
    const { messageBytes, signatures } = getTransactionDecoder().decode(wire)
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    if (!('instructions' in message)) return undefined
    // The kit does not know the addresses in lookup tables, so an instruction that uses one never equals another.
    const nameOf = (index: number) => message.staticAccounts[index] ?? ''
    const all = (message.instructions as unknown as readonly CompiledInstruction[]).map((one) => ({
      program: nameOf(one.programAddressIndex),
      accounts: (one.accountIndices ?? []).map(nameOf),
      data: Uint8Array.from(one.data ?? []),
    }))
    const isBudget = ({ program }: ReadInstruction) => program === computeBudgetProgram
    return {
      signatures,
      message: Uint8Array.from(messageBytes),
      blockhash: message.lifetimeToken,
      priority: priorityIn(all.filter(isBudget)),
      instructions: all.filter((one) => !isBudget(one) && !isGuard(one)),
    }
  } catch {
    return undefined
  }
}

type CompiledInstruction = {
  readonly programAddressIndex: number
  readonly accountIndices?: readonly number[]
  readonly data?: Iterable<number>
}

/** @throws If an instruction is of an unknown kind, which may cost something. */
function priorityIn(budget: readonly ReadInstruction[]): bigint {
  let [units, price] = [mostUnits, 0n]
  for (const { data } of budget) {
    if (data[0] === 2) units = BigInt(getU32Decoder().decode(data, 1))
    else if (data[0] === 3) price = u64(data, 1)
    // Limits of memory, which cost nothing.
    else if (data[0] !== 1 && data[0] !== 4) throw new TypeError('budget')
  }
  return priorityOf({ units, price })
}

/** Whether two transactions do the same, with the instructions in the same order. */
export const isSameWork = (one: Contents, other: Contents): boolean =>
  textOf(one.instructions) === textOf(other.instructions)

const textOf = (instructions: readonly ReadInstruction[]) =>
  JSON.stringify(instructions.map(({ program, accounts, data }) => [program, accounts, [...data]]))
