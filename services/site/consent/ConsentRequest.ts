import type { CaipNetworkId } from 'latchkey/protocol'
import type { Hex } from 'viem'
import type { AccountType } from '../accounts/Chain.js'
import type { Permission } from '../accounts/permissions/Permission.js'
import type { Plan } from '../accounts/planCalls.js'
import type { RowKey, TitleKey, WarningKey, WordKey } from './consentTexts.js'

/**
 * What the visitor is asked, with everything that the surface shows and that is signed. JSON, and frozen: `carryOut`
 * takes only objects that `read` has made, and signs exactly their `content`.
 */
export type ConsentRequest = {
  readonly id: string
  readonly method: string
  readonly title: TitleKey
  /** Of the page that asks, from the handshake. */
  readonly origin: string
  readonly chain: { readonly id: CaipNetworkId; readonly name: string }
  readonly account: { readonly address: string; readonly type: AccountType }
  readonly rows: readonly Row[]
  /** The most severe first. */
  readonly warnings: readonly Warning[]
  /** What the request would change; absent for signatures that move nothing by themselves. */
  readonly changes?: Changes | undefined
  /** The request as it came, for those who read it. */
  readonly raw: Raw
  readonly canApprove: boolean
  /** Which button Enter presses. */
  readonly preferred: 'approve' | 'cancel'
  /** Names that were resolved for it; checked again before anything is signed. */
  readonly names: readonly ResolvedName[]
  /** Epoch milliseconds. */
  readonly readAt: number
  readonly content: Content
}

/** A name that stands for an address in the request, or is shown beside one. */
export type ResolvedName = { readonly name: string; readonly address: string }

export type Severity = 'block' | 'danger' | 'caution' | 'info'

export type Warning = {
  readonly key: WarningKey
  /** `block`: the request cannot be approved. */
  readonly severity: Severity
  readonly slots?: { readonly [name: string]: string } | undefined
}

/** A line: a label of ours, or the name of a field of the app's data. */
export type Row = {
  readonly label: { readonly key: RowKey } | { readonly name: string }
  readonly value: Value
}

/** What a line shows. Texts of others have no invisible characters. */
export type Value =
  | {
      readonly type: 'address'
      readonly address: string
      /** That the address itself has proven, or a contract that the wallet knows. */
      readonly name?: string | undefined
      readonly isOwn?: boolean | undefined
    }
  | {
      readonly type: 'amount'
      /** Base units, a decimal text. */
      readonly units: string
      /** Absent if the chain does not tell. */
      readonly decimals?: number | undefined
      readonly symbol: string
      readonly contract?: string | undefined
      /** So much that it stands for everything: shown in words. */
      readonly isUnlimited?: boolean | undefined
    }
  | { readonly type: 'number'; readonly digits: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'hex'; readonly hex: Hex }
  /** Epoch seconds. */
  | { readonly type: 'time'; readonly at: number }
  | { readonly type: 'seconds'; readonly seconds: number }
  | { readonly type: 'word'; readonly word: WordKey }
  | { readonly type: 'method'; readonly name: string; readonly signature?: string | undefined }
  | { readonly type: 'group'; readonly rows: readonly Row[] }

export type Raw = { readonly format: 'text' | 'hex' | 'json'; readonly text: string }

/**
 * Changes of the account's assets, measured by a node's simulation: how, and if not, why not. Amounts are signed base
 * units; `other` names what a simulation shows besides amounts.
 */
export type Changes =
  | {
      readonly status: 'simulated'
      readonly assets: readonly AssetChange[]
      readonly allowances: readonly AllowanceChange[]
    }
  /** The node can only tell whether it fails. */
  | { readonly status: 'succeeds' }
  | { readonly status: 'fails'; readonly reason: string }
  | { readonly status: 'unknown' }

export type AssetChange = {
  readonly units: string
  readonly decimals?: number | undefined
  readonly symbol: string
  /** Absent for the chain's coin. */
  readonly contract?: string | undefined
  /** Of a collectible. */
  readonly tokenId?: string | undefined
}

export type AllowanceChange = {
  readonly contract: string
  readonly symbol: string
  readonly decimals?: number | undefined
  readonly spender: string
  /** Base units, or `all` items of a collection. */
  readonly units: string
  /** Of the allowance for one collectible. */
  readonly tokenId?: string | undefined
  readonly isUnlimited: boolean
}

/** What is signed. */
export type Content =
  | { readonly type: 'message'; readonly bytes: Hex }
  | { readonly type: 'typedData'; readonly digest: Hex }
  | { readonly type: 'calls'; readonly plan: Plan; readonly batch?: { readonly id: string } | undefined }
  | { readonly type: 'rawTransaction'; readonly bytes: Hex; readonly hash: Hex }
  | { readonly type: 'permission'; readonly permission: Permission; readonly answer: object }
  | { readonly type: 'revocation'; readonly ids: readonly Hex[] }
  | { readonly type: 'solanaMessage'; readonly bytes: Hex }
  | {
      readonly type: 'solanaTransactions'
      /** The messages that are signed, each with the transaction that it is in. */
      readonly transactions: readonly { readonly wire: Hex; readonly signerIndex: number }[]
      readonly isSent: boolean
      readonly options?: { readonly [name: string]: string | number | boolean } | undefined
    }
