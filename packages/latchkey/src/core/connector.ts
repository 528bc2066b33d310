import type { CaipNetworkId, Namespace } from '../protocol/caip.js'
import type { Network } from '../protocol/entities/Network.js'
import type { KitError } from '../protocol/errors.js'

/** How a wallet is reached (spec §3 "Connector"). */
export type ConnectorType = 'EXTERNAL' | 'WALLET_CONNECT' | 'INJECTED' | 'ANNOUNCED' | 'AUTH' | 'MULTI_CHAIN'

/** What a screen knows of a connector. Plain JSON. */
export type ConnectorInfo = {
  /** Unique within the kit, and the same on the next page load: that is how a connection is restored. */
  readonly id: string
  readonly type: ConnectorType
  readonly name: string
  readonly namespaces: readonly Namespace[]
  readonly imageUrl?: string | undefined
  readonly imageId?: string | undefined
  /** The wallet's id in the explorer, where it is known. */
  readonly explorerId?: string | undefined
  readonly rdns?: string | undefined
  /** Tells this wallet from another that claims the same id: restored only if it is the same as last time. */
  readonly fingerprint?: string | undefined
  /** Another announced wallet has the same or a confusable name, or the same rdns: show the rdns of both. */
  readonly isAmbiguous?: boolean | undefined
  /** How many wallets those are, this one among them. */
  readonly sameName?: number | undefined
}

/** What a wallet tells of an account besides its address. Plain JSON. */
export type AccountFacts = {
  readonly address: string
  /** What its family calls accounts of this kind: `eoa` and `smartAccount`, `payment` and `ordinal`, `sr25519`. */
  readonly type: string
  /** As its family writes it. */
  readonly publicKey?: string | undefined
  /** Where the wallet derives it from (BIP-32). */
  readonly path?: string | undefined
}

/** What a wallet grants for one namespace. Plain JSON. */
export type NamespaceSession = {
  /** Never empty; the first is the wallet's own choice. Checksummed where the namespace has a checksum. */
  readonly addresses: readonly [string, ...string[]]
  /** What it tells of them, where it tells more; in any order. */
  readonly accounts?: readonly AccountFacts[] | undefined
  /** The chain the wallet is on; not necessarily one the host asked for. */
  readonly networkId: CaipNetworkId
  /** The chains the wallet may be asked to use; `'all'` if it decides when asked. */
  readonly approvedNetworkIds: readonly CaipNetworkId[] | 'all'
}

/** What a connected wallet grants, and what it says of itself. Plain JSON. */
export type ConnectorSession = {
  readonly namespaces: { readonly [namespace in Namespace]?: NamespaceSession }
  /** The wallet behind a connector that stands for many (spec §3 "connectedWalletInfo"). */
  readonly wallet?: {
    readonly name: string
    readonly icon?: string | undefined
    readonly url?: string | undefined
  }
}

/** What a wallet answered to a request whose caller is gone. */
export type LateAnswer = {
  readonly type: 'answer'
  readonly networkId: CaipNetworkId
  readonly method: string
  /** When the wallet was asked, in epoch milliseconds. */
  readonly askedAt: number
  /** What the request would have resolved to, or failed with. */
  readonly outcome: { readonly result: unknown } | { readonly error: unknown }
}

/** A fact that a connector reports; the kit folds it into the state. */
export type ConnectorEvent =
  /** Accounts, chain or approvals changed; the whole session as it is now. */
  | { readonly type: 'session'; readonly session: ConnectorSession }
  /** The wallet ended the connection. */
  | { readonly type: 'disconnect'; readonly error?: KitError | undefined }
  /** A link to show as a QR code or to open in a wallet's app; scan or open it before `expiresAt`. */
  | { readonly type: 'pairing'; readonly uri: string; readonly expiresAt: number }
  /** The wallet answered a request of an earlier page life: its caller is gone. */
  | LateAnswer
  /** The way to the wallets is interrupted, or works again. */
  | { readonly type: 'transport'; readonly error: KitError | undefined }

export type ConnectParameters = {
  /** The networks the host offers, the wanted one first. */
  readonly networks: readonly Network[]
  /** Aborting cancels: a session that the wallet still grants is ended, unless {@link connectedMeanwhile} is the reason. */
  readonly signal: AbortSignal
}

/**
 * The cause of an abort's reason where another link, or another tab, has connected. A wallet may have answered the aborted
 * link in the same moment. Other tabs may use that session already, so it is not ended: the newest session stays.
 */
export const connectedMeanwhile = 'connected meanwhile'

/**
 * One way to reach a wallet. It emits facts and never touches the kit's state; a late answer to an aborted call is its
 * own to drop.
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
  /** The session of an earlier page life, without asking; `undefined` if the wallet no longer grants one. */
  restore(parameters: ConnectParameters): Promise<ConnectorSession | undefined>
  disconnect(): Promise<void>
  /**
   * Asks the wallet to use a network. Resolves when it does.
   *
   * @throws `SWITCH_DECLINED`, `CHAIN_NOT_SUPPORTED`, `REQUEST_ALREADY_PENDING`
   */
  switchNetwork(network: Network): Promise<void>
  /** The live object that apps make requests with: an EIP-1193 provider for eip155. */
  getProvider(namespace: Namespace): Promise<unknown>
  subscribe(listener: (event: ConnectorEvent) => void): () => void
  /** The visitor is about to use it: a way to the wallet that is interrupted is tried again at once. */
  wake?(): void
}
