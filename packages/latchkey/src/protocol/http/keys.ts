import * as v from 'valibot'
import { plainAddress } from '../schema/caipSchema.js'
import { common } from './common.js'
import { defineEndpoint } from './endpoint.js'

// The key service (spec §10 "Key calls"). Only the wallet's site calls it, on its own origin, with a session and a proof that covers the body.
// Bytes are base64url without padding.

const query = v.object(common)
const post = { service: 'frame', method: 'POST', query } as const

/** Bytes in base64url, at least one and at most `most`. */
const bytes = (most: number) =>
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/), v.maxLength(Math.ceil((most * 4) / 3)))
const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const label = v.pipe(v.string(), v.maxLength(64))

/** The types of slots that can be made; `guardian` and `assisted` are reserved. */
const slotType = v.picklist(['device', 'passkey', 'password', 'kit', 'operator'])

/** An AES-256-GCM ciphertext. */
const box = v.strictObject({ iv: bytes(12), text: bytes(16_384) })

/** What a client writes of a slot. All of it is public or encrypted. */
const slot = v.strictObject({
  id,
  type: slotType,
  label,
  /** The slot's public key: an uncompressed P-256 point. */
  publicKey: bytes(65),
  /** The slot's private key under both halves. */
  locked: box,
  /** The vault key, sealed to the public key (HPKE): the encapsulated key and the ciphertext. */
  sealed: v.strictObject({ enc: bytes(65), text: bytes(64) }),
  /** `device`: the random point of the client half. */
  point: v.optional(bytes(65)),
  /** `passkey`: the credential, and the salt of its PRF. */
  credentialId: v.optional(bytes(1_024)),
  salt: v.optional(bytes(32)),
})

/** One version of a wallet. */
const version = v.strictObject({
  epoch: count,
  version: count,
  addresses: v.strictObject({ eip155: plainAddress, solana: plainAddress }),
  /** An Ed25519 public key, made of the vault key: the next version is signed with it, so that a session alone changes nothing. */
  changeKey: bytes(32),
  vault: box,
  slots: v.pipe(v.array(slot), v.minLength(1), v.maxLength(32)),
})

/** What the server adds to a slot when it answers. */
const heldSlot = v.object({
  ...slot.entries,
  /** Epoch milliseconds. */
  createdAt: count,
  usedAt: v.optional(count),
  /** Whether it is the slot of this session's key. */
  isOwn: v.boolean(),
})

const heldWallet = v.object({
  id,
  ...version.entries,
  slots: v.array(heldSlot),
  custody: v.picklist(['self', 'convenience']),
})

/** The wallet of the session's user, or nothing. */
export const getWallet = defineEndpoint({
  ...post,
  path: '/keys/v1/wallet',
  answer: v.object({ project: v.pipe(v.string(), v.maxLength(64)), wallet: v.optional(heldWallet) }),
})

/** A sealed half: HPKE (DHKEM(P-256), HKDF-SHA256, AES-256-GCM) to the key of the request. */
const sealedHalf = v.object({ enc: bytes(65), text: bytes(64) })
/** The public key of one request. */
const key = bytes(65)

/** Makes the server half of a new slot. A slot that is not committed within ten minutes is forgotten. */
export const makeHalf = defineEndpoint({
  ...post,
  path: '/keys/v1/half',
  answer: v.object({ wallet: id, half: v.optional(sealedHalf) }),
})
export const makeHalfBody = v.strictObject({
  /** The wallet that gets the slot; absent for the first slot, with which a wallet begins. */
  wallet: v.optional(id),
  slot: id,
  type: slotType,
  key,
  /** `passkey`: the registration as the browser gave it, without the outputs of extensions, for the challenge of {@link makeChallenge}. */
  registration: v.optional(v.record(v.string(), v.unknown())),
})

/** Stores a version as pending. 409 if another version came first. */
export const prepareWallet = defineEndpoint({ ...post, path: '/keys/v1/prepare', answer: v.object({}) })
export const prepareWalletBody = v.strictObject({
  wallet: id,
  over: count,
  next: version,
  /** The signature of `changeText` with the change key of the current version; absent for the first version. */
  proof: v.optional(bytes(64)),
})

/** Makes a pending version the current one. `winner` is the wallet that came first. Asking again after a lost answer is harmless. */
export const commitWallet = defineEndpoint({
  ...post,
  path: '/keys/v1/commit',
  answer: v.object({ isCommitted: v.boolean(), winner: v.optional(heldWallet) }),
})
export const commitWalletBody = v.strictObject({
  wallet: id,
  over: count,
  version: count,
  /** The SHA-256 of the version's `versionText`: two tabs of one browser can have prepared different ones. */
  digest: bytes(32),
})

/** Releases the server half of a slot by the policy of its type. */
export const releaseHalf = defineEndpoint({
  ...post,
  path: '/keys/v1/release',
  answer: v.object({
    half: sealedHalf,
    /** `password`: the evaluated element (RFC 9497, ristretto255-SHA512, base mode). */
    evaluated: v.optional(bytes(32)),
  }),
})
export const releaseHalfBody = v.strictObject({
  slot: id,
  epoch: count,
  /** Also for slots of a pending version, to test them before the commit. */
  isPending: v.optional(v.boolean()),
  key,
  assertion: v.optional(v.record(v.string(), v.unknown())),
  blinded: v.optional(bytes(32)),
})

/** A WebAuthn challenge, valid once and for five minutes, and the credentials of the wallet. */
export const makeChallenge = defineEndpoint({
  ...post,
  path: '/keys/v1/challenge',
  answer: v.object({
    challenge: bytes(64),
    rpId: v.pipe(v.string(), v.maxLength(253)),
    userHandle: bytes(64),
  }),
})

/** Notes an export, which needs a login within five minutes, in the account's log. */
export const noteExport = defineEndpoint({ ...post, path: '/keys/v1/export', answer: v.object({}) })

/** The newest entries of the account's log. */
export const getAudit = defineEndpoint({
  ...post,
  path: '/keys/v1/audit',
  answer: v.object({
    entries: v.array(
      v.object({
        event: v.pipe(v.string(), v.maxLength(64)),
        /** Epoch milliseconds. */
        at: count,
        slot: v.optional(id),
        label: v.optional(label),
      }),
    ),
  }),
})

/** Deletes the account; needs a login within five minutes, and the wallet's key if there is a wallet. */
export const deleteAccount = defineEndpoint({ ...post, path: '/keys/v1/delete', answer: v.object({}) })
export const deleteAccountBody = v.strictObject({
  /** The signature of `deletionText` with the change key of the current version; absent if there is no wallet. */
  proof: v.optional(bytes(64)),
})
export const emptyBody = v.strictObject({})

/** A place for two surfaces of one browser to exchange sealed messages when they cannot reach each other (spec §10 "Parts"). */
export const putRendezvous = defineEndpoint({
  ...post,
  path: '/keys/v1/rendezvous/put',
  answer: v.object({}),
})
export const putRendezvousBody = v.strictObject({ place: id, seq: count, text: bytes(262_144) })
export const takeRendezvous = defineEndpoint({
  ...post,
  path: '/keys/v1/rendezvous/take',
  answer: v.object({ messages: v.array(bytes(262_144)) }),
})
export const takeRendezvousBody = v.strictObject({ place: id, from: count })

export type SlotType = v.InferOutput<typeof slotType>
export type WalletSlot = v.InferOutput<typeof slot>
export type WalletVersion = v.InferOutput<typeof version>
export type HeldWallet = v.InferOutput<typeof heldWallet>
