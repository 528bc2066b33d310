import type { AccountFacts } from '../../core/connector.js'
import type { ErrorState } from '../../core/ErrorState.js'
import type { HostNamespace } from '../../core/Register.js'
import { type CaipAddress, type CaipNetworkId, type Namespace, toCaipAddress } from '../../protocol/caip.js'
import type { Balance as TokenBalance } from '../../protocol/entities/Balance.js'
import type { Nft } from '../../protocol/entities/Nft.js'
import type { Transaction } from '../../protocol/entities/Transaction.js'
import type { HistoryLack } from '../../protocol/http/blockchain.js'
import { activeNamespace, type InUse } from '../connection/inUse.js'
import { sessionOf } from '../connection/state.js'
import type { Sent } from './Sent.js'

export type Balance = {
  readonly status: 'pending' | 'success' | 'error'
  /** In whole coins, as a decimal text; `'0.00'` if it could not be fetched (spec §8 "Fallbacks"). */
  readonly amount: string
  readonly symbol: string
  /** The part of `amount` that cannot be sent now, in whole coins; absent if there is none. */
  readonly locked?: string | undefined
}

/** The coin and tokens of an account. `unserved`: no service answers for its chain, so the list is empty. */
export type Portfolio = {
  readonly status: 'pending' | 'success' | 'error' | 'unserved'
  readonly tokens: readonly TokenBalance[]
  /** The account holds more tokens than these. */
  readonly isCut?: boolean | undefined
  readonly error?: ErrorState | undefined
}

/** The transactions of an account fetched so far, newest first. */
export type Activity = {
  readonly status: 'pending' | 'success' | 'error'
  readonly transactions: readonly Transaction[]
  /** Where the next page begins; `null` at the end. */
  readonly next: string | null
  /** The cursors followed so far; a cursor that comes again ends the list. */
  readonly seen: readonly string[]
  /** The part that the service has read, from 0 to 1, while it still reads: more may follow, also in an empty list. */
  readonly reading?: number | undefined
  /** Kinds of entries that may be missing because the source of the service does not see them. */
  readonly lacks?: readonly HistoryLack[] | undefined
  /** How many transactions of spam the service left out of these pages. */
  readonly hidden?: number | undefined
  /** The last pages held nothing to show. The next ones are fetched when the visitor asks for them. */
  readonly isPaused?: boolean | undefined
  readonly error?: ErrorState | undefined
}

/** The collectibles of an account fetched so far. */
export type Nfts = {
  /** `unserved`: no service answers for its chain, so the list is empty. */
  readonly status: 'pending' | 'success' | 'error' | 'unserved'
  readonly items: readonly Nft[]
  /** Where the next page begins; `null` at the end. */
  readonly next: string | null
  /** The cursors followed so far; a cursor that comes again ends the list. */
  readonly seen: readonly string[]
  /** The part that the service has read, from 0 to 1, while it still reads: more may follow, also in an empty list. */
  readonly reading?: number | undefined
  /** Kinds of entries that may be missing because the source of the service does not see them. */
  readonly lacks?: readonly HistoryLack[] | undefined
  /** The last pages held nothing to show. The next ones are fetched when the visitor asks for them. */
  readonly isPaused?: boolean | undefined
  readonly error?: ErrorState | undefined
}

/** The name and picture of an account; `null` if it has none. */
export type Identity = { readonly name: string | null; readonly avatar: string | null }

/** An address of a chain family, on any of its networks. */
export type LabelledAddress = { readonly address: string; readonly namespace: Namespace }

/** A visitor's own name for an address. It never leaves the browser. */
export type Label = LabelledAddress & { readonly label: string }

export type AccountState = {
  /** Balances of the network's coin, by CAIP address. */
  readonly balances: { readonly [address in CaipAddress]?: Balance }
  /** Absent until first asked for. */
  readonly portfolios?: { readonly [address in CaipAddress]?: Portfolio } | undefined
  /** Transfers sent from this browser, newest first. */
  readonly sent?: readonly Sent[] | undefined
  readonly identities?: { readonly [address in CaipAddress]?: Identity } | undefined
  readonly nfts?: { readonly [address in CaipAddress]?: Nfts } | undefined
  /** Object URLs of the pictures of collectibles, by {@link nftKey}, and of accounts, by CAIP address. */
  readonly pictures?: { readonly [key: string]: string } | undefined
  readonly activities?: { readonly [address in CaipAddress]?: Activity } | undefined
  /** The visitor's labels for addresses, newest first; absent until first asked for. */
  readonly labels?: readonly Label[] | undefined
}

export const initialAccountState: AccountState = { balances: {} }

export type Account = {
  readonly address: string
  readonly caipAddress: CaipAddress
  readonly addresses: readonly [string, ...string[]]
  readonly namespace: Namespace
  readonly networkId: CaipNetworkId
  readonly connectorId: string
  /** What the wallet tells about the account beyond its address. */
  readonly facts?: AccountFacts | undefined
}

/** The key of a collectible's picture in `state.account.pictures`. */
export function nftKey({ collection, tokenId }: Pick<Nft, 'collection' | 'tokenId'>): string {
  return `${collection.address}/${tokenId}`
}

/** The connected account of a namespace, by default the active one. */
export function accountOf(
  state: InUse,
  namespace: HostNamespace = activeNamespace(state),
): Account | undefined {
  const session = sessionOf(state.connection, namespace)
  if (session === undefined) return undefined
  const { addresses, accounts, networkId, connectorId } = session
  const [address] = addresses
  const facts = accounts?.find((account) => account.address === address)
  return {
    address,
    addresses,
    namespace,
    networkId,
    connectorId,
    caipAddress: toCaipAddress(networkId, address),
    ...(facts === undefined ? {} : { facts }),
  }
}
