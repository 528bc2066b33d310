import type { Network } from '../protocol/entities/Network.js'
import type { AccountFacts } from './connector.js'

/** Some of a network's coin, or of a token, from one account to another. */
export type Transfer = {
  readonly from: string
  /** What the wallet told of the account that sends: its public key, where a family needs that. */
  readonly sender?: AccountFacts | undefined
  readonly to: string
  /** In base units of what is sent. */
  readonly units: bigint
  /** The token, as its family names it; absent for the network's own coin. */
  readonly tokenAddress?: string | undefined
}

/**
 * What a transfer costs, in base units of the network's coin as decimal texts. JSON: a form keeps it, and an intent is
 * asked for with it.
 */
export type FeeQuote = {
  /** The most that the network may take: what must be left of the coin, or nothing is sent. */
  readonly most: string
  /**
   * What must stay in the account besides the fee: a deposit without which the account would end, or what is locked.
   *
   * @default nothing
   */
  readonly kept?: string | undefined
  /** What it will take about: what a visitor reads. */
  readonly about: string
  /** The family's own terms behind the quote; nobody else reads them. It gets them back in {@link Transfers.send}. */
  readonly terms?: { readonly [name: string]: string } | undefined
}

/** What the chain itself says of a transfer, whatever any service says. JSON. */
export type TransferFacts = {
  /** There is code at the recipient, which may not be able to give back what it gets. */
  readonly isContract: boolean
  /** Of the token: how it counts and what it calls itself. Absent for the network's own coin. */
  readonly token?: { readonly decimals: number; readonly symbol?: string | undefined } | undefined
}

/**
 * What is known of a request before the wallet is asked. It is stored first, so that what became of the request can be
 * found out without the wallet's answer.
 */
export type Asked = {
  readonly kind: SentTransfer['kind']
  /** The number that the account's next transaction has, where the family counts them. */
  readonly nonce?: number | undefined
  /** The height of the chain: what was asked for is in no block up to it. */
  readonly height?: number | undefined
  /** The id that the batch of calls was given (EIP-5792). */
  readonly callsId?: string | undefined
}

/** What became of a request whose answer is not known. */
export type Found =
  /** The chain or the wallet has it. */
  | { readonly status: 'sent'; readonly sent: SentTransfer }
  /**
   * Another transaction has the number, none since is it, and none of the account's waits. One node at one moment says so:
   * only where several looks agree, and the wallet does not hold the request any more, it was not sent.
   */
  | { readonly status: 'used'; readonly by?: string | undefined }
  /** Nothing tells yet: it may still be sent. */
  | { readonly status: 'open' }

/** A transfer that the wallet has taken: a transaction by its hash, or a batch of calls by its id (EIP-5792). */
export type SentTransfer = { readonly kind: 'transaction' | 'calls'; readonly id: string }

export type TransferStatus = {
  /** `other`: the id is that of something else than the transfer that it was to be. */
  readonly status: 'pending' | 'confirmed' | 'failed' | 'other'
  /** The transaction's hash, once it is known. */
  readonly hash?: string | undefined
  /** Its number among the account's transactions, once it is known; absent where somebody else made it. */
  readonly nonce?: number | undefined
  /** Of `other`: it is in a block. */
  readonly isMined?: boolean | undefined
  /** No block has it, and the account's next number is beyond its own: another transaction seems to have taken its place. */
  readonly isOutrun?: boolean | undefined
}

/**
 * The wallet's provider, where the wallet reads the chain by itself: it is asked where the network's own node does not
 * answer. Absent where the kit reads for the wallet, as over the connection protocol.
 */
export type Witness = unknown

/**
 * How a chain family sends. Loaded when a visitor first sends.
 *
 * What makes or ends a transfer (`facts`, a firm `estimate`, `prepare`, `find`, `status`) is never asked of the host's service (`docs/decisions/112`).
 */
export type Transfers = {
  /**
   * By which method the wallet is asked for each kind, over the connection protocol: an answer that comes only after a
   * reload is known by it.
   *
   * @default such an answer is not read: the chain tells what became of the transfer
   */
  readonly methods?: { readonly [kind in SentTransfer['kind']]?: string } | undefined
  /** @throws `INSUFFICIENT_FEE_FUNDS`, `TRANSFER_REFUSED`, `FEE_ESTIMATE_FAILED`, `NETWORK_UNREADABLE` where `isFirm` */
  estimate(parameters: {
    readonly network: Network
    readonly transfer: Transfer
    readonly signal?: AbortSignal | undefined
    /** The quote becomes part of an intent: it is asked of the network's own nodes, else of the witness. */
    readonly isFirm?: boolean | undefined
    readonly witness?: Witness
  }): Promise<FeeQuote>
  /** What the account has of the token, or of the coin, at this moment, in base units. */
  balance(parameters: {
    readonly network: Network
    readonly address: string
    readonly tokenAddress?: string | undefined
  }): Promise<bigint>
  /** Whether an address is a contract, which may not be able to give back what it gets. */
  isContract(parameters: { readonly network: Network; readonly address: string }): Promise<boolean>
  /**
   * Whether an address is known to belong to nobody, as the ones that stand for burning do: what is sent there is lost.
   *
   * @default none is
   */
  isNobodys?(address: string): boolean
  /**
   * What the chain says of a transfer before it is reviewed.
   *
   * @throws `NETWORK_UNREADABLE`; `TOKEN_UNREADABLE` where there is no such token: what is sent to it would do something else.
   */
  facts(parameters: {
    readonly network: Network
    readonly to: string
    readonly tokenAddress?: string | undefined
    readonly witness?: Witness
  }): Promise<TransferFacts>
  /**
   * What will tell later what became of a request that is about to be made.
   *
   * @throws `NETWORK_UNREADABLE`
   */
  prepare(parameters: {
    readonly network: Network
    readonly from: string
    readonly isAtomic: boolean
    readonly witness?: Witness
  }): Promise<Asked>
  /**
   * Asks the wallet; resolves when it has taken the transfer, long before that is in a block.
   *
   * @throws `REQUEST_REJECTED`, `WALLET_METHOD_UNSUPPORTED`, `METHOD_NOT_GRANTED`, `NETWORK_NOT_GRANTED` and
   *   `REQUEST_TOO_LARGE` where it is clear that the wallet has not. After anything else nobody knows:
   *   {@link Transfers.find}.
   */
  send(parameters: {
    readonly provider: unknown
    readonly network: Network
    readonly transfer: Transfer
    readonly asked: Asked
    /** What it may cost: given where the rest of the balance is sent, so that the wallet takes no more. */
    readonly fee?: FeeQuote | undefined
    readonly wallet: string
  }): Promise<SentTransfer>
  /** Looks for what became of a request whose answer is not known. */
  find(parameters: {
    /** Absent while no wallet is connected: the chain is asked alone. */
    readonly provider?: unknown
    readonly witness?: Witness
    readonly network: Network
    readonly transfer: Transfer
    readonly asked: Asked
    /** The hashes of transactions that are known to be other transfers. */
    readonly others?: readonly string[] | undefined
  }): Promise<Found>
  /**
   * How it stands with a transfer that was sent. `confirmed` and `failed` are the chain's word alone: what a wallet says of
   * a batch of calls only names the transactions to look at.
   */
  status(parameters: {
    readonly provider?: unknown
    readonly witness?: Witness
    readonly network: Network
    /** With whose it is, and its number as it was found out before. */
    readonly sent: SentTransfer & {
      readonly from?: string | undefined
      readonly nonce?: number | undefined
      /** Of a batch of calls: the transaction that was found for it before. */
      readonly hash?: string | undefined
    }
    /** What it is to be, and what was known when it was asked for: whatever else has the id is `other`. */
    readonly transfer?: Transfer | undefined
    readonly asked?: Asked | undefined
  }): Promise<TransferStatus>
}
