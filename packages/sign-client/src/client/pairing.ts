/**
 * The pairing under which an app waits for a wallet (WalletConnect spec, "Core: pairing").
 */
import { randomKey, topicOf } from '../crypto/keys.js'
import { createDeferred } from '../deferred.js'
import { pairingLifetime, peerMethods } from '../protocol/methods.js'
import { formatPairingUri } from '../protocol/pairingUri.js'
import { peerErrors } from '../protocol/peerErrors.js'
import { formatPeerRequest } from '../protocol/peerMessage.js'
import { isSignError, SignError } from '../SignError.js'
import type { PairingEntry, SessionEntry } from '../state/Entry.js'
import type { Transaction } from '../state/entries.js'
import type { Core } from './Core.js'
import type { PairingOutcome } from './events.js'
import { type Fact, pairingFailed, share } from './facts.js'
import { send } from './send.js'

/** A link for a wallet to scan or open, and what comes of it. */
export type Pairing<outcome> = {
  readonly uri: string
  readonly topic: string
  /** Epoch milliseconds. Show another link well before. */
  readonly expiresAt: number
  /**
   * Settles when a wallet answers, however late it is listened to.
   *
   * @throws `USER_REJECTED`, `PROPOSAL_EXPIRED`, `PEER_ERROR`, `PEER_INVALID`, `ABORTED`, `RELAY_REFUSED`,
   *   `RELAY_UNREACHABLE`, `RELAY_ERROR`, `CLIENT_CLOSED`
   */
  readonly approval: Promise<outcome>
  /** Gives up: `approval` rejects with `ABORTED`, and a wallet that asks its user stops asking. */
  cancel(): void
}

export type Offering = { readonly topic: string; readonly symKey: string; readonly expiresAt: number }

/**
 * Makes the link at once, then offers under it.
 *
 * Synchronous and without the network, because a phone's browser opens another app only within the task of the tap: a
 * link that comes later does not open.
 */
export function openPairing<outcome>(
  core: Core,
  parameters: {
    readonly methods: readonly string[]
    readonly signal?: AbortSignal | undefined
    /** Stores the offer and publishes it. */
    readonly offer: (offering: Offering) => Promise<void>
    /** Makes of the outcome what the caller gets, or throws. */
    readonly accept: (outcome: PairingOutcome) => outcome | Promise<outcome>
  },
): Pairing<outcome> {
  const { methods, signal, offer, accept } = parameters
  const symKey = randomKey()
  const topic = topicOf(symKey)
  const expiresAt = core.clock.now() + pairingLifetime
  const relayUrl = core.isRelayAnnounced ? core.relayUrl : undefined
  const uri = formatPairingUri({ topic, symKey, expiresAt: expiresAt + core.skew(), methods, relayUrl })
  const deferred = createDeferred<PairingOutcome>()
  core.pairings.set(topic, deferred)

  const cancel = () => {
    if (!core.pairings.delete(topic)) return
    deferred.reject(new SignError('ABORTED', { cause: signal?.reason }))
    withdraw(core, topic).catch(() => {
      // The wallet finds out when the proposal expires.
    })
  }
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel, { once: true })
  deferred.promise
    .catch(() => {})
    .finally(() => {
      signal?.removeEventListener('abort', cancel)
    })

  start().catch(async (error: unknown) => {
    const failure = isSignError(error) ? error : new SignError('INPUT_INVALID', { cause: error })
    await core.entries.exclusive((transaction) => removePairing(transaction, topic))
    share(core, [pairingFailed(topic, failure)])
  })
  async function start() {
    await core.start()
    if (core.pairings.has(topic)) await offer({ topic, symKey, expiresAt })
  }

  const approval = deferred.promise.then(accept)
  // Nobody may be listening yet.
  approval.catch(() => {})
  return { uri, topic, expiresAt, approval, cancel }
}

/** Removes a pairing and what hangs on it: the topic of its sign-in, and a session that never was settled. */
export async function removePairing(
  transaction: Transaction,
  topic: string,
): Promise<PairingEntry | SessionEntry | undefined> {
  const entry = await transaction.get(topic)
  if (entry?.kind !== 'pairing') return undefined
  const { sessionTopic, authentication } = entry.offer ?? {}
  const promised = sessionTopic === undefined ? undefined : await transaction.get(sessionTopic)
  const isOpen = promised?.kind === 'session' && promised.session === undefined
  if (isOpen) await transaction.remove(promised.topic)
  if (authentication !== undefined) await transaction.remove(authentication.replyTopic)
  await transaction.remove(topic)
  return isOpen ? promised : entry
}

/** A pairing that came to an end without a session. */
export async function failPairing(
  transaction: Transaction,
  topic: string,
  error: SignError,
): Promise<readonly Fact[]> {
  await removePairing(transaction, topic)
  return [pairingFailed(topic, error)]
}

/** Tells the wallet that nobody waits any more: for its approval, or for the session it has approved. */
async function withdraw(core: Core, pairingTopic: string): Promise<void> {
  const open = await core.entries.exclusive((transaction) => removePairing(transaction, pairingTopic))
  if (open === undefined) return
  const { topic, symKey } = open
  const method = open.kind === 'pairing' ? 'wc_pairingDelete' : 'wc_sessionDelete'
  const text = formatPeerRequest(core.nextId(), method, peerErrors.userDisconnected)
  await send(core, { topic, symKey, text, delivery: peerMethods[method].request })
}
