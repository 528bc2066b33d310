import type { CaipNetworkId } from '../protocol/caip.js'
import type { ErrorState } from './ErrorState.js'
import type { Asked, FeeQuote, TransferFacts } from './transfers.js'

/** What every request to a wallet says of itself. */
export type IntentBase = {
  readonly id: string
  readonly networkId: CaipNetworkId
  /** The address that acts. */
  readonly account: string
  readonly connectorId: string
  /** The wallet's name. */
  readonly wallet: string
  /** Epoch milliseconds. */
  readonly madeAt: number
}

/** A transfer of the coin or of a token. It holds everything that the review shows and that the wallet is asked for. */
export type TransferIntent = IntentBase & {
  readonly kind: 'transfer'
  readonly recipient: {
    readonly address: string
    /** The name that resolved to the address. */
    readonly name?: string | undefined
    readonly warnings: readonly string[]
    readonly lookalike?: string | undefined
  }
  /** In base units, as a decimal text. */
  readonly units: string
  /** A token's symbol in its contract, if that can be read. */
  readonly symbol: string
  /** The token's symbol in the list, if its contract has another. */
  readonly listedSymbol?: string | undefined
  readonly decimals: number
  /** Absent for the network's own coin. */
  readonly tokenAddress?: string | undefined
  readonly iconUrl?: string | undefined
  /** No list has the token, so its picture and price are not shown. */
  readonly isUnverified?: true | undefined
  /** US dollars for one coin or token; 0 if unknown. */
  readonly price: number
  /** The price used to convert an amount typed in dollars. */
  readonly reckonedPrice?: number | undefined
  /** The first price that this page saw, if the amount was converted with a price far from it. */
  readonly earlierPrice?: number | undefined
  /** US dollars for one coin of the network, in which the fee is paid; 0 if unknown. */
  readonly coinPrice: number
  readonly fee?: FeeQuote | undefined
  /** The whole balance of the coin is sent, so the wallet is asked to use this fee. */
  readonly isRest: boolean
  /** The account sends with `wallet_sendCalls` (EIP-5792). */
  readonly isAtomic: boolean
  /** The browser cannot store the intent: after a reload the page does not know that the wallet was asked. */
  readonly isUnstored?: true | undefined
  /** The facts read from the chain when the intent was made. */
  readonly facts: TransferFacts
}

/** What a wallet is asked for, apart from transfers: a message to sign, or a request of the app. */
export type AskedFor =
  | {
      readonly kind: 'message' | 'signIn'
      /** Its text, or its bytes in hex. */
      readonly message: { readonly text: string } | { readonly hex: string }
    }
  | { readonly kind: 'request'; readonly method: string; readonly params?: unknown }

/** A request that moves no money by itself, or whose effect is up to the app. It holds what the wallet is asked for. */
export type PlainIntent = IntentBase & AskedFor

/** A request to a wallet: made once, and never changed. */
export type Intent = TransferIntent | PlainIntent

/**
 * - `made`: the intent is shown; the wallet was not asked.
 * - `asked`: the wallet has it. `unknown`: the wallet answered, but not clearly whether it carried the request out.
 * - Final: `sent`; `cancelled` (the wallet was not asked); `notSent` (by the chain). The kit still asks the chain about
 *   a `notSent` transfer, which becomes `sent` if that was wrong. Signed and abandoned intents are dropped.
 * - `refused`: the wallet says that it has not carried the request out. The intent stays for a while: before the kit
 *   asks the wallet for the next transfer, it asks the chain. It becomes `notSent` if another transaction of the account
 *   took its place: the wallet may have sent something else than was reviewed.
 *
 * A sent transfer's outcome, `confirmed` or `failed`, is kept in its `Sent`.
 */
export type IntentStatus = 'made' | 'asked' | 'unknown' | 'sent' | 'cancelled' | 'notSent' | 'refused'

/** An intent and its status. */
export type Tracked<intent extends Intent = Intent> = {
  readonly intent: intent
  readonly status: IntentStatus
  readonly error?: ErrorState | undefined
  /** The facts known just before the wallet was asked. */
  readonly asked?: Asked | undefined
  /** Epoch milliseconds. */
  readonly askedAt?: number | undefined
  /** The connector's id of the request: an answer after a reload is told from answers to other requests by it. */
  readonly requestId?: number | undefined
  /** The wallet's answered hash, if that transaction is another one; it may still contain this transfer. */
  readonly answered?: string | undefined
  /** Only for `notSent`: the hash of the account's transaction that took its place. */
  readonly replacedBy?: string | undefined
  /** The id of the batch of calls (EIP-5792), if the wallet calls it failed and names no transaction in a block. */
  readonly failedBatch?: string | undefined
  /** The visitor has read that its outcome is unknown, and has stopped checking. */
  readonly isGivenUp?: true | undefined
}

export type IntentState = {
  /** The transfer under review. */
  readonly review?: Tracked<TransferIntent> | undefined
  /** The requests that the wallet has not settled, oldest first, and transfers that were not sent. */
  readonly open: readonly Tracked[]
}

export const initialIntentState: IntentState = { open: [] }

const next: { readonly [status in IntentStatus]: readonly IntentStatus[] } = {
  made: ['asked', 'cancelled'],
  asked: ['sent', 'unknown', 'refused'],
  unknown: ['sent', 'notSent'],
  sent: [],
  cancelled: [],
  // The chain may show later that it was sent after all.
  notSent: ['sent'],
  refused: ['sent', 'unknown', 'notSent'],
}

/** Moves an intent to its next status; unchanged if that cannot follow. A final status never changes. */
export function move<intent extends Intent>(
  tracked: Tracked<intent>,
  status: IntentStatus,
  more: Pick<Tracked, 'error' | 'asked' | 'askedAt' | 'requestId' | 'replacedBy'> = {},
): Tracked<intent> {
  return next[tracked.status].includes(status) ? { ...tracked, ...more, status } : tracked
}

/** Whether the wallet may still carry out the request. */
export function isOpen({ status }: Tracked): boolean {
  return status === 'asked' || status === 'unknown'
}

export function isTransfer(tracked: Tracked): tracked is Tracked<TransferIntent> {
  return tracked.intent.kind === 'transfer'
}

/** Adds an intent to the open ones, in place of its earlier version. */
export function withOpen({ open, ...state }: IntentState, tracked: Tracked): IntentState {
  const others = open.filter(({ intent }) => intent.id !== tracked.intent.id)
  const all = [...others, tracked].sort((a, b) => a.intent.madeAt - b.intent.madeAt)
  return { ...state, open: all }
}

export function withoutOpen(state: IntentState, id: string): IntentState {
  return { ...state, open: state.open.filter(({ intent }) => intent.id !== id) }
}
