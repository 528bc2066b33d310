import type { Answer, CaipNetworkId, getLoginMethods, LoginUser, SlotType } from 'latchkey/protocol'
import type { AccountType, Chain } from '../accounts/Chain.js'
import type { Holding } from '../accounts/readHoldings.js'
import type { WalletRecords } from '../accounts/records.js'
import type { ConsentRequest } from '../consent/ConsentRequest.js'
import type { WalletRequest } from '../consent/ReadContext.js'

/** A way in, without anything secret. */
export type WayIn = {
  readonly id: string
  readonly type: SlotType
  readonly label: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly usedAt?: number | undefined
  /** Of this surface in this browser. */
  readonly isOwn: boolean
}

/** The wallet of the logged-in visitor, as the worker knows it. */
export type WalletFacts = {
  readonly addresses: { readonly eip155: string; readonly solana: string }
  readonly custody: 'self' | 'convenience'
  readonly ways: readonly WayIn[]
  /** Whether there is a way in besides devices. */
  readonly isBackedUp: boolean
}

/**
 * Where a login stands: `ready`: this surface can sign. `locked`: the wallet exists, and this surface has no way in. `elsewhere`: this surface cannot
 * store keys, the wallet's own window can.
 */
export type WalletStatus =
  | { readonly status: 'ready'; readonly wallet: WalletFacts }
  | { readonly status: 'locked'; readonly ways: readonly WayIn[] }
  | { readonly status: 'elsewhere' }

/** How a locked wallet is opened. */
export type Opening =
  | { readonly way: 'password'; readonly password: string }
  | { readonly way: 'kit'; readonly words: string }
  | { readonly way: 'passkey' }
  /** By another surface of this browser: what its {@link WorkerApi} `handOver` has returned for the key of `invite`. */
  | { readonly way: 'surface'; readonly sealed: Handover }

/** The vault key, sealed to a one-time key of the other surface. */
export type Handover = { readonly enc: string; readonly text: string }

/** What the worker has the page do: only pages can use passkeys. Bytes are base64url. */
export type PageApi = {
  registerPasskey(options: {
    readonly challenge: string
    readonly rpId: string
    readonly userHandle: string
    readonly salt: string
    readonly name: string
  }): Promise<{ readonly credentialId: string; readonly registration: { readonly [name: string]: unknown } }>
  askPasskey(options: {
    readonly challenge: string
    readonly rpId: string
    readonly credentials: readonly { readonly credentialId: string; readonly salt: string }[]
  }): Promise<{
    readonly credentialId: string
    readonly assertion: { readonly [name: string]: unknown }
    /** 32 bytes, which the worker overwrites. */
    readonly prf: Uint8Array<ArrayBuffer>
  }>
}

/** What is to be done with a request. `switchedTo`: the wallet uses another chain now. */
export type RequestReading =
  | { readonly status: 'answer'; readonly result: unknown; readonly switchedTo?: string | undefined }
  | { readonly status: 'ask'; readonly consent: ConsentRequest }

/** Entries of the account's log. */
export type LogEntry = { readonly event: string; readonly at: number; readonly label?: string | undefined }

/**
 * The worker that holds the keys, as the page sees it. No call returns a key, a half of one, or a token; only `words` returns the recovery words,
 * in a window of the wallet's own and after a recent login.
 *
 * Every call may throw a `SiteError` with a code of the frame's list.
 */
type Wallet = {
  /** Makes the wallet on the first login, and opens it otherwise. */
  open(): Promise<WalletStatus>
  /** Opens a locked wallet, and adds this surface's device as a way in. */
  recover(opening: Opening): Promise<WalletFacts>
  /** Makes a one-time key, to which another surface of this browser seals the vault key. */
  invite(): Promise<string>
  /** Seals the vault key to the key of another surface of this browser, of the same visitor. */
  handOver(key: string): Promise<Handover>
  /** Reads a request of the host's page: answers it, or says what the visitor must be asked. */
  request(asked: WalletRequest): Promise<RequestReading>
  /** Signs what {@link request} has read and the visitor has approved, and sends it if it is to be sent. */
  carryOut(consentId: string): Promise<unknown>
  /** Forgets what the visitor has rejected. */
  forget(consentId: string): Promise<void>
  addPassword(password: string, label: string): Promise<WalletFacts>
  /** Has the page make a passkey ({@link PageApi}). Must be called in the visitor's press. */
  addPasskey(label: string, name: string): Promise<WalletFacts>
  /** Makes a kit. It counts once it is kept: `keepKit`. */
  makeKit(): Promise<{ readonly words: string; readonly file: string }>
  keepKit(): Promise<WalletFacts>
  /** The visitor has left without keeping it: it is no way in. */
  dropKit(): Promise<void>
  remove(slot: string): Promise<WalletFacts>
  log(): Promise<readonly LogEntry[]>
  /** The 12 words. */
  words(): Promise<string>
  deleteAccount(): Promise<void>
  records(): Promise<WalletRecords>
  revokePermission(id: string): Promise<WalletRecords>
  accountType(): Promise<AccountType>
}

/** The ways to log in that the operator has configured. */
export type LoginOffer = Answer<typeof getLoginMethods>

/** The login of a surface, as the page sees it. `only`: the id of the visitor who must log in; another one is refused. */
type Login = {
  /** Who is logged in here. */
  user(): Promise<LoginUser | undefined>
  loginWays(): Promise<LoginOffer>
  loginByEmail(email: string): Promise<{
    readonly action: 'VERIFY_OTP' | 'VERIFY_DEVICE'
    readonly expiresIn: number
    readonly retryIn: number
  }>
  awaitDevice(): Promise<void>
  loginByCode(code: string, only?: string | undefined): Promise<LoginUser>
  loginBySocial(provider: string): Promise<{ readonly uri: string }>
  loginByFarcaster(): Promise<{ readonly url: string }>
  /** Waits for the end of a login elsewhere. */
  awaitLogin(only?: string | undefined): Promise<LoginUser>
  passkeyLogin(): Promise<{ readonly flow: string; readonly challenge: string; readonly rpId: string }>
  loginByPasskey(flow: string, assertion: object, only?: string | undefined): Promise<LoginUser>
  updateEmail(email: string): Promise<{ readonly action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP' }>
  confirmEmail(code: string): Promise<{ readonly newEmail?: string | undefined }>
  /** For the other surface of this browser. */
  link(): Promise<string>
  redeem(code: string): Promise<LoginUser>
  /** Whose account a code logs in to; nobody is logged in until {@link keepLink} says that it is the visitor's. */
  tryLink(code: string): Promise<LoginUser>
  keepLink(isOwn: boolean): Promise<void>
  ticket(): Promise<string>
  readTicket(
    ticket: string,
  ): Promise<{ readonly user: LoginUser; readonly wallet: Pick<WalletFacts, 'addresses' | 'custody'> }>
  signOut(): Promise<void>
  /** Carries sealed messages between two surfaces that cannot reach each other. */
  putMessage(place: string, seq: number, text: string): Promise<void>
  takeMessages(place: string, from: number): Promise<readonly string[]>
}

export type WorkerSettings = {
  readonly projectId: string
  /** The origin of the host's page, from the handshake. */
  readonly host: string
  readonly surface: 'iframe' | 'window'
  readonly chains: readonly Chain[]
}

/** Everything that the worker does. */
export type WorkerApi = Wallet &
  Login & {
    /** Comes first. `isLasting`: what the surface stores outlives the page. */
    start(settings: WorkerSettings): Promise<{ readonly isLasting: boolean }>
    chain(): Promise<CaipNetworkId>
    switchChain(chainId: CaipNetworkId): Promise<void>
    /** `isHosts`: a host prefers it; it counts until the visitor chooses. */
    setAccountType(type: AccountType, isHosts?: boolean | undefined): Promise<void>
    /** What the accounts hold. */
    balances(): Promise<readonly Holding[]>
    /** Whether the account delegates to the code of a smart account on a chain. */
    isDelegated(chainId: CaipNetworkId): Promise<boolean>
  }
