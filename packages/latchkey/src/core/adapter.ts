import type { Namespace } from '../protocol/caip.js'
import type { Network } from '../protocol/entities/Network.js'
import type { Clock } from './clock.js'
import type { Connector } from './connector.js'

export type DiscoverContext = {
  readonly clock: Clock
  /** Whether to look for announced wallets (EIP-6963, Wallet Standard). */
  readonly isAnnouncedEnabled: boolean
  /** Whether to look for plainly injected ones (`window.ethereum`). */
  readonly isInjectedEnabled: boolean
}

export type Amount = {
  /** In base units: wei, lamports, satoshi. */
  readonly units: bigint
  readonly decimals: number
  readonly symbol: string
}

/** Some of a network's coin, or of a token, from one account to another. */
export type Transfer = {
  readonly from: string
  readonly to: string
  /** In base units of what is sent. */
  readonly units: bigint
  /** The token's contract; absent for the network's own coin. */
  readonly tokenAddress?: string | undefined
}

/** What sending costs at most and about, in base units of the network's coin. */
export type TransferFee = {
  readonly gasLimit: bigint
  /** The most that a unit of gas may cost. */
  readonly gasPriceUnits: bigint
  /** What the validator gets of it. */
  readonly tipUnits?: bigint | undefined
  /** What a rollup takes on top for its data. */
  readonly dataFeeUnits: bigint
  /** What it will cost about, all of it. */
  readonly feeUnits: bigint
}

/** A transfer that the wallet has taken: a transaction by its hash, or a batch of calls by its id (EIP-5792). */
export type SentTransfer = { readonly kind: 'transaction' | 'calls'; readonly id: string }

export type TransferStatus = {
  readonly status: 'pending' | 'confirmed' | 'failed'
  /** The transaction's hash, once it is known. */
  readonly hash?: string | undefined
  /** Its number among the account's transactions, once it is known. */
  readonly nonce?: number | undefined
  /** No block has it, and the account's next number is beyond its own: another transaction seems to have taken its place. */
  readonly isOutrun?: boolean | undefined
}

/** How a namespace sends. Loaded when a visitor first sends. */
export type Transfers = {
  /** @throws `INSUFFICIENT_GAS_FUNDS`, `TRANSFER_REFUSED`, `ESTIMATE_GAS_FAILED` */
  estimate(parameters: {
    readonly network: Network
    readonly transfer: Transfer
    readonly signal?: AbortSignal | undefined
  }): Promise<TransferFee>
  /** What the account has of the token, or of the coin, at this moment, in base units. */
  balance(parameters: {
    readonly network: Network
    readonly address: string
    readonly tokenAddress?: string | undefined
  }): Promise<bigint>
  /** Whether an address is a contract, which may not be able to give back what it gets. */
  isContract(parameters: { readonly network: Network; readonly address: string }): Promise<boolean>
  /** Asks the wallet; resolves when it has taken the transfer, long before that is in a block. */
  send(parameters: {
    readonly provider: unknown
    readonly network: Network
    readonly transfer: Transfer
    /** What it may cost: given where the rest of the balance is sent, so that the wallet takes no more. */
    readonly fee?: TransferFee | undefined
    /** Whether the account is a contract that takes calls in its own way (EIP-5792). */
    readonly isAtomic: boolean
    readonly wallet: string
  }): Promise<SentTransfer>
  /** How it stands with a transfer that was sent. */
  status(parameters: {
    readonly provider?: unknown
    readonly network: Network
    /** With whose it is, and its number as it was found out before. */
    readonly sent: SentTransfer & {
      readonly from?: string | undefined
      readonly nonce?: number | undefined
    }
  }): Promise<TransferStatus>
}

/** The request function of an EIP-1193 provider, which other namespaces borrow. */
export type RequestFunction = (request: {
  readonly method: string
  readonly params?: unknown
}) => Promise<unknown>

/** What the kit must know of one chain namespace. */
export type Adapter = {
  readonly namespace: Namespace
  /** Looks for wallets in this page, now and later, and tells of all found so far; returns its cancellation. */
  discover(context: DiscoverContext, onChange: (connectors: readonly Connector[]) => void): () => void
  /** The address in its checksummed form, or `undefined` if it is none of this namespace. */
  toAddress(value: unknown): Promise<string | undefined>
  /** What an account holds of the network's own coin, or of a token, read from the network's first RPC address. */
  getBalance(parameters: {
    readonly network: Network
    readonly address: string
    /** The token's contract. */
    readonly tokenAddress?: string | undefined
    readonly signal?: AbortSignal | undefined
  }): Promise<Amount>
  /** Asks the wallet to sign a text; resolves to the signature as the namespace writes it. */
  signMessage(parameters: {
    readonly provider: unknown
    readonly address: string
    readonly message: string
    /** What the wallet calls itself, for what is said of a failure. */
    readonly wallet: string
  }): Promise<string>
  /** How to send; a namespace without it offers no sending. */
  transfers?: (() => Promise<Transfers>) | undefined
}
