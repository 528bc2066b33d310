import { type Call, decodeBatch } from '../../accounts/batch.js'
import { isSameHex } from '../../accounts/hex.js'
import { readQuantity } from '../../accounts/nodeReads.js'
import { mostOperationFee } from '../../accounts/operations/Operation.js'
import { mostFee } from '../../accounts/PlannedTransaction.js'
import { type Plan, planCalls } from '../../accounts/planCalls.js'
import type { Changes, ResolvedName, Row, Warning } from '../ConsentRequest.js'
import { describeCall, describeNested } from '../calls/describeCall.js'
import { type Draft, digits, field, group, row, text, warn, word } from '../Draft.js'
import { createDescriber, type Describer } from '../describe/Describer.js'
import { chainOf, type ReadContext, type WalletRequest } from '../ReadContext.js'
import { simulateCalls } from '../simulate/simulateCalls.js'

export declare namespace draftCalls {
  type Parameters = {
    readonly request: WalletRequest
    readonly context: ReadContext
    readonly calls: readonly Call[]
    readonly isAtomicNeeded: boolean
    readonly wishes?: planCalls.Wishes | undefined
    readonly names?: readonly ResolvedName[] | undefined
    readonly batch?: { readonly id: string } | undefined
  }
}

/** Plans calls, describes them, and lets a node try them: everything about a request that sends. */
export async function draftCalls(parameters: draftCalls.Parameters): Promise<Draft> {
  const { request, context, calls, isAtomicNeeded, wishes, batch } = parameters
  const chain = chainOf(context, request.chainId)
  const { rpc, bundler, paymaster, account } = context
  const describer = createDescriber(context, chain)
  const plan = await planCalls({
    ...{ chain, account: describer.account, type: account.type, calls, isAtomicNeeded },
    ...{ wishes, rpc, bundler, paymaster },
  })
  return draftPlan({ plan, calls, describer, raw: request.params, names: parameters.names ?? [], batch })
}

/** Describes what is planned. */
export async function draftPlan({
  plan,
  calls,
  describer,
  raw,
  names,
  batch,
}: {
  readonly plan: Plan
  readonly calls: readonly Call[]
  readonly describer: Describer
  readonly raw: unknown
  readonly names: readonly ResolvedName[]
  readonly batch?: { readonly id: string } | undefined
}): Promise<Draft> {
  const [only] = calls
  const [known, changes, funds] = await Promise.all([
    calls.length === 1 && only !== undefined
      ? describeCall(only, describer)
      : describeNested(calls, describer, 0),
    simulateCalls(plan, describer),
    fundsWarnings(plan, calls, describer),
  ])
  return {
    title: known.title,
    rows: [...nameRows(names), ...known.rows, ...feeRows(plan, describer)],
    warnings: [...known.warnings, ...planWarnings(plan), ...changeWarnings(changes), ...funds],
    raw: { format: 'json', text: JSON.stringify(raw ?? null, undefined, 2) },
    content: { type: 'calls', plan, ...(batch === undefined ? {} : { batch }) },
    ...{ changes, calls },
    names: [...names, ...describer.names],
  }
}

const nameRows = (names: readonly ResolvedName[]): readonly Row[] =>
  names.map(({ name, address }) => row('recipient', { type: 'address', address, name }))

/** The fee, who pays it, and with which nonces. */
function feeRows({ transactions, operation, upgrade }: Plan, { coinAmount }: Describer): readonly Row[] {
  const upgradeRows = upgrade === undefined ? [] : [row('account', word('smartAccount'))]
  if (operation !== undefined) {
    const { paymaster } = operation
    return [
      row('fee', coinAmount(paymaster === undefined ? mostOperationFee(operation) : 0n)),
      ...(paymaster === undefined
        ? []
        : [row('paymaster', { type: 'address', address: paymaster.address, name: paymaster.name })]),
      row('nonce', text(String(BigInt(operation.nonce)))),
      ...upgradeRows,
    ]
  }
  const fee = transactions.reduce((sum, one) => sum + mostFee(one), 0n)
  const lists = transactions.flatMap(({ accessList = [] }) => accessList)
  return [
    row('fee', coinAmount(fee)),
    row('nonce', text(transactions.map(({ nonce }) => nonce).join(', '))),
    ...(lists.length === 0
      ? []
      : [
          group(
            'accessList',
            lists.map(({ address, storageKeys }) => field(address, digits(storageKeys.length))),
          ),
        ]),
    ...upgradeRows,
  ]
}

function planWarnings({ transactions, operation, upgrade, willFail, isAtomic }: Plan): readonly Warning[] {
  return [
    ...(willFail ? [warn('danger', 'willFail')] : []),
    ...(isAtomic ? [] : [warn('caution', 'notTogether', { count: String(transactions.length) })]),
    ...(upgrade === undefined
      ? []
      : [warn(upgrade === 'other' ? 'caution' : 'info', upgrade === 'other' ? 'upgradeOther' : 'upgrade')]),
    ...(operation?.paymaster === undefined ? [] : [warn('info', 'paymaster')]),
  ]
}

function changeWarnings(changes: Changes): readonly Warning[] {
  if (changes.status === 'fails') return [warn('danger', 'fails', { reason: changes.reason })]
  if (changes.status === 'unknown') return [warn('caution', 'cannotSimulate')]
  return changes.status === 'succeeds' ? [warn('info', 'onlyOutcome')] : []
}

/** Whether the account has enough coin for what it sends and for the fee. */
async function fundsWarnings(
  { transactions, operation }: Plan,
  calls: readonly Call[],
  { context, chain, account }: Describer,
): Promise<readonly Warning[]> {
  const fee = operation
    ? operation.paymaster === undefined
      ? mostOperationFee(operation)
      : 0n
    : transactions.reduce((sum, one) => sum + mostFee(one), 0n)
  const sent = calls.reduce((sum, { to, value, data }) => sum + coinOut(to, BigInt(value), data, account), 0n)
  const [balance, latest] = await Promise.all([
    readQuantity(context.rpc, chain.id, 'eth_getBalance', [account, 'latest']).catch(() => undefined),
    readQuantity(context.rpc, chain.id, 'eth_getTransactionCount', [account, 'pending']).catch(
      () => undefined,
    ),
  ])
  const [first] = transactions
  return [
    ...(balance !== undefined && balance < sent + fee
      ? [warn('danger', 'insufficient', { symbol: chain.coin.symbol })]
      : []),
    ...(sent > 0n && fee > sent && calls.length === 1 && calls[0]?.data === '0x'
      ? [warn('caution', 'highFee')]
      : []),
    ...(first !== undefined && latest !== undefined && BigInt(first.nonce) < latest
      ? [warn('caution', 'replaces')]
      : []),
  ]
}

/** The coin that leaves the account with a call; what it sends to itself does not, but what its calls send does. */
function coinOut(to: string | undefined, value: bigint, data: `0x${string}`, account: string): bigint {
  if (to === undefined || !isSameHex(to, account)) return value
  return (decodeBatch(data) ?? []).reduce(
    (sum, call) => sum + coinOut(call.to, BigInt(call.value), call.data, account),
    0n,
  )
}
