import type { Bytes } from './bytes.js'
import type { KeyCalls } from './KeyCalls.js'

/** What the flows of a wallet work with, for one login on one device. */
export type WalletSession = {
  readonly calls: KeyCalls
  /** The login's user. */
  readonly user: string
  /** The thumbprint of the session's key (RFC 7638), to which the service seals what it answers. */
  readonly key: string
  readonly device: DeviceStore
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Makes a key of a password's OPRF output; by default Argon2id. */
  readonly stretch?: Stretch | undefined
  /** Called at each point where a crash leaves other data behind than a moment before. For tests. */
  readonly step?: ((name: string) => void | Promise<void>) | undefined
}

export type Stretch = (output: Uint8Array, salt: Uint8Array) => Promise<Bytes>

/** What the wallet's site keeps on a device. */
export type DeviceStore = {
  /**
   * The device's P-256 key pair for ECDH (`deriveBits`), whose private key cannot be exported. It is made on first use, and stored before it is
   * returned, and all tabs get the same one, also if they ask at once: a slot that is locked with a lost key is lost.
   */
  key(): Promise<CryptoKeyPair>
  readSeen(user: string): Promise<Seen | undefined>
  writeSeen(user: string, seen: Seen): Promise<void>
  /** Forgets what was seen of a user's wallet. */
  forget(user: string): Promise<void>
}

/** The newest version of a wallet that the device has seen. */
export type Seen = {
  readonly wallet: string
  readonly version: number
  /** The SHA-256 of what the version says. */
  readonly digest: string
  readonly addresses: { readonly eip155: string; readonly solana: string }
}
