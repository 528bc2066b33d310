import type { CaipNetworkId } from 'latchkey/protocol'
import type { Hex } from 'viem'
import type { AccountType, Chain } from '../accounts/Chain.js'
import { refuse } from '../accounts/Refusal.js'
import type { Rpc } from '../accounts/Rpc.js'
import type { WalletRecords } from '../accounts/records.js'

/** What `read` needs to know besides the request. */
export type ReadContext = {
  /** Of the page that asks, from the handshake: `https://app.example`. */
  readonly origin: string
  readonly account: {
    readonly eip155: Hex
    /** Base58. */
    readonly solana: string
    /** How the eip155 account behaves. */
    readonly type: AccountType
  }
  readonly chains: readonly Chain[]
  readonly rpc: Rpc
  /** Bundlers and paymasters, where a {@link Chain} has them. */
  readonly bundler?: Rpc | undefined
  readonly paymaster?: Rpc | undefined
  readonly records: WalletRecords
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Random bytes from the browser. */
  readonly randomBytes: (length: number) => Uint8Array
}

/** A request for consent (`RPC_REQUEST` of the frame protocol). */
export type WalletRequest = {
  readonly method: string
  readonly params?: unknown
  readonly chainId: CaipNetworkId
}

/** Finds the chain of a request. @throws {Refusal} `chainUnknown` */
export function chainOf({ chains }: Pick<ReadContext, 'chains'>, id: CaipNetworkId): Chain {
  const chain = chains.find((one) => one.id === id)
  if (chain === undefined) throw refuse('chainUnknown', { chainId: id })
  return chain
}

/** Parameters as an array; a single object stands for one. */
export function listOf({ params }: WalletRequest): readonly unknown[] {
  if (Array.isArray(params)) return params
  return params === undefined ? [] : [params]
}

export function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
