import type { Row, Warning } from '../ConsentRequest.js'

/** An instruction with its accounts by name; `undefined` for those that cannot be read. */
export type NamedInstruction = {
  readonly program: string
  readonly accounts: readonly (string | undefined)[]
  readonly data: Uint8Array
}

/** What an instruction does, in lines; `isBudget` for those that only say what the work may cost. */
export type InstructionDescription = {
  readonly kind: string
  readonly rows: readonly Row[]
  readonly warnings: readonly Warning[]
  readonly isBudget?: boolean | undefined
}
