import type { Chain } from '../../accounts/Chain.js'
import type { Limit, Permission } from '../../accounts/permissions/Permission.js'
import { refuse } from '../../accounts/Refusal.js'
import type { Row, Warning } from '../ConsentRequest.js'
import { type Draft, digits, group, row, warn } from '../Draft.js'
import { createDescriber, type Describer } from '../describe/Describer.js'
import { isRecord, listOf, type ReadContext, type WalletRequest } from '../ReadContext.js'

/** Describes a permission: each limit, until when, how often, and who keeps the promise. */
export async function describeGrant({
  permission,
  answer,
  raw,
  context,
  chain,
}: {
  readonly permission: Permission
  readonly answer: object
  readonly raw: unknown
  readonly context: ReadContext
  readonly chain: Chain
}): Promise<Draft> {
  const describer = createDescriber(context, chain)
  const rows = await permissionRows(permission, describer)
  const spends = permission.limits.some((limit) => limit.type !== 'call' || limit.value !== '0')
  const calls = permission.limits.some(({ type }) => type === 'call')
  const warnings: readonly Warning[] = [
    ...(spends ? [warn('danger', 'grantsSpending')] : []),
    ...(calls ? [warn('danger', 'grantsMethod')] : []),
    warn('info', 'promiseOfWallet'),
  ]
  return {
    title: 'grant',
    ...{ rows, warnings },
    raw: { format: 'json', text: JSON.stringify(raw ?? null, undefined, 2) },
    content: { type: 'permission', permission, answer },
    names: describer.names,
  }
}

/** The limits of a permission in lines, also for a list of the granted ones. */
export async function permissionRows(permission: Permission, describer: Describer): Promise<readonly Row[]> {
  const { limits, expiresAt, count, fees } = permission
  const described = await Promise.all(limits.map((limit) => limitRows(limit, describer)))
  return [
    ...described.map((rows) => group('limit', rows)),
    row('expiresAt', { type: 'time', at: expiresAt }),
    row('requests', digits(count.most)),
    ...(count.period === undefined ? [] : [row('period', { type: 'seconds', seconds: count.period })]),
    row('feesTotal', describer.coinAmount(BigInt(fees))),
  ]
}

async function limitRows(limit: Limit, describer: Describer): Promise<readonly Row[]> {
  if (limit.type === 'call') {
    const { contract, method, value } = limit
    return [
      row('contract', await describer.address(contract)),
      row('method', { type: 'method', name: method.slice(0, method.indexOf('(')), signature: method }),
      ...(value === '0' ? [] : [row('value', describer.coinAmount(BigInt(value)))]),
    ]
  }
  const units = BigInt(limit.amount)
  const period = limit.period === undefined ? [] : [row('period', { type: 'seconds', seconds: limit.period })]
  if (limit.type === 'coin') return [row('amount', describer.coinAmount(units)), ...period]
  return [
    row('amount', await describer.tokenAmount(limit.contract, units, true)),
    row('token', await describer.address(limit.contract)),
    ...period,
  ]
}

/** `wallet_revokePermissions` with the context of a permission (ERC-7715). */
export async function readRevoke(request: WalletRequest, context: ReadContext): Promise<Draft> {
  const [params] = listOf(request)
  const { permissionsContext, context: id } = isRecord(params) ? params : {}
  const asked = permissionsContext ?? id
  const found = context.records.permissions.find(
    ({ permission }) => permission.id === asked && permission.origin === context.origin,
  )
  if (found === undefined) throw refuse('unknownPermission')
  const chain = context.chains.find((one) => one.id === found.permission.chainId)
  return {
    title: 'revoke',
    rows: chain === undefined ? [] : await permissionRows(found.permission, createDescriber(context, chain)),
    warnings: [],
    raw: { format: 'json', text: JSON.stringify(params, undefined, 2) },
    content: { type: 'revocation', ids: [found.permission.id] },
  }
}
