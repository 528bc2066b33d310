import type { CaipNetworkId } from 'latchkey/protocol'
import type { App } from '../../shared/app.js'
import type { Context } from '../../shared/context.js'
import type { Budgets } from '../budget/createBudgets.js'
import type { Nodes } from '../nodes.js'
import type { RpcPolicy } from '../proxy.js'

/** A chain of a family beside eip155. */
export type FamilyChain = {
  readonly nodes: Nodes
  /** What clients may ask its nodes by JSON-RPC; absent if they speak something else. */
  readonly rpc?: FamilyRpc | undefined
}

export type FamilyRpc = RpcPolicy & {
  /** Writes an answer for the client; by default as JSON. */
  readonly write?: ((answer: unknown) => unknown) | undefined
}

/** A family of chains beside eip155: a folder of its own, and one entry in the table of `families.ts`. */
export type Family = {
  readonly namespace: string
  createChain(context: Context, chainId: CaipNetworkId, urls: readonly string[]): FamilyChain
  /** Adds routes of its own. */
  readonly route?: ((app: App, context: Context, own: Own) => void) | undefined
}

export type Own = {
  readonly budgets: Budgets
  readonly chains: ReadonlyMap<CaipNetworkId, FamilyChain>
}
