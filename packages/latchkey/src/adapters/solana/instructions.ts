import { AccountRole, type Address, getU32Encoder, getU64Encoder, type Instruction } from '@solana/kit'
import type { Transfer } from '../../core/transfers.js'
import { associatedTokenProgram, type Token, tokenAccountOf, withheldOf } from './tokens.js'

export const systemProgram = '11111111111111111111111111111111'
export const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'

/** A token as it is sent: as the chain has it. */
export type SentToken = Token & {
  /** What the recipient's token account costs, in lamports; absent if there is one: then none is created. */
  readonly rent?: bigint | undefined
}

/** How much work a transaction may do, and what each unit of it costs in millionths of a lamport. */
export type Budget = { readonly units: bigint; readonly price: bigint }

/** The most work that the network lets a transaction do. */
export const mostUnits = 1_400_000n

/** What a budget costs, in lamports. */
export const priorityOf = ({ units, price }: Budget): bigint => (units * price + 999_999n) / 1_000_000n

/** The instructions of a transfer, its budget first. */
export async function instructionsOf(
  transfer: Transfer,
  budget: Budget,
  token: SentToken | undefined,
): Promise<readonly Instruction[]> {
  const own = token === undefined ? [coinTransfer(transfer)] : await tokenTransfer(transfer, token)
  return [...budgetOf(budget), ...own]
}

function budgetOf({ units, price }: Budget): readonly Instruction[] {
  const programAddress = computeBudgetProgram as Address
  return [
    { programAddress, data: Uint8Array.of(2, ...getU32Encoder().encode(Number(units))) },
    { programAddress, data: Uint8Array.of(3, ...bytesOf(price)) },
  ]
}

/** The System program's `Transfer`. */
function coinTransfer({ from, to, units }: Transfer): Instruction {
  return {
    programAddress: systemProgram as Address,
    accounts: [
      { address: from as Address, role: AccountRole.WRITABLE_SIGNER },
      { address: to as Address, role: AccountRole.WRITABLE },
    ],
    data: Uint8Array.of(2, 0, 0, 0, ...bytesOf(units)),
  }
}

/** Creates the recipient's token account if the review shows its rent, then moves the token with its decimals checked. */
async function tokenTransfer(
  { from, to, units }: Transfer,
  token: SentToken,
): Promise<readonly Instruction[]> {
  const [source, target] = await Promise.all([tokenAccountOf(from, token), tokenAccountOf(to, token)])
  const payer = { address: from as Address, role: AccountRole.WRITABLE_SIGNER }
  const readonly = (address: string) => ({ address: address as Address, role: AccountRole.READONLY })
  const writable = (address: string) => ({ address: address as Address, role: AccountRole.WRITABLE })
  const create: Instruction = {
    programAddress: associatedTokenProgram as Address,
    accounts: [
      payer,
      writable(target),
      readonly(to),
      readonly(token.mint),
      readonly(systemProgram),
      readonly(token.program),
    ],
    data: Uint8Array.of(1),
  }
  const move: Instruction = {
    programAddress: token.program as Address,
    accounts: [
      writable(source),
      readonly(token.mint),
      writable(target),
      { address: from as Address, role: AccountRole.READONLY_SIGNER },
    ],
    data: moveOf(units, token),
  }
  return token.rent === undefined ? [move] : [create, move]
}

/** `TransferChecked`; where the token withholds a part, `TransferCheckedWithFee`, which fails if it withholds another. */
function moveOf(units: bigint, token: SentToken): Uint8Array {
  const amount = [...bytesOf(units), token.decimals]
  if (token.basisPoints === undefined) return Uint8Array.of(12, ...amount)
  return Uint8Array.of(26, 1, ...amount, ...bytesOf(withheldOf(token, units)))
}

/** A number of 64 bits, little-endian. @throws For a larger one. */
const bytesOf = (value: bigint) => getU64Encoder().encode(value)
