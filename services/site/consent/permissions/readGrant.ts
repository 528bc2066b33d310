import { toChainId } from 'latchkey/protocol'
import { getAddress, type Hex, isAddress } from 'viem'
import { bytesToHex, toFunctionSelector } from 'viem/utils'
import { chainNumber } from '../../accounts/Chain.js'
import { entryPoint } from '../../accounts/delegate.js'
import { readFee } from '../../accounts/fees.js'
import { isSameHex, quantity } from '../../accounts/hex.js'
import type { Limit, Permission } from '../../accounts/permissions/Permission.js'
import { refuse } from '../../accounts/Refusal.js'
import { permit2 } from '../calls/knownContracts.js'
import type { Draft } from '../Draft.js'
import { requireOwn } from '../eip155/ownAddress.js'
import { chainOf, isRecord, listOf, type ReadContext, type WalletRequest } from '../ReadContext.js'
import { describeGrant } from './describeGrant.js'

type Params = { readonly [name: string]: unknown }

/** Nobody remembers for longer what they allowed. */
const longest = 366 * 86_400
const mostLimits = 10
/** Requests that a permission covers if the app names no number. */
const usualCount = 100
/** Fees of a permission, if the app names none: those of so much gas at the present price, for each ten requests. */
const usualGas = 300_000n

/**
 * Methods that no limit of a method covers: those that give a right to others, which does not end with the permission;
 * those that move tokens, which have limits of their own; and those that carry out other calls.
 */
const neverByMethod = new Set(
  [
    ...[
      'approve(address,uint256)',
      'increaseAllowance(address,uint256)',
      'increaseApproval(address,uint256)',
    ],
    ...['setApprovalForAll(address,bool)', 'authorizeOperator(address)', 'setOperator(address,bool)'],
    ...['approveDelegation(address,uint256)', 'transferOwnership(address)', 'grantRole(bytes32,address)'],
    'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
    'approve(address,address,uint160,uint48)',
    'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
    'permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)',

    ...['transfer(address,uint256)', 'transferFrom(address,address,uint256)', 'send(address,uint256,bytes)'],
    ...['safeTransferFrom(address,address,uint256)', 'safeTransferFrom(address,address,uint256,bytes)'],
    'safeTransferFrom(address,address,uint256,uint256,bytes)',
    'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    'transferFrom(address,address,uint160,address)',
    'operatorSend(address,address,uint256,bytes,bytes)',

    ...['approveAndCall(address,uint256)', 'approveAndCall(address,uint256,bytes)'],
    ...['transferAndCall(address,uint256)', 'transferAndCall(address,uint256,bytes)'],
    ...['transferFromAndCall(address,address,uint256)', 'transferFromAndCall(address,address,uint256,bytes)'],
    ...['multicall(bytes[])', 'multicall(uint256,bytes[])', 'multicall(bytes32,bytes[])'],
  ].map((signature) => toFunctionSelector(signature)),
)

/**
 * `wallet_grantPermissions` (ERC-7715): limits within which the wallet signs for this page without asking.
 *
 * The wallet keeps its promise itself, so it grants nothing to a key of the app (`signer`), which the chain would have to
 * know. Methods that give rights away are never part of a permission.
 *
 * @throws {Refusal} For anything that it cannot keep
 */
export async function readGrant(request: WalletRequest, context: ReadContext): Promise<Draft> {
  const [params] = listOf(request)
  if (!isRecord(params)) throw refuse('invalid', { field: 'params', problem: 'must be an object' })
  const chain = chainOf(context, request.chainId)
  const active = chainNumber(chain.id)
  if (params.chainId !== undefined && toChainId(params.chainId) !== active) {
    throw refuse('otherChain', {
      field: 'chainId',
      asked: String(toChainId(params.chainId) ?? '?'),
      active: String(active),
    })
  }
  const named = params.address ?? params.account
  const account =
    named === undefined ? getAddress(context.account.eip155) : requireOwn(named, 'address', context)
  requireWalletSigner(params.signer)
  const now = Math.floor(context.now() / 1_000)
  const permissions = listIn(params.permissions, 'permissions')
  const limits = permissions.map((one, index) => limitOf(one, { path: `permissions.${index}`, account, now }))
  const policies = params.policies === undefined ? [] : listIn(params.policies, 'policies')
  requireKnown(policies)
  const count = countOf(policies)
  const permission: Permission = {
    id: bytesToHex(context.randomBytes(32)),
    ...{ origin: context.origin, account, chainId: chain.id },
    grantedAt: now,
    expiresAt: expiryOf(params.expiry, now),
    limits,
    count,
    fees: String(feesOf(policies) ?? (await usualFees(context, request, count.most))),
  }
  const answer = {
    chainId: quantity(active),
    address: account,
    expiry: permission.expiresAt,
    permissions: params.permissions,
    ...(params.signer === undefined ? {} : { signer: params.signer }),
    ...(params.policies === undefined ? {} : { policies: params.policies }),
    grantedPermissions: params.permissions,
    context: permission.id,
    permissionsContext: permission.id,
  }
  return describeGrant({ permission, answer, raw: request.params, context, chain })
}

function listIn(value: unknown, path: string): readonly Params[] {
  const isGood = Array.isArray(value) && value.length <= mostLimits && value.every(isRecord)
  if (!isGood || (path === 'permissions' && value.length === 0)) {
    throw refuse('invalid', { field: path, problem: `must be a list of at most ${mostLimits}` })
  }
  return value
}

/** Only the wallet itself may sign by the permission. */
function requireWalletSigner(signer: unknown) {
  if (signer === undefined) return
  const type = isRecord(signer) ? signer.type : undefined
  if (type !== 'wallet')
    throw refuse('unsupported', { what: 'permissions for another signer than the wallet' })
}

function expiryOf(expiry: unknown, now: number): number {
  if (typeof expiry !== 'number' || !Number.isSafeInteger(expiry) || expiry <= now) {
    throw refuse('invalid', { field: 'expiry', problem: 'must be a time to come, in seconds' })
  }
  if (expiry > now + longest) throw refuse('invalid', { field: 'expiry', problem: 'must be within a year' })
  return expiry
}

function limitOf(
  { type, data }: Params,
  { path, account, now }: { readonly path: string; readonly account: Hex; readonly now: number },
): Limit {
  if (!isRecord(data)) throw refuse('invalid', { field: `${path}.data`, problem: 'must be an object' })
  const { start } = data
  if (start !== undefined && (typeof start !== 'number' || start > now))
    throw refuse('invalid', {
      field: `${path}.data.start`,
      problem: 'must be a time in seconds that has come',
    })
  const name = isRecord(type) ? type.custom : type
  switch (name) {
    case 'native-token-transfer':
    case 'native-token-recurring-allowance':
      return {
        type: 'coin',
        amount: amountOf(data.allowance ?? data.amount, `${path}.data.allowance`),
        ...periodOf(data, path),
      }
    case 'erc20-token-transfer':
    case 'erc20-recurring-allowance':
      return {
        type: 'token',
        contract: contractOf(data.address ?? data.token, `${path}.data.address`, account),
        amount: amountOf(data.allowance ?? data.amount, `${path}.data.allowance`),
        ...periodOf(data, path),
      }
    case 'contract-call':
      return callLimitOf(data, path, account)
    default:
      throw refuse('unsupported', { what: 'this type of permission' })
  }
}

/** One method of one contract; an app that wants several names each. */
function callLimitOf(data: Params, path: string, account: Hex): Limit {
  const contract = contractOf(data.address, `${path}.data.address`, account)
  const functions = data.functions ?? data.calls
  const [only, ...others] = Array.isArray(functions) ? (functions as readonly unknown[]) : []
  const signature = isRecord(only) ? (only.signature ?? only.functionName) : only
  if (
    others.length > 0 ||
    typeof signature !== 'string' ||
    !/^\w{1,64}\([\w,()[\]]{0,200}\)$/.test(signature)
  ) {
    throw refuse('invalid', { field: `${path}.data.functions`, problem: 'must be one method: play(uint256)' })
  }
  const selector = toFunctionSelector(signature)
  if (neverByMethod.has(selector)) throw refuse('unsupported', { what: `permissions for ${signature}` })
  const limit = isRecord(only) ? only.valueLimit : undefined
  return {
    type: 'call',
    ...{ contract, method: signature, selector },
    value: limit === undefined ? '0' : amountOf(limit, `${path}.data.functions.0.valueLimit`),
  }
}

function contractOf(value: unknown, path: string, account: Hex): Hex {
  if (typeof value !== 'string' || !isAddress(value))
    throw refuse('invalid', { field: path, problem: 'must be an address' })
  // Those could do anything with the account, or give rights away.
  if ([account, entryPoint, permit2].some((one) => isSameHex(one, value))) {
    throw refuse('unsupported', { what: `permissions for ${value}` })
  }
  return getAddress(value)
}

/** An amount in base units: decimal digits or hex. */
function amountOf(value: unknown, path: string): string {
  const isGood = typeof value === 'string' && /^(?:\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value)
  if (!isGood || BigInt(value) >= 2n ** 256n)
    throw refuse('invalid', { field: path, problem: 'must be an amount' })
  return String(BigInt(value))
}

function periodOf({ period }: Params, path: string): { readonly period?: number } {
  if (period === undefined) return {}
  if (typeof period !== 'number' || !Number.isSafeInteger(period) || period < 60 || period > longest) {
    throw refuse('invalid', { field: `${path}.data.period`, problem: 'must be a number of seconds' })
  }
  return { period }
}

const policyKinds: { readonly [type: string]: string | undefined } = {
  'call-limit': 'count',
  'rate-limit': 'count',
  'gas-limit': 'fees',
}

/** A policy that the wallet would not keep, or the second of a kind, would be granted in words only. */
function requireKnown(policies: readonly Params[]) {
  const kinds = policies.map(({ type }) =>
    typeof type === 'string' && Object.hasOwn(policyKinds, type) ? policyKinds[type] : undefined,
  )
  if (kinds.includes(undefined)) throw refuse('unsupported', { what: 'this policy of permissions' })
  if (new Set(kinds).size < kinds.length)
    throw refuse('unsupported', { what: 'several limits of requests or fees' })
}

function countOf(policies: readonly Params[]): Permission['count'] {
  const policy = policies.find(({ type }) => type === 'call-limit' || type === 'rate-limit')
  if (policy === undefined) return { most: usualCount }
  const { count, interval } = isRecord(policy.data) ? policy.data : {}
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 1 || count > 10_000) {
    throw refuse('invalid', { field: 'policies.data.count', problem: 'must be a number of requests' })
  }
  return { most: count, ...periodOf({ period: interval }, 'policies') }
}

function feesOf(policies: readonly Params[]): string | undefined {
  const policy = policies.find(({ type }) => type === 'gas-limit')
  if (policy === undefined) return undefined
  return amountOf(isRecord(policy.data) ? policy.data.limit : undefined, 'policies.data.limit')
}

async function usualFees({ rpc }: ReadContext, { chainId }: WalletRequest, count: number): Promise<bigint> {
  const fee = await readFee(rpc, chainId)
  const price = BigInt(fee.type === 'legacy' ? fee.gasPrice : fee.maxFeePerGas)
  return price * usualGas * BigInt(Math.ceil(count / 10))
}
