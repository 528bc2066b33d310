import { type Metadata, readMetadata } from './metadata.js'
import { readSessionNamespaces, type SessionNamespaces } from './namespaces.js'
import { isRecord, readSmallRecord, readText } from './read.js'

/** Free texts that travel with a proposal and a session (CAIP-25 `sessionProperties`). */
export type SessionProperties = { readonly [name: string]: string }

/** The same per family or chain (CAIP-25 `scopedProperties`): whatever JSON the wallet put there. */
export type ScopedProperties = { readonly [scope: string]: unknown }

/** One side of a session. Its metadata is what it says of itself. */
export type Participant = {
  /** X25519, hex; this session's own. */
  readonly publicKey: string
  readonly metadata: Metadata
}

/** A connection between an app and a wallet. Plain JSON; a changed session is a new value. */
export type Session = {
  readonly topic: string
  /** The pairing it came from. */
  readonly pairingTopic: string
  readonly self: Participant
  readonly peer: Participant
  /** What the wallet grants. Keys are a family or a single chain: read it by `grantOf` and `isMethodGranted`. */
  readonly namespaces: SessionNamespaces
  /** Epoch milliseconds. */
  readonly expiresAt: number
  readonly sessionProperties?: SessionProperties | undefined
  readonly scopedProperties?: ScopedProperties | undefined
  /** The wallet asks not to be brought to the front for requests. */
  readonly isDeepLinkDisabled: boolean
}

/** The JSON size of free-form properties that is still kept. */
const propertiesLimit = 64 * 1024

/** The texts among a peer's session properties; `undefined` when there are none. */
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

/** Reads a stored session; `undefined` when it is none. */
export function readSession(value: unknown): Session | undefined {
  if (!isRecord(value)) return undefined
  const { topic, pairingTopic, self, peer, namespaces, expiresAt } = value
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
    sessionProperties: readSessionProperties(value.sessionProperties),
    scopedProperties: readScopedProperties(value.scopedProperties),
    isDeepLinkDisabled: value.isDeepLinkDisabled === true,
  }
}

function readParticipant({ publicKey, metadata }: { readonly [name: string]: unknown }): Participant {
  return { publicKey: readText(publicKey, 64) ?? '', metadata: readMetadata(metadata) }
}
