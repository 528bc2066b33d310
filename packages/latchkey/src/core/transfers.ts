import type { Network } from '../protocol/entities/Network.js'
import type { AccountFacts } from './connector.js'

/** A transfer of a network's coin, or of a token, from one account to another. */
export type Transfer = {
  readonly from: string
  /** The wallet's facts about the sending account, such as its public key; some families need them. */
  readonly sender?: AccountFacts | undefined
  readonly to: string
  /** In base units of the coin or token. */
  readonly units: bigint
  /** The token's id in its family; absent for the network's own coin. */
  readonly tokenAddress?: string | undefined
}

/**
 * The cost of a transfer, in base units of the network's coin as decimal texts. JSON, because the form and the intent
 * contain it.
 */
export type FeeQuote = {
  /** The highest possible fee. The account must have this much of the coin, or the transfer cannot be sent. */
  readonly most: string
  /**
   * The amount that must stay in the account besides the fee: a deposit that keeps the account alive, or a locked
   * amount.
   *
   * @default nothing
   */
  readonly kept?: string | undefined
  /** The smallest amount that the recipient can be sent, where the chain has one for it. @default nothing is too little */
  readonly least?: string | undefined
  /** The likely fee, for display. */
  readonly about: string
  /** What the token itself takes of the amount, in its base units: the recipient gets so much less. @default nothing */
  readonly withheld?: string | undefined
  /**
   * Only for `isRest`: the amount that is sent, by the same reading of the chain as the fee.
   *
   * @default the known balance without the fee and what is kept
   */
  readonly rest?: string | undefined
  /** How long the transfer takes at this fee, about; in families where the fee decides that. */
  readonly minutes?: number | undefined
  /** What the transfer spends may hold collectibles, which it would give away; nothing on the chain tells. */
  readonly mayHoldCollectibles?: true | undefined
  /** None is expected on what the transfer spends, but nothing on the chain tells that there is none. */
  readonly areCoinsUnread?: true | undefined
  /**
   * The coins that the transfer spends, in families that spend coins: how many there are and their sum, what of it comes
   * back to the account, and the fee's rate with its unit.
   */
  readonly spent?:
    | {
        readonly count: number
        readonly units: string
        readonly change: string
        readonly rate: string
      }
    | undefined
  /**
   * The family's own data behind the quote, passed back to it in {@link Transfers.prepare} and {@link Transfers.send};
   * no other code reads it.
   */
  readonly terms?: { readonly [name: string]: string } | undefined
}

/** The quotes of earlier transfers from the same account that may still be carried out. */
export type Earlier = {
  /** They wait for a block, so what they spend is spent, even if a node does not know it yet. */
  readonly sent: readonly FeeQuote[]
  /** Their outcome is unknown. The chain must not be able to carry out the next transfer and one of these. */
  readonly unsettled: readonly FeeQuote[]
}

/** Facts about a transfer read from the chain itself, never from a service. JSON. */
export type TransferFacts = {
  /** The recipient is a contract, which may not be able to return the funds. */
  readonly isContract: boolean
  /** Besides: no key can own the recipient, so what it gets is lost unless its program says otherwise. */
  readonly isKeyless?: boolean | undefined
  /** The token's decimals and symbol in its contract. Absent for the network's own coin. */
  readonly token?: { readonly decimals: number; readonly symbol?: string | undefined } | undefined
}

/**
 * The facts about a request before the wallet is asked. They are stored first, so that the kit can find out the
 * request's outcome without the wallet's answer.
 */
export type Asked = {
  readonly kind: SentTransfer['kind']
  /** The nonce of the account's next transaction, in families that count them. */
  readonly nonce?: number | undefined
  /**
   * How many of the account's transactions waited for a block, if any did: a wallet may put the transfer in the place of
   * one of them, with its nonce.
   */
  readonly waiting?: number | undefined
  /** The chain's height: no block up to it contains the transfer, unless a reorganisation puts it there later. */
  readonly height?: number | undefined
  /** The id of the batch of calls (EIP-5792). */
  readonly callsId?: string | undefined
  /** The family's own facts, for families that neither count transactions nor batch them; no other code reads them. */
  readonly terms?: { readonly [name: string]: string } | undefined
}

/** The outcome of a request without a known answer. */
export type Found =
  /** The chain or the wallet has it. */
  | { readonly status: 'sent'; readonly sent: SentTransfer }
  /**
   * Another transaction has used the nonce, no later one is the transfer, and the account has none pending. That is one
   * node's answer at one time: the transfer counts as not sent only if several looks agree and the wallet no longer has
   * the request. In families whose transactions expire also this: the time has passed in which a block could contain it.
   */
  | {
      readonly status: 'used'
      /**
       * The hash of the account's transaction that took its place: it has the transfer's nonce or spends its coins; in a
       * family with neither, the account signed it after the wallet was asked, and it sends something else than was
       * reviewed. If the wallet said that it refused, the visitor is told of this transaction. Absent if there is none.
       */
      readonly by?: string | undefined
      /** That time has passed: even if the wallet still has the request, nothing can come of it. */
      readonly isOver?: boolean | undefined
    }
  /**
   * Not known yet: it may still be sent. `by`: a transaction of the account from about this time that may be it, such as
   * one to the same recipient with another amount. `isUnread`: something that may show it could not be read, so even a
   * transfer that the wallet says it refused may have been sent.
   */
  | {
      readonly status: 'open'
      readonly by?: string | undefined
      readonly isUnread?: boolean | undefined
    }

/** A transfer that the wallet has taken: a transaction by its hash, or a batch of calls by its id (EIP-5792). */
export type SentTransfer = { readonly kind: 'transaction' | 'calls'; readonly id: string }

export type TransferStatus = {
  /** `other`: the id belongs to something other than the expected transfer. */
  readonly status: 'pending' | 'confirmed' | 'failed' | 'other'
  /** The transaction's hash, once it is known. */
  readonly hash?: string | undefined
  /** Its nonce, once it is known; absent if another account made the transaction. */
  readonly nonce?: number | undefined
  /** Only for `other`: it is in a block. */
  readonly isMined?: boolean | undefined
  /** It is in no block, and another transaction seems to have replaced it: its nonce or one of its coins is used. */
  readonly isOutrun?: boolean | undefined
  /** It is in no block, and the time in which a block could take it seems over. */
  readonly isExpired?: boolean | undefined
  /** A node knows it: it waits for a block, or it is in one and no node shows yet what it did there. */
  readonly isSeen?: boolean | undefined
}

/**
 * The provider of a wallet that reads the chain by itself. The kit asks it if the network's own nodes do not answer.
 * Absent if the kit reads for the wallet, as over the connection protocol.
 */
export type Witness = unknown

/**
 * How a chain family sends. Loaded when a visitor first sends.
 *
 * The calls that make or end a transfer (`facts`, a firm `estimate`, `prepare`, `find`, `status`) never ask the host's
 * service (`docs/decisions/112`).
 */
export type Transfers = {
  /**
   * By kind, the method of the request over the connection protocol. It identifies an answer that comes after a reload.
   *
   * @default such an answer is not read: the kit finds the outcome on the chain
   */
  readonly methods?: { readonly [kind in SentTransfer['kind']]?: string } | undefined
  /**
   * @throws `INSUFFICIENT_FEE_FUNDS`, `TRANSFER_REFUSED`, `FEE_ESTIMATE_FAILED`, `NETWORK_UNREADABLE` where `isFirm`
   */
  estimate(parameters: {
    readonly network: Network
    readonly transfer: Transfer
    readonly signal?: AbortSignal | undefined
    /** All of the coin is sent; then `units` is 1, and the family itself knows what the rest is. */
    readonly isRest?: boolean | undefined
    /** The name of one of the family's {@link Adapter.speeds}. @default its usual one */
    readonly speed?: string | undefined
    /** Only for families that spend coins ({@link Adapter.spendsCoins}). */
    readonly earlier?: Earlier | undefined
    /** The quote becomes part of an intent, so it comes from the network's own nodes, else from the witness. */
    readonly isFirm?: boolean | undefined
    readonly witness?: Witness
  }): Promise<FeeQuote>
  /** The account's present balance of the token or coin, in base units. */
  balance(parameters: {
    readonly network: Network
    readonly address: string
    readonly tokenAddress?: string | undefined
  }): Promise<bigint>
  /** Whether an address is a contract, which may not be able to return the funds. */
  isContract(parameters: { readonly network: Network; readonly address: string }): Promise<boolean>
  /**
   * Whether an address is known to belong to nobody, such as a burn address: funds sent there are lost.
   *
   * @default none is
   */
  isNobodys?(address: string): boolean
  /**
   * Reads the facts about a transfer from the chain before the review.
   *
   * @throws `NETWORK_UNREADABLE`; `TOKEN_UNREADABLE` if no such token exists: a call to that address would do something
   *   else; `TRANSFER_REFUSED` for a recipient that can never give anything back.
   */
  facts(parameters: {
    readonly network: Network
    readonly to: string
    readonly tokenAddress?: string | undefined
    readonly witness?: Witness
  }): Promise<TransferFacts>
  /**
   * Reads the facts that later help to find the outcome of the request. Nothing was asked yet, so this is also where a
   * family refuses what its network would.
   *
   * @throws `NETWORK_UNREADABLE`, `INSUFFICIENT_FEE_FUNDS`, `TRANSFER_REFUSED`
   */
  prepare(parameters: {
    readonly network: Network
    readonly from: string
    readonly isAtomic: boolean
    readonly witness?: Witness
    /** The transfer that the wallet is about to be asked for; absent if only the facts of the account are read. */
    readonly transfer?: Transfer | undefined
    /** Its quote as it was reviewed. */
    readonly fee?: FeeQuote | undefined
    /**
     * An identical transfer that the wallet refused lately, and may have sent. A family whose transactions expire asks
     * for the same transaction again while that is valid, because the network takes it only once.
     */
    readonly again?: { readonly asked: Asked; readonly fee?: FeeQuote | undefined } | undefined
  }): Promise<Asked>
  /**
   * Asks the wallet; resolves when it has accepted the transfer, long before that is in a block.
   *
   * @throws `REQUEST_REJECTED`, `WALLET_METHOD_UNSUPPORTED`, `METHOD_NOT_GRANTED`, `NETWORK_NOT_GRANTED` and
   *   `REQUEST_TOO_LARGE` if the wallet has certainly not sent it; `REVIEW_OUTDATED` if it was not asked. After any
   *   other error the outcome is unknown: {@link Transfers.find}. So it is after `TRANSFER_ALTERED`: the wallet has
   *   signed something else, which the family has not put on the chain, and the wallet itself may have.
   */
  send(parameters: {
    readonly provider: unknown
    readonly network: Network
    readonly transfer: Transfer
    readonly asked: Asked
    /** The quote as it was reviewed. */
    readonly fee?: FeeQuote | undefined
    /** The whole balance is sent, so the wallet must use no higher fee. */
    readonly isRest?: boolean | undefined
    readonly wallet: string
    /**
     * Whether the visitor still waits for it. A family that broadcasts by itself asks this first: a signature that
     * comes after the visitor has given up is dropped.
     */
    readonly isWanted?: (() => boolean) | undefined
  }): Promise<SentTransfer>
  /** Looks for the outcome of a request without a known answer. */
  find(parameters: {
    /** Absent while no wallet is connected: then only the chain is asked. */
    readonly provider?: unknown
    readonly witness?: Witness
    readonly network: Network
    readonly transfer: Transfer
    readonly asked: Asked
    /** Hashes of transactions that are known to be other transfers. */
    readonly others?: readonly string[] | undefined
    /** The quote of the reviewed transfer. */
    readonly fee?: FeeQuote | undefined
  }): Promise<Found>
  /**
   * The status of a sent transfer. Only the chain decides `confirmed` and `failed`; a wallet's answer about a batch of
   * calls only names the transactions to look at.
   */
  status(parameters: {
    readonly provider?: unknown
    readonly witness?: Witness
    readonly network: Network
    /** With its sender, and its nonce if that was found before. */
    readonly sent: SentTransfer & {
      readonly from?: string | undefined
      readonly nonce?: number | undefined
      /** For a batch of calls: its transaction, if that was found before. */
      readonly hash?: string | undefined
    }
    /** The expected transfer, and the facts when it was asked for; a transaction that differs is `other`. */
    readonly transfer?: Transfer | undefined
    readonly asked?: Asked | undefined
    /** Hashes of transactions that are known to be other transfers. */
    readonly others?: readonly string[] | undefined
    /** The quote of the reviewed transfer. */
    readonly fee?: FeeQuote | undefined
  }): Promise<TransferStatus>
}
