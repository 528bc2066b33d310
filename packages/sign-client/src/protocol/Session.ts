import { type Metadata, readMetadata } from './metadata.js'
import { readSessionNamespaces, type SessionNamespaces } from './namespaces.js'
import { isRecord, readSmallRecord, readText } from './read.js'

/** Free texts in a proposal and a session (CAIP-25 `sessionProperties`). */
export type SessionProperties = { readonly [name: string]: string }

/** The same per family or chain (CAIP-25 `scopedProperties`), with any JSON values. */
export type ScopedProperties = { readonly [scope: string]: unknown }

/** One side of a session. Its metadata is unverified. */
export type Participant = {
  /** An X25519 key in hex, used for this session only. */
  readonly publicKey: string
  readonly metadata: Metadata
}

/** A connection between an app and a wallet. Plain JSON; changes create a new value. */
export type Session = {
  readonly topic: string
  /** The pairing it came from. */
  readonly pairingTopic: string
  readonly self: Participant
  readonly peer: Participant
  /** The wallet's grants. Keys are a family or a single chain: read them with `grantOf` and `isMethodGranted`. */
  readonly namespaces: SessionNamespaces
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /**
   * Epoch milliseconds by this device's clock; sorts sessions by age. Absent in sessions stored by earlier versions.
   */
  readonly settledAt?: number | undefined
  readonly sessionProperties?: SessionProperties | undefined
  readonly scopedProperties?: ScopedProperties | undefined
  /** The wallet asks not to be opened for requests. */
  readonly isDeepLinkDisabled: boolean
}

/** Most characters of JSON in free-form properties. */
const propertiesLimit = 64 * 1024

/** Reads the texts among a peer's session properties; `undefined` if there are none. */
export function readSessionProperties(value: unknown): SessionProperties | undefined {
  const fields = readSmallRecord(value, propertiesLimit)
  if (fields === undefined) return undefined
  const texts = Object.entries(fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts)
}

export function readScopedProperties(value: unknown): ScopedProperties | undefined {
  return readSmallRecord(value, propertiesLimit)
}

/** Reads a stored session; `undefined` if it is invalid. */
export function readSession(value: unknown): Session | undefined {
  if (!isRecord(value)) return undefined
  const { topic, pairingTopic, self, peer, namespaces, expiresAt, settledAt } = value
  const granted = readSessionNamespaces(namespaces)
  if (typeof topic !== 'string' || typeof pairingTopic !== 'string' || typeof expiresAt !== 'number')
    return undefined
  if (!isRecord(self) || !isRecord(peer) || 'error' in granted) return undefined
  return {
    topic,
    pairingTopic,
    self: readParticipant(self),
    peer: readParticipant(peer),
    namespaces: granted.value,
    expiresAt,
    settledAt: typeof settledAt === 'number' ? settledAt : undefined,
    sessionProperties: readSessionProperties(value.sessionProperties),
    scopedProperties: readScopedProperties(value.scopedProperties),
    isDeepLinkDisabled: value.isDeepLinkDisabled === true,
  }
}

function readParticipant({ publicKey, metadata }: { readonly [name: string]: unknown }): Participant {
  return { publicKey: readText(publicKey, 64) ?? '', metadata: readMetadata(metadata) }
}
