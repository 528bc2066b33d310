import type { CaipNetworkId } from 'latchkey/protocol'
import type { Hex } from 'viem'

/**
 * A limit within which the wallet signs without asking. Amounts are decimal texts of base units. With a `period`, in
 * seconds, the amount or the number starts again in each one, counted from the grant.
 */
export type Limit =
  | {
      readonly type: 'coin'
      readonly amount: string
      readonly period?: number | undefined
    }
  | {
      readonly type: 'token'
      readonly contract: Hex
      readonly amount: string
      readonly period?: number | undefined
    }
  | {
      readonly type: 'call'
      readonly contract: Hex
      /** The method's signature, `play(uint256)`, and its first four bytes. */
      readonly method: string
      readonly selector: Hex
      /** The most coin that goes with the calls of one request. */
      readonly value: string
    }

/** What a visitor has granted a page (ERC-7715). It is the wallet's promise: the chain knows nothing of it. JSON. */
export type Permission = {
  /** Unpredictable; the app passes it as `context`. */
  readonly id: Hex
  readonly origin: string
  readonly account: Hex
  readonly chainId: CaipNetworkId
  /** Epoch seconds. */
  readonly grantedAt: number
  readonly expiresAt: number
  readonly limits: readonly Limit[]
  /** How many requests, in each period of so many seconds or in all. */
  readonly count: { readonly most: number; readonly period?: number | undefined }
  /** The most that the fees of all its requests may cost, in wei. */
  readonly fees: string
}

/** What has been used of a permission. Amounts are decimal texts; the entries of `limits` are those of the permission. */
export type Usage = {
  readonly fees: string
  readonly requests: Spent
  readonly limits: readonly Spent[]
}

/** Used in the period that began at `since`, in epoch seconds. */
export type Spent = { readonly since: number; readonly amount: string }

export type KeptPermission = { readonly permission: Permission; readonly usage: Usage }

export function newUsage({ grantedAt, limits }: Permission): Usage {
  const none = { since: grantedAt, amount: '0' }
  return { fees: '0', requests: none, limits: limits.map(() => none) }
}
