/**
 * Sends requests to the wallet (WalletConnect spec, "Sign: session request"; CAIP-27).
 */

import { aborted } from '../deferred.js'
import { toChainId } from '../protocol/caip.js'
import type { ParamsOf } from '../protocol/KnownRequests.js'
import { peerMethods, requestLifetime } from '../protocol/methods.js'
import { isChainGranted, isMethodGranted } from '../protocol/namespaces.js'
import type { PeerAnswer, PeerOutcome } from '../protocol/peerMessage.js'
import { toSeconds } from '../protocol/read.js'
import { SignError } from '../SignError.js'
import type { AskedRequest, Entry, SessionEntry } from '../state/Entry.js'
import type { Transaction } from '../state/entries.js'
import type { Core, Incoming } from './Core.js'
import { eventFact, type Fact, share } from './facts.js'
import { callPeer } from './send.js'
import { isSettled, type SettledEntry } from './sessionHandlers.js'
import { requireSession } from './sessions.js'

export declare namespace request {
  /** @typeParam method The RPC method. A known one has typed parameters (`KnownRequests`). */
  type Parameters<method extends string = string> = {
    readonly topic: string
    /** A CAIP-2 chain on which the session has an account. */
    readonly chainId: string
    readonly method: method
    readonly params: ParamsOf<method>
    /** How long the user has to answer, in milliseconds: 5 minutes (the default) to 7 days. */
    readonly expiry?: number | undefined
    /** Stops waiting. The wallet cannot be told; its later answer is dropped. */
    readonly signal?: AbortSignal | undefined
    /** Called just before the request is sent. The `late_answer` to this request has the same `id`. */
    readonly onAsked?: ((asked: { readonly id: number }) => void) | undefined
  }
}

/** Most unanswered requests per session. */
const askedLimit = 100

/**
 * Sends a request to the wallet and returns its answer.
 *
 * @throws `USER_REJECTED`, `PEER_ERROR`, `REQUEST_EXPIRED`, `REQUEST_TOO_LARGE`, `SESSION_GONE`, `CHAIN_NOT_APPROVED`,
 *   `METHOD_NOT_APPROVED`, `ABORTED`, `INPUT_INVALID`, `LIMIT_REACHED`, `RELAY_REFUSED`, `RELAY_ERROR`, `CLIENT_CLOSED`
 */
export async function request(core: Core, parameters: request.Parameters): Promise<unknown> {
  const { topic, method, params, expiry = requestLifetime.least, signal } = parameters
  const { least, most } = requestLifetime
  const chainId = toChainId(parameters.chainId)
  if (chainId === undefined) throw new SignError('INPUT_INVALID', { details: 'chainId' })
  if (!(expiry >= least && expiry <= most)) {
    throw new SignError('INPUT_INVALID', { details: `expiry is ${least} to ${most} ms` })
  }
  if (signal?.aborted) throw aborted(signal)
  await core.start()

  const id = core.nextId()
  const expiresAt = core.clock.now() + expiry
  const asked = { id, chainId, method, expiresAt, owner: core.tabs.id }
  // Stored before it is sent, because the answer may arrive in a later page.
  const { symKey } = await core.entries.exclusive((transaction) => keep(core, transaction, topic, asked))
  try {
    parameters.onAsked?.(asked)
    return await callPeer(core, {
      topic,
      symKey,
      id,
      method: 'wc_sessionRequest',
      params: { request: { method, params, expiryTimestamp: toSeconds(expiresAt + core.skew()) }, chainId },
      delivery: { ...peerMethods.wc_sessionRequest.request, ttl: expiry },
      patience: expiresAt - core.clock.now(),
      expired: 'REQUEST_EXPIRED',
      signal,
    })
  } finally {
    const entry = core.entries.get(topic)
    // If the client closes, the next one may still receive the answer.
    if (!core.isClosed() && isAsked(entry, id)) {
      void core.entries.exclusive((transaction) => forget(transaction, topic, id))
    }
  }
}

async function keep(
  core: Core,
  transaction: Transaction,
  topic: string,
  asked: AskedRequest,
): Promise<SettledEntry> {
  const entry = await requireSession(core, transaction, topic)
  const { namespaces } = entry.session
  if (!isChainGranted(namespaces, asked.chainId)) {
    throw new SignError('CHAIN_NOT_APPROVED', { wireCode: 3005, details: asked.chainId })
  }
  if (!isMethodGranted(namespaces, asked.chainId, asked.method)) {
    throw new SignError('METHOD_NOT_APPROVED', { wireCode: 3001, details: asked.method })
  }
  const open = entry.asked.filter(({ expiresAt }) => expiresAt > core.clock.now())
  if (open.length >= askedLimit) throw new SignError('LIMIT_REACHED', { details: `${askedLimit} requests` })
  await transaction.put({ ...entry, asked: [...open, asked] })
  return entry
}

function isAsked(entry: Entry | undefined, id: number): entry is SessionEntry {
  return entry?.kind === 'session' && entry.asked.some((asked) => asked.id === id)
}

async function forget(transaction: Transaction, topic: string, id: number): Promise<void> {
  const entry = await transaction.get(topic)
  if (!isAsked(entry, id)) return
  await transaction.put({ ...entry, asked: entry.asked.filter((asked) => asked.id !== id) })
}

/** Delivers an answer within a session: to a caller here, to one in another tab, or as a late answer. */
export async function onRequestAnswer({
  core,
  transaction,
  entry,
  message,
}: Incoming<PeerAnswer>): Promise<readonly Fact[]> {
  if (!isSettled(entry)) return []
  const asked = entry.asked.find(({ id, answer }) => id === message.id && answer === undefined)
  if (asked === undefined) return []
  const isElsewhere = asked.owner !== core.tabs.id && (await core.tabs.isAlive(asked.owner))
  if (isElsewhere) {
    // That tab may be frozen: it takes the answer when it receives the fact, or when it wakes.
    const answered = entry.asked.map((other) =>
      other === asked ? { ...asked, answer: message.outcome } : other,
    )
    await transaction.put({ ...entry, asked: answered })
    return []
  }
  await transaction.put({ ...entry, asked: entry.asked.filter((other) => other !== asked) })
  return asked.owner === core.tabs.id ? [] : [lateAnswer(entry.topic, asked, message.outcome)]
}

/**
 * Delivers answers that arrived while this tab could not receive them: those to its own requests that another tab
 * stored, and those to requests of closed tabs.
 */
export async function takeAnswers(core: Core): Promise<void> {
  const facts = await core.entries.exclusive(async (transaction) => {
    const facts: Fact[] = []
    for (const { topic } of core.entries.all()) {
      const entry = await transaction.get(topic)
      if (entry?.kind !== 'session') continue
      const rest: AskedRequest[] = []
      for (const asked of entry.asked) {
        const isOwn = asked.owner === core.tabs.id
        if (asked.answer === undefined || (!isOwn && (await core.tabs.isAlive(asked.owner)))) rest.push(asked)
        else if (isOwn) facts.push({ type: 'answered', topic, id: asked.id, outcome: asked.answer })
        else facts.push(lateAnswer(topic, asked, asked.answer))
      }
      if (rest.length < entry.asked.length) await transaction.put({ ...entry, asked: rest })
    }
    return facts
  })
  share(core, facts)
}

function lateAnswer(
  topic: string,
  { id, chainId, method, expiresAt }: AskedRequest,
  outcome: PeerOutcome,
): Fact {
  return eventFact('late_answer', topic, { topic, id, chainId, method, expiresAt, outcome })
}
