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
  /** What an account holds of the network's own coin, read from the network's first RPC address. */
  getBalance(parameters: {
    readonly network: Network
    readonly address: string
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
}
