import type { CaipNetworkId, Namespace } from '../protocol/caip.js'
import type { Network } from '../protocol/entities/Network.js'
import type { KitError } from '../protocol/errors.js'

/** How a wallet is reached (spec §3 "Connector"). The kit makes none of `MULTI_CHAIN`; a host's own may be one (decision 278). */
export type ConnectorType = 'EXTERNAL' | 'WALLET_CONNECT' | 'INJECTED' | 'ANNOUNCED' | 'AUTH' | 'MULTI_CHAIN'

/** The data of a connector for screens. Plain JSON. */
export type ConnectorInfo = {
  /** Unique within the kit, and the same on the next page load, so that the connection can be restored. */
  readonly id: string
  readonly type: ConnectorType
  readonly name: string
  readonly namespaces: readonly Namespace[]
  readonly imageUrl?: string | undefined
  readonly imageId?: string | undefined
  /** The wallet's id in the explorer, if known. */
  readonly explorerId?: string | undefined
  readonly rdns?: string | undefined
  /**
   * Distinguishes this wallet from another that claims the same id. A connection is restored only if it has not
   * changed.
   */
  readonly fingerprint?: string | undefined
  /** Another announced wallet has the same or a confusable name, or the same rdns: show the rdns of both. */
  readonly isAmbiguous?: boolean | undefined
  /** The number of those wallets, including this one. */
  readonly sameName?: number | undefined
}

/** A wallet's facts about an account besides its address. Plain JSON. */
export type AccountFacts = {
  readonly address: string
  /** The account's type in its family's terms: `eoa` and `smartAccount`, `payment` and `ordinal`, `sr25519`. */
  readonly type: string
  /** In its family's encoding. */
  readonly publicKey?: string | undefined
  /** The wallet's derivation path (BIP-32). */
  readonly path?: string | undefined
}

/** The part of a session for one namespace. Plain JSON. */
export type NamespaceSession = {
  /** Never empty; the first is the wallet's own choice. Checksummed if the namespace has a checksum. */
  readonly addresses: readonly [string, ...string[]]
  /** The wallet's facts about the accounts, in any order. */
  readonly accounts?: readonly AccountFacts[] | undefined
  /** The chain the wallet is on; not necessarily one the host asked for. */
  readonly networkId: CaipNetworkId
  /** The chains the wallet may be asked to use; `'all'` if it decides when asked. */
  readonly approvedNetworkIds: readonly CaipNetworkId[] | 'all'
}

/** The grants of a connected wallet, and its own name and picture. Plain JSON. */
export type ConnectorSession = {
  readonly namespaces: { readonly [namespace in Namespace]?: NamespaceSession }
  /** The wallet behind a connector that serves many wallets (spec §3 "connectedWalletInfo"). */
  readonly wallet?: {
    readonly name: string
    readonly icon?: string | undefined
    readonly url?: string | undefined
    /** Who has logged in to it: an e-mail address or a user name. */
    readonly identifier?: string | undefined
    /** The social login by which they have. */
    readonly social?: string | undefined
  }
}

/** A wallet's answer to a request whose caller is gone. */
export type LateAnswer = {
  readonly type: 'answer'
  readonly networkId: CaipNetworkId
  readonly method: string
  /** When the wallet was asked, in epoch milliseconds. */
  readonly askedAt: number
  /** The id with which {@link OnAsked} was called for the request. */
  readonly requestId: number
  /** The request's result or error. */
  readonly outcome: { readonly result: unknown } | { readonly error: unknown }
}

/**
 * Called with the id of each request of a provider, just before the wallet gets it. Only where answers may come late
 * ({@link LateAnswer}).
 */
export type OnAsked = (asked: { readonly id: number }) => void

/** A fact that a connector reports; the kit updates the state with it. */
export type ConnectorEvent =
  /** Accounts, chain or approvals changed; the whole session as it is now. */
  | { readonly type: 'session'; readonly session: ConnectorSession }
  /** The wallet ended the connection. */
  | { readonly type: 'disconnect'; readonly error?: KitError | undefined }
  /** A link to show as a QR code or to open in a wallet's app; scan or open it before `expiresAt`. */
  | { readonly type: 'pairing'; readonly uri: string; readonly expiresAt: number }
  /** The wallet answered a request from before the page was reloaded; its caller is gone. */
  | LateAnswer
  /** The connection to the wallets is interrupted, or works again. */
  | { readonly type: 'transport'; readonly error: KitError | undefined }

export type ConnectParameters = {
  /** The networks the host offers, the wanted one first. */
  readonly networks: readonly Network[]
  /**
   * Aborting cancels: a session that the wallet still grants is ended, unless {@link connectedMeanwhile} is the reason.
   */
  readonly signal: AbortSignal
}

/**
 * The `cause` of an abort's reason after another link or another tab has connected. The wallet may have answered the
 * aborted link at the same moment, and other tabs may use that session already. So it is not ended: the newest stays.
 */
export const connectedMeanwhile = 'connected meanwhile'

/**
 * One way to reach a wallet. It emits facts and never changes the kit's state. It must itself drop late answers to
 * aborted calls.
 */
export type Connector = {
  readonly info: ConnectorInfo
  /**
   * Asks the visitor to connect.
   *
   * @throws `CONNECTION_DECLINED`, `REQUEST_ALREADY_PENDING`, `NO_ACCOUNTS_FOUND`, `WALLET_ANSWER_INVALID`,
   *   `CONNECT_FAILED`, `REQUEST_ABORTED`
   */
  connect(parameters: ConnectParameters): Promise<ConnectorSession>
  /**
   * The session from before the page was loaded, without asking the visitor; `undefined` if the wallet has ended it.
   */
  restore(parameters: ConnectParameters): Promise<ConnectorSession | undefined>
  disconnect(): Promise<void>
  /**
   * Asks the wallet to use a network. Resolves when it does.
   *
   * @throws `SWITCH_DECLINED`, `CHAIN_NOT_SUPPORTED`, `REQUEST_ALREADY_PENDING`
   */
  switchNetwork(network: Network): Promise<void>
  /**
   * The live object to make requests with: an EIP-1193 provider for eip155.
   *
   * @param onAsked Hears of the requests that are made with the returned object, and of no others.
   */
  getProvider(namespace: Namespace, onAsked?: OnAsked | undefined): Promise<unknown>
  subscribe(listener: (event: ConnectorEvent) => void): () => void
  /** Gives up the requests that wait for the visitor. Those that the wallet has carried out meanwhile still succeed. */
  abort?(): void
  /** The address of a page that the connector shows in a frame, for the host's policy. */
  readonly frameUrl?: string | undefined
  /** Called once the page has loaded and the kit has started. */
  start?(): void
  /** Called when the visitor is about to use the connector: it retries an interrupted connection at once. */
  wake?(): void
  /** Ends what earlier pages of the site left unused. Called after a page load if there may be something. */
  tidy?(): Promise<void>
}
