import type { Answer, CaipNetworkId, getHistory, Nft } from 'latchkey/protocol'
import type { App } from '../../shared/app.js'
import type { Context } from '../../shared/context.js'
import type { Picture } from '../../shared/route.js'
import type { Budgets } from '../budget/createBudgets.js'
import type { Nodes } from '../nodes.js'
import type { RpcPolicy } from '../proxy.js'
import type { FamilyToken } from '../tokens.js'
import type { FamilyBalances } from './createFamilyBalances.js'
import type { FamilySockets } from './FamilySockets.js'

/** A context with the tokens that the operator's lists vouch for. */
export type ListingContext = Context & { readonly familyTokens?: readonly FamilyToken[] | undefined }

/** A chain of a family beside eip155. */
export type FamilyChain = {
  readonly nodes: Nodes
  /** What clients may ask its nodes by JSON-RPC; absent if they speak something else. */
  readonly rpc?: FamilyRpc | undefined
  /** Returns an address of the chain as it is usually written; `undefined` for any other text. */
  toAddress(text: string): string | undefined
  readonly balances: FamilyBalances
  /** Absent if the chain has none that this service knows. */
  readonly collectibles?: FamilyCollectibles | undefined
  /** Absent if the chain's nodes tell no account's transactions. */
  readonly history?: FamilyHistory | undefined
}

/** The collectibles of a chain. */
export type FamilyCollectibles = {
  /**
   * Returns a page of those that an account has, and where it is from. `next` is the cursor of the following page.
   *
   * @throws `INVALID_QUERY`, `RATE_LIMITED`, `NodeError`
   */
  list(
    owner: string,
    cursor: string | undefined,
  ): Promise<{ readonly data: Nft[]; readonly next: string | null; readonly sources: readonly string[] }>
  /** The picture of a collectible by its address; `undefined` if none is safe to show. Throws like `list`. */
  picture(address: string): Promise<Picture | undefined>
}

export type FamilyHistory = {
  /** Where it is from; by default the chain's own nodes. */
  readonly source?: string | undefined
  /**
   * Returns an account's transactions, newest first. `next` is the cursor of the following page.
   *
   * @throws `INVALID_QUERY`, `RATE_LIMITED`, `NodeError`
   */
  page(owner: string, cursor: string | undefined): Promise<Answer<typeof getHistory>>
}

export type FamilyRpc = RpcPolicy & {
  /** Writes an answer for the client; by default as JSON. */
  readonly write?: ((answer: unknown) => string) | undefined
  /** What clients may subscribe to; absent if nothing. */
  readonly sockets?: FamilySockets | undefined
}

/** A family of chains beside eip155: a folder of its own, and one entry in the table of `families.ts`. */
export type Family = {
  readonly namespace: string
  createChain(context: ListingContext, chainId: CaipNetworkId, urls: readonly string[]): FamilyChain
  /** Reads an entry of a token list that is of this family. */
  readonly readListed?: ((item: unknown) => FamilyToken | undefined) | undefined
  /** Adds routes of its own. */
  readonly route?: ((app: App, context: Context, own: Own) => void) | undefined
}

export type Own = {
  readonly budgets: Budgets
  readonly chains: ReadonlyMap<CaipNetworkId, FamilyChain>
}
