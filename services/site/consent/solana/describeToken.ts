import type { Row, Warning } from '../ConsentRequest.js'
import { row, warn, word } from '../Draft.js'
import { keyAt, viewOf } from './bytes.js'
import type { InstructionDescription, NamedInstruction } from './Instruction.js'
import type { SolanaDescriber } from './SolanaDescriber.js'

/** Instructions of SPL Token and Token-2022. @throws `RangeError` if the data is too short */
export function describeToken(
  { accounts, data }: NamedInstruction,
  describer: SolanaDescriber,
): InstructionDescription | undefined {
  const view = viewOf(data)
  const units = () => view.getBigUint64(1, true)
  const [first, second, third] = accounts
  switch (view.getUint8(0)) {
    case 3:
      return transfer({ source: first, target: second, units: units() }, describer)
    case 12:
      return transfer({ source: first, mint: second, target: third, units: units() }, describer)
    case 26:
      // Of the extension for fees, only the transfer that names its fee.
      if (view.getUint8(1) !== 1) return undefined
      return transfer(
        { source: first, mint: second, target: third, units: view.getBigUint64(2, true) },
        describer,
      )
    case 4:
      return approve({ source: first, spender: second, units: units() }, describer)
    case 13:
      return approve({ source: first, mint: second, spender: third, units: units() }, describer)
    case 5:
      return { kind: 'revoke', rows: [row('account', describer.address(first))], warnings: [] }
    case 6:
      return authority({ account: first, data }, describer)
    case 7:
    case 14:
      return { kind: 'mint', rows: amountRows({ mint: first }, units(), second, describer), warnings: [] }
    case 8:
    case 15:
      return { kind: 'burn', rows: amountRows({ mint: second }, units(), undefined, describer), warnings: [] }
    case 9:
      return {
        kind: 'close',
        rows: [row('account', describer.address(first)), row('recipient', describer.address(second))],
        warnings: closeWarnings(first, second, describer),
      }
    case 1:
    case 16:
    case 18:
      return { kind: 'createTokenAccount', rows: [row('newAccount', describer.address(first))], warnings: [] }
    case 17:
      return { kind: 'wrap', rows: [row('account', describer.address(first))], warnings: [] }
    case 22:
      return { kind: 'createTokenAccount', rows: [row('newAccount', describer.address(first))], warnings: [] }
    default:
      return undefined
  }
}

type Place = { readonly mint?: string | undefined; readonly account?: string | undefined }

function transfer(
  {
    source,
    mint,
    target,
    units,
  }: { source: string | undefined; mint?: string | undefined; target: string | undefined; units: bigint },
  describer: SolanaDescriber,
): InstructionDescription {
  const owner = describer.tokenAccount(target)?.owner
  return {
    kind: 'transfer',
    rows: [
      // The person who gets it; the token account itself is shown below.
      row('recipient', describer.address(owner ?? target)),
      ...amountRows({ mint, account: source }, units, owner === undefined ? undefined : target, describer),
    ],
    warnings: owner === describer.account ? [warn('info', 'toSelf')] : [],
  }
}

function approve(
  {
    source,
    mint,
    spender,
    units,
  }: { source: string | undefined; mint?: string | undefined; spender: string | undefined; units: bigint },
  describer: SolanaDescriber,
): InstructionDescription {
  const who = describer.address(spender)
  const amount = describer.token(units, { mint, account: source })
  const isAll = amount.type === 'amount' && amount.isUnlimited === true
  const short = spender === undefined ? '' : `${spender.slice(0, 4)}…${spender.slice(-4)}`
  return {
    kind: 'approve',
    rows: [row('spender', who), row('amount', amount), row('account', describer.address(source))],
    warnings: isAll ? [warn('danger', 'unlimited', { spender: short, token: '' })] : [],
  }
}

/** `SetAuthority`: 2 is the owner of a token account, 3 who may close it. */
function authority(
  { account, data }: { account: string | undefined; data: Uint8Array },
  describer: SolanaDescriber,
): InstructionDescription {
  const hasNew = data[2] === 1
  const next = hasNew ? keyAt(data, 3) : undefined
  const isOwn =
    describer.tokenAccount(account)?.owner === describer.account ||
    describer.tokenAccount(account) === undefined
  return {
    kind: 'authority',
    rows: [
      row('account', describer.address(account)),
      row('authority', next === undefined ? word('none') : describer.address(next)),
    ],
    warnings: next === describer.account || !isOwn ? [] : [warn('danger', 'changesAuthority')],
  }
}

/** Closing an account of the wallet in favour of another gives its coin away. */
function closeWarnings(
  account: string | undefined,
  to: string | undefined,
  describer: SolanaDescriber,
): readonly Warning[] {
  const isOwn = describer.tokenAccount(account)?.owner === describer.account
  return isOwn && to !== describer.account ? [warn('caution', 'closesAccount')] : []
}

function amountRows(
  place: Place,
  units: bigint,
  target: string | undefined,
  describer: SolanaDescriber,
): readonly Row[] {
  const amount = describer.token(units, place)
  const mint = amount.type === 'amount' ? amount.contract : undefined
  return [
    row('amount', amount),
    ...(mint === undefined ? [] : [row('token', describer.address(mint))]),
    ...(target === undefined ? [] : [row('account', describer.address(target))]),
  ]
}
