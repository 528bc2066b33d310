import type { AddressShape } from '../protocol/addressShape.js'
import type { PaymentLinks } from '../protocol/amounts/parsePaymentLink.js'
import type { CaipNetworkId, Namespace } from '../protocol/caip.js'
import type { Balance } from '../protocol/entities/Balance.js'
import type { Network } from '../protocol/entities/Network.js'
import type { Clock } from './clock.js'
import type { AccountFacts, Connector } from './connector.js'
import type { Names } from './names.js'
import type { Transfers } from './transfers.js'
import type { WalletProtocol } from './walletProtocol.js'

export type DiscoverContext = {
  readonly clock: Clock
  /** Whether to look for announced wallets (EIP-6963, Wallet Standard). */
  readonly isAnnouncedEnabled: boolean
  /** Whether to look for injected wallets (`window.ethereum`). */
  readonly isInjectedEnabled: boolean
  /**
   * Whether the visitor or the host knows the wallet with this rdns; such wallets stay if too many announce themselves.
   */
  readonly isKnown?: ((rdns: string) => boolean) | undefined
}

export type Amount = {
  /** In base units: wei, lamports, satoshi. */
  readonly units: bigint
  readonly decimals: number
  readonly symbol: string
  /** The part of `units` that cannot be sent now: staked, vesting, voted with. @default nothing */
  readonly locked?: bigint | undefined
}

/** The request function of an EIP-1193 provider, which other namespaces borrow. */
export type RequestFunction = (request: {
  readonly method: string
  readonly params?: unknown
}) => Promise<unknown>

/** The capabilities of a wallet for an account on its network. */
export type Capabilities = {
  /** The account is a contract, or acts as one: it carries out several calls as one transaction. */
  readonly isAtomic: boolean
  /** The wallet lists the account's assets. */
  readonly hasAssets: boolean
}

/** The wallet's present network and the accounts that it offers, its own choice first. */
export type WalletState = {
  readonly networkId: CaipNetworkId
  readonly addresses: readonly string[]
}

/** A request to sign: the message and the account. */
export type SignParameters = {
  readonly provider: unknown
  readonly address: string
  /** The wallet's facts about the account; in some families the account's type decides how it signs. */
  readonly account?: AccountFacts | undefined
  readonly networkId: CaipNetworkId
  /** A text, or raw bytes. */
  readonly message: string | Uint8Array
  /** The wallet's name, for error texts. */
  readonly wallet: string
}

/** An explorer's page, by its subject. */
export type ExplorerPage =
  | { readonly address: string }
  /** By its hash. */
  | { readonly tx: string }
  /** By its contract and its id in it. */
  | { readonly token: string; readonly tokenId: string }

/**
 * Passes an app's request to a wallet, or refuses it. `method` must be one of the family's
 * {@link WalletProtocol.methods}. `params` names the account and the chain in an object with `from`, `account`,
 * `address` or `pubkey`, and `chainId`; a request for another account or chain is refused. The gate calls `ask` once
 * the wallet may be asked, or never.
 */
export type Gate = (
  asked: { readonly method: string; readonly params?: unknown },
  ask: () => Promise<unknown>,
) => Promise<unknown>

/**
 * A question about a chain that the host's blockchain service answers: balances of accounts (with prices), their
 * history, their collectibles, their names, the permissions they gave, and what the chain's nodes are asked (`rpc`).
 */
export type ServedQuestion = 'balances' | 'history' | 'collectibles' | 'names' | 'permissions' | 'rpc'

/**
 * Everything that the kit knows about a chain family. An adapter omits the members that its family does not have. A new
 * family needs a new adapter and nothing else (docs/decisions/050).
 */
export type Adapter = {
  readonly namespace: Namespace
  /** The family's name, the same in every language. @default its namespace */
  readonly name?: string | undefined
  /** Looks for wallets in this page from now on, and passes all found so far to `onChange`; returns a stop function. */
  discover(context: DiscoverContext, onChange: (connectors: readonly Connector[]) => void): () => void
  /**
   * The address in its checksummed form, or `undefined` if it is not an address of this namespace.
   *
   * @param networkId Where networks write the same account differently, the address is written for this one.
   */
  toAddress(value: unknown, networkId?: CaipNetworkId): Promise<string | undefined>
  /**
   * The address of a recipient as the network writes it; `undefined` also if it is written for another network.
   *
   * @default as `toAddress`
   */
  toRecipient?(value: unknown, networkId: CaipNetworkId): Promise<string | undefined>
  /** An account's balance of the network's own coin, or of a token, read from the network's nodes. */
  getBalance(parameters: {
    readonly network: Network
    readonly address: string
    /** The token's contract. */
    readonly tokenAddress?: string | undefined
    readonly signal?: AbortSignal | undefined
  }): Promise<Amount>
  /**
   * Asks the wallet for its network and accounts, just before a request that its user must approve. The wallet shows
   * nothing to the visitor.
   *
   * @throws `WALLET_ANSWER_INVALID`
   */
  walletState(provider: unknown): Promise<WalletState>
  /**
   * Makes a provider for apps. It sends every request that the wallet's user must approve through `gate`, the kit's one
   * place that checks, shows and stores such requests. Families without EIP-1193 providers need it: without it apps get
   * no provider.
   *
   * @default the kit's own for a provider with `request`; else none
   */
  guardProvider?(parameters: {
    readonly provider: unknown
    readonly gate: Gate
    /** The address of the family's active account, for requests that name none. */
    readonly active?: (() => string | undefined) | undefined
  }): unknown
  /** Asks the wallet to sign a text or bytes; resolves to the signature in the namespace's encoding. */
  signMessage(parameters: SignParameters): Promise<string>
  /**
   * Asks the wallet to sign a sign-in message (CAIP-122), for families whose wallets have a method of their own for
   * that. The signature must be of exactly this text, or of one that only names the chain otherwise and comes back with
   * it. Returns `undefined` if the wallet has not signed it, and no person refused: then the kit asks for it as a message.
   *
   * @default as `signMessage`
   */
  signIn?(
    parameters: SignParameters & { readonly message: string },
  ): Promise<string | { readonly message: string; readonly signature: string } | undefined>
  /**
   * Whether two addresses, as wallets and services write them, are the same.
   *
   * @default compares all characters; hexadecimal addresses without case
   */
  isSameAddress?(one: string, other: string): boolean
  /**
   * Converts a host's or a wallet's chain id to the CAIP-2 reference (the part behind the namespace); `undefined` if no
   * chain of the family can have that id.
   *
   * @default for eip155 a number; for others 1 to 32 of the characters that CAIP-2 allows
   */
  toReference?(value: unknown): string | undefined
  /**
   * Which parts of an address distinguish it for a reader. @default for known formats: `0x`, bech32, else all
   * characters
   */
  addressShape?(address: string): AddressShape
  /**
   * The path of an explorer's page, with its query; `undefined` if its explorers have no such page.
   *
   * @param explorer The address of the network's explorer.
   * @default `/address/…`, `/tx/…` and `/token/…?a=…`
   */
  explorerPath?(page: ExplorerPage, explorer: string): string | undefined
  /** The family's payment links; without them its payments use bare addresses. */
  paymentLinks?: (() => Promise<PaymentLinks>) | undefined
  /** The family's account names; without them visitors can enter only addresses. */
  names?: (() => Promise<Names>) | undefined
  /**
   * The questions that the kit may send to the host's blockchain service about its chains. The service itself says
   * which chains it serves.
   *
   * @default everything
   */
  readonly services?: readonly ServedQuestion[] | undefined
  /**
   * For how long a block may take a transfer after it was sent, in milliseconds, in families where that is minutes. For
   * so long an open status screen looks each second, however long it has waited; then less and less often.
   *
   * @default less and less often from the start
   */
  readonly transferLife?: number | undefined
  /**
   * Its main network. The kit also looks up wallets by it, so that an app on a test network lists them.
   *
   * @default none: wallets are looked up by the app's own networks
   */
  readonly mainnet?: CaipNetworkId | undefined
  /**
   * The lists of a network's `rpcUrls` that the adapter uses.
   *
   * @default `['http']`
   */
  readonly rpcTransports?: readonly ('http' | 'webSocket')[] | undefined
  /** The methods and events that it uses with wallets over the connection protocol. */
  walletProtocol?: (() => Promise<WalletProtocol>) | undefined
  /**
   * Reads facts about the granted accounts from the properties of a connection protocol session (CAIP-25). Leaves out
   * facts about other accounts.
   */
  accountFacts?(parameters: {
    readonly addresses: readonly string[]
    readonly properties: { readonly [name: string]: string }
  }): readonly AccountFacts[]
  /**
   * The account's assets on a network as the wallet itself lists them, if it has {@link Capabilities.hasAssets};
   * `undefined` for an unsound answer.
   */
  assets?(parameters: {
    readonly provider: unknown
    readonly address: string
    readonly networkId: CaipNetworkId
  }): Promise<readonly Balance[] | undefined>
  /** The capabilities of a wallet in this page. If this throws, the wallet counts as having none. */
  capabilities?(parameters: {
    readonly provider: unknown
    readonly address: string
    readonly networkId: CaipNetworkId
  }): Promise<Capabilities>
  /**
   * Whether an account is a contract: a verifier that knows only keys refuses its signature, and the signature may hold
   * on one network only. With `signature`, whether a contract signed that.
   */
  isSmartAccount?(parameters: {
    readonly clock: Clock
    readonly network: Network
    readonly address: string
    readonly signature?: string | undefined
  }): Promise<boolean>
  /**
   * How fast its transfers can be carried out, by name, in families where the fee decides that; the visitor may choose.
   *
   * @default there is no choice
   */
  readonly speeds?:
    | readonly {
        readonly name: string
        /** How long it takes, about. */
        readonly minutes: number
        /** It is used unless the visitor chooses another. */
        readonly isUsual?: boolean | undefined
      }[]
    | undefined
  /**
   * Its transfers spend coins, which their quotes name: two transfers are both carried out unless they spend the same
   * coin. So the kit tells a new quote of the earlier ones ({@link Transfers.estimate}), and remembers a transfer that
   * the visitor has given up.
   *
   * @default its transfers are numbered, or expire
   */
  readonly spendsCoins?: true | undefined
  /** The code that sends; a family without it offers no sending. */
  transfers?: (() => Promise<Transfers>) | undefined
}
