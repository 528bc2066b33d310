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
  /** Whether to look for plainly injected ones (`window.ethereum`). */
  readonly isInjectedEnabled: boolean
  /** Whether a wallet of this name (reverse domain) is one that the visitor or the host knows: it outlasts a flood. */
  readonly isKnown?: ((rdns: string) => boolean) | undefined
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

/** What a wallet can do for an account on its network. */
export type Capabilities = {
  /** The account is a contract, or acts as one: it takes several calls as one. */
  readonly isAtomic: boolean
  /** The wallet tells what the account holds. */
  readonly hasAssets: boolean
}

/** What the wallet says of itself at this moment: where it is, and which accounts it offers, its own choice first. */
export type WalletState = {
  readonly networkId: CaipNetworkId
  readonly addresses: readonly string[]
}

/** What a wallet is asked to sign, and by which of its accounts. */
export type SignParameters = {
  readonly provider: unknown
  readonly address: string
  /** What the wallet told of the account: some families sign by its type. */
  readonly account?: AccountFacts | undefined
  readonly networkId: CaipNetworkId
  /** A text, or bytes as they are. */
  readonly message: string | Uint8Array
  /** What the wallet calls itself, for what is said of a failure. */
  readonly wallet: string
}

/** What an explorer of a chain shows on a page of its own. */
export type ExplorerPage =
  | { readonly address: string }
  /** By its hash. */
  | { readonly tx: string }
  /** By its contract and its number there. */
  | { readonly token: string; readonly tokenId: string }

/**
 * What an app's question to a wallet goes through. `method` is one of the family's {@link WalletProtocol.methods}; any other
 * is refused. `params` says whose account and which chain, so that what is another's is refused: an object with `from`,
 * `account`, `address` or `pubkey`, and `chainId`. `ask` is called once the wallet may be asked, or never.
 */
export type Gate = (
  asked: { readonly method: string; readonly params?: unknown },
  ask: () => Promise<unknown>,
) => Promise<unknown>

/**
 * A question that the host's blockchain service answers of a chain: what accounts hold (with prices), did, and own of
 * collectibles, which names they have, which permissions they gave, and requests to the chain itself, passed on as JSON-RPC.
 */
export type ServedQuestion = 'balances' | 'history' | 'collectibles' | 'names' | 'permissions' | 'rpc'

/**
 * A chain family: all that the kit knows of one. What a family does not have, its adapter leaves out; a new family is a new
 * adapter and nothing else (docs/decisions/050).
 */
export type Adapter = {
  readonly namespace: Namespace
  /** What the family is called, the same in every language. @default its namespace */
  readonly name?: string | undefined
  /** Looks for wallets in this page, now and later, and tells of all found so far; returns its cancellation. */
  discover(context: DiscoverContext, onChange: (connectors: readonly Connector[]) => void): () => void
  /** The address in its checksummed form, or `undefined` if it is none of this namespace. */
  toAddress(value: unknown): Promise<string | undefined>
  /** What an account holds of the network's own coin, or of a token, read from the network's nodes. */
  getBalance(parameters: {
    readonly network: Network
    readonly address: string
    /** The token's contract. */
    readonly tokenAddress?: string | undefined
    readonly signal?: AbortSignal | undefined
  }): Promise<Amount>
  /**
   * Asks the wallet where it is and for which accounts, just before it is asked for anything that its person approves. It
   * does not bother the visitor.
   *
   * @throws `WALLET_ANSWER_INVALID`
   */
  walletState(provider: unknown): Promise<WalletState>
  /**
   * A provider for apps whose every question that the wallet's person approves goes through `gate`: the kit's one place
   * where such questions are checked, shown and kept. Needed where the family's providers are no EIP-1193 ones: without it
   * apps get none.
   *
   * @default for a provider with `request`, the kit's own; else none
   */
  guardProvider?(parameters: { readonly provider: unknown; readonly gate: Gate }): unknown
  /** Asks the wallet to sign a text, or bytes; resolves to the signature as the namespace writes it. */
  signMessage(parameters: SignParameters): Promise<string>
  /**
   * Asks the wallet to sign a message to sign in with (CAIP-122), where its wallets have a way of their own for that. The
   * signature is of this very text: one of another is no answer.
   *
   * @default as `signMessage`
   */
  signIn?(parameters: SignParameters & { readonly message: string }): Promise<string>
  /**
   * Whether two addresses, as wallets and services write them, are one.
   *
   * @default the same letters; of hexadecimal ones the same digits.
   */
  isSameAddress?(one: string, other: string): boolean
  /**
   * What its chains are called in CAIP-2, of what a host or a wallet writes: the part behind the namespace, or `undefined`
   * if no chain of the family can be called so.
   *
   * @default for eip155 a number; for others 1 to 32 of the characters that CAIP-2 allows
   */
  toReference?(value: unknown): string | undefined
  /** What of an address a person sees. @default as of the known writings: `0x`, bech32, else every character. */
  addressShape?(address: string): AddressShape
  /**
   * Where explorers of its chains show something: a path, with a query if need be. `undefined` where they do not.
   *
   * @param explorer The address of the network's explorer.
   * @default `/address/…`, `/tx/…` and `/token/…?a=…`
   */
  explorerPath?(page: ExplorerPage, explorer: string): string | undefined
  /** The links by which it is paid; a family without them is paid by addresses alone. */
  paymentLinks?: (() => Promise<PaymentLinks>) | undefined
  /** The names of its accounts; a family without them takes addresses alone. */
  names?: (() => Promise<Names>) | undefined
  /**
   * What the host's blockchain service may be asked for its chains. The service says besides for which chains it answers.
   *
   * @default everything
   */
  readonly services?: readonly ServedQuestion[] | undefined
  /**
   * Its main network. Wallets are looked up by it too, so that an app on a test network lists them.
   *
   * @default none: wallets are looked up by the app's own networks
   */
  readonly mainnet?: CaipNetworkId | undefined
  /**
   * What its chains' nodes are asked over: of a network's `rpcUrls`, which lists it reads.
   *
   * @default `['http']`
   */
  readonly rpcTransports?: readonly ('http' | 'webSocket')[] | undefined
  /** What it speaks with wallets over the connection protocol. */
  walletProtocol?: (() => Promise<WalletProtocol>) | undefined
  /**
   * What a session of the connection protocol tells of the accounts that it grants, read from its properties (CAIP-25).
   * What is told of others is left out.
   */
  accountFacts?(parameters: {
    readonly addresses: readonly string[]
    readonly properties: { readonly [name: string]: string }
  }): readonly AccountFacts[]
  /**
   * All that the wallet itself says an account holds on a network, where it has {@link Capabilities.hasAssets}; `undefined`
   * for an answer that is unsound.
   */
  assets?(parameters: {
    readonly provider: unknown
    readonly address: string
    readonly networkId: CaipNetworkId
  }): Promise<readonly Balance[] | undefined>
  /** What a wallet in this page can do beyond signing and sending. May throw: what it cannot say, it cannot do. */
  capabilities?(parameters: {
    readonly provider: unknown
    readonly address: string
    readonly networkId: CaipNetworkId
  }): Promise<Capabilities>
  /** Whether a contract, and no key, signed: a verifier that knows keys alone refuses that. */
  isSmartAccount?(parameters: {
    readonly clock: Clock
    readonly network: Network
    readonly address: string
    readonly signature: string
  }): Promise<boolean>
  /** How to send; a namespace without it offers no sending. */
  transfers?: (() => Promise<Transfers>) | undefined
}
