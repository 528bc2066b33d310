import { bytesToHex } from 'viem/utils'
import type { Row } from '../ConsentRequest.js'
import { row, text, warn, word } from '../Draft.js'
import { decodeText, showText } from '../text/readText.js'
import { describeSystem } from './describeSystem.js'
import { describeToken } from './describeToken.js'
import type { InstructionDescription, NamedInstruction } from './Instruction.js'
import {
  associatedProgram,
  budgetProgram,
  memoProgram,
  oldMemoProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from './programs.js'
import type { SolanaDescriber } from './SolanaDescriber.js'

/** Describes an instruction of a program that the wallet knows; others are shown as they are. */
export function describeInstruction(
  instruction: NamedInstruction,
  describer: SolanaDescriber,
): InstructionDescription {
  const found = describeKnown(instruction, describer)
  if (found !== undefined) {
    const program = row('program', describer.address(instruction.program))
    return { ...found, rows: [row('type', text(found.kind)), ...found.rows, program] }
  }
  const isKnown = describer.program(instruction.program) !== instruction.program
  const slots = { program: describer.program(instruction.program) }
  return {
    kind: 'unknown',
    rows: rawRows(instruction, describer),
    warnings: [warn('danger', isKnown ? 'unreadableInstruction' : 'unknownProgram', slots)],
  }
}

function describeKnown(
  instruction: NamedInstruction,
  describer: SolanaDescriber,
): InstructionDescription | undefined {
  try {
    switch (instruction.program) {
      case systemProgram:
        return describeSystem(instruction, describer)
      case tokenProgram:
      case token2022Program:
        return describeToken(instruction, describer)
      case associatedProgram:
        return describeAssociated(instruction, describer)
      case memoProgram:
      case oldMemoProgram:
        return describeMemo(instruction)
      case budgetProgram:
        return { kind: 'budget', rows: [], warnings: [], isBudget: true }
      default:
        return undefined
    }
  } catch (error) {
    // Shorter than its kind: shown as it is.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Creating a token account: 0, or no data, and 1 if it may exist already. */
function describeAssociated({ accounts, data }: NamedInstruction, describer: SolanaDescriber) {
  const kind = data[0] ?? 0
  if (data.length > 1 || kind > 1) return undefined
  const [, account, owner, mint] = accounts
  return {
    kind: 'createTokenAccount',
    rows: [
      row('newAccount', describer.address(account)),
      row('owner', describer.address(owner)),
      row('token', describer.address(mint)),
    ],
    warnings: [],
  }
}

function describeMemo({ data }: NamedInstruction): InstructionDescription {
  const words = decodeText(bytesToHex(data))
  const shown =
    words === undefined
      ? { value: { type: 'hex', hex: bytesToHex(data) } as const, warnings: [] }
      : showText(words, bytesToHex(data))
  return { kind: 'memo', rows: [row('memo', shown.value)], warnings: shown.warnings }
}

/** An instruction that the wallet cannot read: its program, accounts and bytes. */
function rawRows({ program, accounts, data }: NamedInstruction, describer: SolanaDescriber): readonly Row[] {
  return [
    row('program', describer.address(program)),
    row('data', data.length === 0 ? word('none') : { type: 'hex', hex: bytesToHex(data) }),
    ...accounts.map((account) => row('account', describer.address(account))),
  ]
}
