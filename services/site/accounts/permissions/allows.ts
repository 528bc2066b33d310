import type { Hex } from 'viem'
import type { Call } from '../batch.js'
import { isSameHex } from '../hex.js'
import type { Limit, Permission, Spent, Usage } from './Permission.js'

export declare namespace allows {
  /** What a page asks for, as it would be signed. */
  type Request = {
    readonly origin: string
    readonly account: string
    readonly chainId: string
    readonly calls: readonly Call[]
    /** The most that it costs, in wei; 0 if somebody else pays. */
    readonly fee: bigint
    /** Epoch seconds. */
    readonly now: number
  }
  type Result =
    | { readonly isAllowed: true; readonly usage: Usage }
    | { readonly isAllowed: false; readonly reason: Reason }
  type Reason = 'other' | 'expired' | 'count' | 'fees' | 'method' | 'amount' | 'empty'
}

/**
 * Decides whether a permission covers a request, and what is used of it afterwards. Pure: it knows no clock and no
 * chain. Every call must be covered by a limit; the limits of several permissions do not add up.
 *
 * - Coin: calls without data. Tokens: `transfer` of that contract. Methods: calls of that contract with that selector.
 * - A call with coin and data needs a limit of its method that allows so much coin, together with the request's other calls
 *   of that method.
 */
export function allows(permission: Permission, request: allows.Request, usage: Usage): allows.Result {
  const { origin, account, chainId, calls, fee, now } = request
  const isOwn =
    permission.origin === origin && isSameHex(permission.account, account) && permission.chainId === chainId
  if (!isOwn || now < permission.grantedAt) return refused('other')
  if (now >= permission.expiresAt) return refused('expired')
  if (calls.length === 0) return refused('empty')

  const requests = add(usage.requests, 1n, permission.count.period, permission.grantedAt, now)
  if (BigInt(requests.amount) > BigInt(permission.count.most)) return refused('count')
  const fees = BigInt(usage.fees) + fee
  if (fees > BigInt(permission.fees)) return refused('fees')

  const limits = [...usage.limits]
  const coins = permission.limits.map(() => 0n)
  for (const call of calls) {
    const spent = spend(permission, call, { limits, coins }, now)
    if (typeof spent === 'string') return refused(spent)
    limits[spent.index] = spent.spent
    coins[spent.index] = spent.coin
  }
  return { isAllowed: true, usage: { fees: String(fees), requests, limits } }
}

type Covered = { readonly index: number; readonly spent: Spent; readonly coin: bigint }

/** How much of each limit the earlier calls of the request have used. `coins`: the coin that they sent with calls of a method. */
type Used = { readonly limits: readonly Spent[]; readonly coins: readonly bigint[] }

/** Takes a call from the first limit that covers it. */
function spend(
  { limits, grantedAt }: Permission,
  call: Call,
  used: Used,
  now: number,
): Covered | allows.Reason {
  let reason: allows.Reason = 'method'
  for (const [index, limit] of limits.entries()) {
    const need = needOf(limit, call)
    if (need === undefined) continue
    const before = used.limits[index]
    if (before === undefined) continue
    if (limit.type === 'call') {
      const coin = (used.coins[index] ?? 0n) + need
      if (coin > BigInt(limit.value)) reason = 'amount'
      else return { index, spent: before, coin }
      continue
    }
    const spent = add(before, need, limit.period, grantedAt, now)
    if (BigInt(spent.amount) > BigInt(limit.amount)) reason = 'amount'
    else return { index, spent, coin: 0n }
  }
  return reason
}

/** How much of a limit a call needs; `undefined` if it is about something else. */
function needOf(limit: Limit, { to, value, data }: Call): bigint | undefined {
  if (to === undefined) return undefined
  if (limit.type === 'coin') return data === '0x' ? BigInt(value) : undefined
  if (!isSameHex(limit.contract, to)) return undefined
  if (limit.type === 'call') {
    return data.slice(0, 10).toLowerCase() === limit.selector.toLowerCase() ? BigInt(value) : undefined
  }
  return BigInt(value) === 0n ? unitsOf(data) : undefined
}

/** How much `transfer(address,uint256)` sends: of exactly that, with nothing more or less. */
function unitsOf(data: Hex): bigint | undefined {
  const [, units] = /^0xa9059cbb0{24}[0-9a-f]{40}([0-9a-f]{64})$/i.exec(data) ?? []
  return units === undefined ? undefined : BigInt(`0x${units}`)
}

/** Adds to what was used in the current period; an earlier period's use no longer counts. */
function add(
  { since, amount }: Spent,
  more: bigint,
  period: number | undefined,
  start: number,
  now: number,
): Spent {
  const begun = period === undefined ? start : start + Math.floor((now - start) / period) * period
  return { since: begun, amount: String((begun > since ? 0n : BigInt(amount)) + more) }
}

const refused = (reason: allows.Reason): allows.Result => ({ isAllowed: false, reason })
