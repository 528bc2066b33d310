/**
 * The pairing under which an app waits for a wallet (WalletConnect spec, "Core: pairing").
 */
import { randomKey, topicOf } from '../crypto/keys.js'
import { aborted, createDeferred, onAbort } from '../deferred.js'
import { pairingLifetime } from '../protocol/methods.js'
import { formatPairingUri } from '../protocol/pairingUri.js'
import { peerErrors } from '../protocol/peerErrors.js'
import { isSignError, SignError } from '../SignError.js'
import type { Entry, PairingEntry, SessionEntry } from '../state/Entry.js'
import type { Transaction } from '../state/entries.js'
import type { Core } from './Core.js'
import type { PairingOutcome } from './events.js'
import { type Fact, pairingFailed, share } from './facts.js'
import { sendRequest } from './send.js'

/** A link for a wallet to scan or open, and its outcome. */
export type Pairing<outcome> = {
  readonly uri: string
  readonly topic: string
  /** Epoch milliseconds. Show a new link well before. */
  readonly expiresAt: number
  /**
   * Settles when a wallet answers; the result is kept for late listeners.
   *
   * @throws `USER_REJECTED`, `PROPOSAL_EXPIRED`, `PEER_ERROR`, `PEER_INVALID`, `ABORTED`, `RELAY_REFUSED`,
   *   `RELAY_UNREACHABLE`, `RELAY_ERROR`, `CLIENT_CLOSED`
   */
  readonly approval: Promise<outcome>
  /** Cancels: `approval` rejects with `ABORTED`, and the wallet closes its prompt. */
  cancel(): void
}

/** How long after a link was withdrawn a wallet's approval of it may arrive, in milliseconds. */
const lateness = 30_000

export type Offering = { readonly topic: string; readonly symKey: string; readonly expiresAt: number }

/**
 * Creates the link at once, then publishes the offer.
 *
 * Synchronous and without the network, because a phone's browser opens another app only within the task of the tap: a
 * later link does not open.
 */
export function openPairing<outcome>(
  core: Core,
  parameters: {
    readonly methods: readonly string[]
    readonly signal?: AbortSignal | undefined
    /** Stores the offer and publishes it. Throws if the caller has cancelled meanwhile. */
    readonly offer: (offering: Offering) => Promise<void>
    /** Converts the outcome for the caller, or throws. */
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
    deferred.reject(aborted(signal))
    // Tells the wallet that the app no longer waits for its approval, or for the settlement after it.
    core.entries
      .exclusive((transaction) => removePairing(transaction, topic, core.clock.now() + lateness))
      .then((open) => open && turnAway(core, open))
      .catch(() => {})
  }
  if (signal?.aborted) cancel()
  const stop = onAbort(signal, cancel)
  deferred.promise.then(stop, stop)

  core
    .start()
    .then(() => offer({ topic, symKey, expiresAt }))
    .catch(async (error: unknown) => {
      const failure = isSignError(error) ? error : new SignError('INPUT_INVALID', { cause: error })
      share(core, await core.entries.exclusive((transaction) => failPairing(transaction, topic, failure)))
    })

  const approval = deferred.promise.then(accept)
  // The caller may not be listening yet.
  approval.catch(() => {})
  return { uri, topic, expiresAt, approval, cancel }
}

/**
 * Removes a pairing with its dependents: the reply topic of its sign-in, and an unsettled session. If it is withdrawn
 * before a wallet has answered, it is kept for half a minute: a wallet that has just approved shows a connection, and
 * must be told once its answer is here.
 */
export async function removePairing(
  transaction: Transaction,
  topic: string,
  withdrawnUntil?: number,
): Promise<PairingEntry | SessionEntry | undefined> {
  const entry = await transaction.get(topic)
  if (entry?.kind !== 'pairing') return undefined
  const { sessionTopic, authentication } = entry.offer ?? {}
  const promised = await transaction.get(sessionTopic ?? '')
  const isOpen = promised?.kind === 'session' && !promised.session
  if (isOpen) await transaction.remove(promised.topic)
  else if (withdrawnUntil) {
    await transaction.put({ ...entry, expiresAt: withdrawnUntil, isWithdrawn: true })
    return entry
  }
  if (authentication) await transaction.remove(authentication.replyTopic)
  await transaction.remove(topic)
  return isOpen ? promised : entry
}

/** Ends a pairing without a session. */
export async function failPairing(
  transaction: Transaction,
  topic: string,
  error: SignError,
): Promise<readonly Fact[]> {
  await removePairing(transaction, topic)
  return [pairingFailed(topic, error)]
}

/** Tells a wallet that nobody waits for it: under the link, or under the session that it has approved. */
export function turnAway(
  core: Core,
  { kind, topic, symKey }: { readonly kind?: Entry['kind']; readonly topic: string; readonly symKey: string },
): void {
  const method = kind === 'pairing' ? 'wc_pairingDelete' : 'wc_sessionDelete'
  sendRequest(core, { topic, symKey, method, params: peerErrors.userDisconnected }).catch(() => {
    // What the wallet shows ends when the proposal or the session expires.
  })
}
