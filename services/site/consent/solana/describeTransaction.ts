import type { Chain } from '../../accounts/Chain.js'
import type { Rpc } from '../../accounts/Rpc.js'
import type { Changes, Row, Warning } from '../ConsentRequest.js'
import { group, row, warn } from '../Draft.js'
import { accountNames, type ChainAccount, readAccounts, tokenAccountOf } from './accounts.js'
import { describeInstruction } from './describeInstruction.js'
import { feeOf } from './feeOf.js'
import type { NamedInstruction } from './Instruction.js'
import { programNames, systemProgram } from './programs.js'
import { createSolanaDescriber, type SolanaDescriber } from './SolanaDescriber.js'
import { simulateSolana } from './simulateSolana.js'
import { isWritable, type SolanaMessage, type SolanaTransaction } from './wire.js'

export type TransactionDescription = {
  readonly rows: readonly Row[]
  readonly warnings: readonly Warning[]
  readonly changes: Changes
  /** It only moves coin or tokens. */
  readonly isTransfer: boolean
}

/** Describes a transaction: its instructions, who pays and signs, what it would change. */
export async function describeTransaction(
  { transaction, wire }: { readonly transaction: SolanaTransaction; readonly wire: Uint8Array },
  { rpc, chain, account }: { readonly rpc: Rpc; readonly chain: Chain; readonly account: string },
): Promise<TransactionDescription> {
  const { message, signatures } = transaction
  const names = await accountNames(rpc, chain.id, message)
  const accounts = await knownAccounts(rpc, chain, names)
  const describer = createSolanaDescriber(chain, account, accounts)
  const instructions = message.instructions.map(
    (one): NamedInstruction => ({
      program: message.accounts[one.programIndex] ?? '',
      accounts: one.accountIndexes.map((index) => names[index]),
      data: one.data,
    }),
  )
  const described = instructions.map((one) => describeInstruction(one, describer))
  const isPayer = message.accounts[0] === account
  const fee = feeOf(message, instructions)
  const writable = names.filter(
    (name, index): name is string => name !== undefined && isWritable(message, index),
  )
  const { changes, warnings } = await simulateSolana({
    ...{ rpc, chain, account, wire, writable, before: accounts },
    fee: isPayer ? fee : 0n,
  })
  return {
    rows: [
      ...described.filter(({ isBudget }) => !isBudget).map(({ rows }) => group('instruction', rows)),
      row('fee', describer.coin(isPayer ? fee : 0n)),
      ...(isPayer ? [] : [row('feePayer', describer.address(message.accounts[0]))]),
      ...otherSigners(message, account).map((signer) => row('signer', describer.address(signer))),
    ],
    warnings: [
      ...described.flatMap((one) => one.warnings),
      ...warnings,
      ...messageWarnings(message, instructions, names, describer),
      ...(isSigned(message, signatures, account) ? [warn('info', 'alreadySigned')] : []),
      ...changeWarnings(changes),
    ],
    changes,
    isTransfer: described.every(({ kind, isBudget }) => isBudget || transferKinds.has(kind)),
  }
}

const transferKinds: ReadonlySet<string> = new Set(['transfer', 'createTokenAccount', 'memo'])

/** The accounts of a transaction and the mints of its token accounts. What a node does not tell is missing. */
async function knownAccounts(rpc: Rpc, chain: Chain, names: readonly (string | undefined)[]) {
  const asked = [...new Set(names)].filter(
    (name): name is string => name !== undefined && !(name in programNames),
  )
  try {
    const found = await readAccounts(rpc, chain.id, asked)
    const mints = [...found.values()].flatMap((one) => tokenAccountOf(one)?.mint ?? [])
    const missing = [...new Set(mints)].filter((mint) => !found.has(mint))
    const more = missing.length === 0 ? [] : await readAccounts(rpc, chain.id, missing)
    return new Map([...found, ...more])
  } catch {
    // Amounts then have no decimals, and the simulation fails too: both are said.
    return new Map<string, ChainAccount>()
  }
}

function otherSigners({ accounts, required }: SolanaMessage, account: string): readonly string[] {
  return accounts.slice(0, required).filter((one) => one !== account)
}

function isSigned({ accounts }: SolanaMessage, signatures: readonly Uint8Array[], account: string): boolean {
  return signatures[accounts.indexOf(account)]?.some((byte) => byte !== 0) === true
}

function messageWarnings(
  message: SolanaMessage,
  instructions: readonly NamedInstruction[],
  names: readonly (string | undefined)[],
  { account }: SolanaDescriber,
): readonly Warning[] {
  const others = otherSigners(message, account)
  const signers = others.map((one) => `${one.slice(0, 4)}…${one.slice(-4)}`).join(', ')
  return [
    ...(isDurable(instructions) ? [warn('caution', 'durableNonce')] : []),
    ...(others.length === 0 ? [] : [warn('caution', 'otherSigner', { signers })]),
    ...(message.accounts[0] === account ? [] : [warn('info', 'otherFeePayer')]),
    ...(names.includes(undefined) ? [warn('danger', 'lookupUnresolved')] : []),
  ]
}

/** The first instruction advances a nonce: the transaction has no blockhash that grows old. */
export function isDurable([first]: readonly {
  readonly program: string
  readonly data: Uint8Array
}[]): boolean {
  return first?.program === systemProgram && first.data.length === 4 && first.data[0] === 4
}

function changeWarnings(changes: Changes): readonly Warning[] {
  if (changes.status === 'fails') return [warn('danger', 'fails', { reason: changes.reason })]
  if (changes.status === 'unknown') return [warn('caution', 'cannotSimulate')]
  return changes.status === 'succeeds' ? [warn('info', 'onlyOutcome')] : []
}
