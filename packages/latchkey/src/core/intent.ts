import type { CaipNetworkId } from '../protocol/caip.js'
import type { ErrorState } from './ErrorState.js'
import type { Asked, FeeQuote, TransferFacts } from './transfers.js'

type Base = {
  readonly id: string
  readonly networkId: CaipNetworkId
  /** The address that acts. */
  readonly account: string
  readonly connectorId: string
  /** What the wallet calls itself. */
  readonly wallet: string
  /** Epoch milliseconds. */
  readonly madeAt: number
}

/** Some of the coin or of a token to somebody: all that the review shows, and all that the wallet is asked. */
export type TransferIntent = Base & {
  readonly kind: 'transfer'
  readonly recipient: {
    readonly address: string
    /** The name that led to it. */
    readonly name?: string | undefined
    readonly warnings: readonly string[]
    readonly lookalike?: string | undefined
  }
  /** In base units, as a decimal text. */
  readonly units: string
  /** Of a token: what its contract calls it, where that can be read. */
  readonly symbol: string
  /** What the list calls the token, where its contract calls it something else. */
  readonly listedSymbol?: string | undefined
  readonly decimals: number
  /** Absent for the network's own coin. */
  readonly tokenAddress?: string | undefined
  readonly iconUrl?: string | undefined
  /** No list knows the token: its picture and price are not shown. */
  readonly isUnverified?: true | undefined
  /** US dollars for one of it; 0 where nobody knows. */
  readonly price: number
  /** The price that the amount was reckoned with, where it was typed in dollars. */
  readonly reckonedPrice?: number | undefined
  /** The price that this page saw first, where the amount was reckoned with one that is far from it. */
  readonly earlierPrice?: number | undefined
  /** US dollars for one of the network's coin, which the fee is paid in; 0 where nobody knows. */
  readonly coinPrice: number
  readonly fee?: FeeQuote | undefined
  /** The rest of the coin is sent: the wallet is asked to keep to the fee. */
  readonly isRest: boolean
  /** The account takes calls in its own way (EIP-5792). */
  readonly isAtomic: boolean
  /** The browser cannot store it: a page that loads anew does not know that the wallet was asked. */
  readonly isUnstored?: true | undefined
  /** What the chain itself said when this was made. */
  readonly facts: TransferFacts
}

/** Something to sign, or a request of the app. */
export type PlainIntent = Base & {
  readonly kind: 'message' | 'signIn' | 'request'
  readonly method?: string | undefined
}

/** What a wallet is asked for: made once, and never edited. */
export type Intent = TransferIntent | PlainIntent

/**
 * - `made`: it is shown, and nothing was asked.
 * - `asked`: the wallet has it. `unknown`: the wallet has answered, and not said clearly what it did.
 * - `sent`, `cancelled` (nothing was asked), `notSent` (the chain shows it): the ends. The chain is still asked after what
 * is `notSent`: it is `sent` where that was wrong. What is signed or given up is forgotten.
 * - `refused`: the wallet says that it has not done it. It stays for a while as a hint: before the wallet is asked for the
 * next transfer, the chain is.
 *
 * What becomes of a transfer that was sent, to `confirmed` or `failed`, is kept with it (`Sent`).
 */
export type IntentStatus = 'made' | 'asked' | 'unknown' | 'sent' | 'cancelled' | 'notSent' | 'refused'

/** An intent and how it stands. */
export type Tracked<intent extends Intent = Intent> = {
  readonly intent: intent
  readonly status: IntentStatus
  readonly error?: ErrorState | undefined
  /** What was known just before the wallet was asked. */
  readonly asked?: Asked | undefined
  /** Epoch milliseconds. */
  readonly askedAt?: number | undefined
  /** The hash that the wallet answered with, where that transaction does something else: it may have done this within it. */
  readonly answered?: string | undefined
}

export type IntentState = {
  /** What is being reviewed. */
  readonly review?: Tracked<TransferIntent> | undefined
  /** What the wallet was asked for and has not settled, oldest first, and transfers that came to nothing. */
  readonly open: readonly Tracked[]
}

export const initialIntentState: IntentState = { open: [] }

const next: { readonly [status in IntentStatus]: readonly IntentStatus[] } = {
  made: ['asked', 'cancelled'],
  asked: ['sent', 'unknown', 'refused'],
  unknown: ['sent', 'notSent'],
  sent: [],
  cancelled: [],
  // The chain may show later that it was.
  notSent: ['sent'],
  refused: ['sent', 'unknown'],
}

/** The intent in its next status; as it is, where that cannot follow: an end is never taken back. */
export function move<intent extends Intent>(
  tracked: Tracked<intent>,
  status: IntentStatus,
  more: Pick<Tracked, 'error' | 'asked' | 'askedAt'> = {},
): Tracked<intent> {
  return next[tracked.status].includes(status) ? { ...tracked, ...more, status } : tracked
}

/** Whether the wallet may still do it. */
export function isOpen({ status }: Tracked): boolean {
  return status === 'asked' || status === 'unknown'
}

export function isTransfer(tracked: Tracked): tracked is Tracked<TransferIntent> {
  return tracked.intent.kind === 'transfer'
}

/** Puts an intent among the open ones, in place of what was known of it. */
export function withOpen({ open, ...state }: IntentState, tracked: Tracked): IntentState {
  const others = open.filter(({ intent }) => intent.id !== tracked.intent.id)
  const all = [...others, tracked].sort((a, b) => a.intent.madeAt - b.intent.madeAt)
  return { ...state, open: all }
}

export function withoutOpen(state: IntentState, id: string): IntentState {
  return { ...state, open: state.open.filter(({ intent }) => intent.id !== id) }
}
