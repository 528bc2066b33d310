import { row, warn } from '../Draft.js'
import { keyAt, viewOf } from './bytes.js'
import type { InstructionDescription, NamedInstruction } from './Instruction.js'
import type { SolanaDescriber } from './SolanaDescriber.js'

/** Instructions of the System program. @throws `RangeError` if the data is too short */
export function describeSystem(
  { accounts, data }: NamedInstruction,
  describer: SolanaDescriber,
): InstructionDescription | undefined {
  const view = viewOf(data)
  const [first, second, third] = accounts
  const assigned = (account: string | undefined, program: string) =>
    account === describer.account
      ? [warn('danger', 'assignsAccount', { program: describer.program(program) })]
      : []
  switch (view.getUint32(0, true)) {
    case 0: {
      const owner = keyAt(data, 20)
      return {
        kind: 'createAccount',
        rows: [
          row('newAccount', describer.address(second)),
          row('value', describer.coin(view.getBigUint64(4, true))),
          row('owner', describer.address(owner)),
        ],
        warnings: assigned(second, owner),
      }
    }
    case 1: {
      const owner = keyAt(data, 4)
      return {
        kind: 'assign',
        rows: [row('account', describer.address(first)), row('owner', describer.address(owner))],
        warnings: assigned(first, owner),
      }
    }
    case 2:
      return transfer(first, second, view.getBigUint64(4, true), describer)
    case 3: {
      // After the base and the seed, which has its length before it.
      const at = 44 + Number(view.getBigUint64(36, true))
      return {
        kind: 'createAccount',
        rows: [
          row('newAccount', describer.address(second)),
          row('value', describer.coin(view.getBigUint64(at, true))),
          row('owner', describer.address(keyAt(data, at + 16))),
        ],
        warnings: [],
      }
    }
    case 4:
      return { kind: 'advanceNonce', rows: [row('account', describer.address(first))], warnings: [] }
    case 5:
      return transfer(first, second, view.getBigUint64(4, true), describer)
    case 6:
    case 7:
      return {
        kind: 'nonceAuthority',
        rows: [row('account', describer.address(first)), row('authority', describer.address(keyAt(data, 4)))],
        warnings: [],
      }
    case 8:
      return { kind: 'allocate', rows: [row('account', describer.address(first))], warnings: [] }
    case 11:
      return transfer(first, third, view.getBigUint64(4, true), describer)
    default:
      return undefined
  }
}

function transfer(
  from: string | undefined,
  to: string | undefined,
  lamports: bigint,
  describer: SolanaDescriber,
): InstructionDescription {
  return {
    kind: 'transfer',
    rows: [
      row('recipient', describer.address(to)),
      row('amount', describer.coin(lamports)),
      ...(from === describer.account ? [] : [row('from', describer.address(from))]),
    ],
    warnings: to === describer.account ? [warn('info', 'toSelf')] : [],
  }
}
