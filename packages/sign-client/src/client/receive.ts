/**
 * Processes a message of the relay, from decryption to acknowledgement (WalletConnect spec, "Sign: RPC methods" and
 * "Crypto: envelopes").
 *
 * A message is acknowledged only after it has been decrypted, handled and stored, so the relay redelivers it if the
 * page closes earlier.
 */
import { openEnvelope, readEnvelope } from '../crypto/envelope.js'
import { deriveSymKey, fingerprintOf } from '../crypto/keys.js'
import { isPeerMethod, peerMethods, unknownMethodDelivery } from '../protocol/methods.js'
import { peerErrors } from '../protocol/peerErrors.js'
import {
  formatPeerAnswer,
  type PeerMessage,
  type PeerRequest,
  readPeerMessage,
} from '../protocol/peerMessage.js'
import type { Push } from '../relay/push.js'
import type { Entry } from '../state/Entry.js'
import type { Transaction } from '../state/entries.js'
import type { Core, Handling, Incoming } from './Core.js'
import { type Fact, share } from './facts.js'
import { send } from './send.js'

/** Longer messages cannot come from a relay and are not decoded. */
const lengthLimit = 2 * 1024 * 1024
/** How many messages, and how many ids of requests, are remembered per topic, to detect duplicates. */
export const memory = 128

/** Processes one message. Never rejects. */
export async function receive(core: Core, { topic, message, acknowledge }: Push): Promise<void> {
  const facts = await core.entries.exclusive(async (transaction) => {
    const entry = await transaction.get(topic)
    // Unknown topic: not acknowledged, because another tab whose storage failed may know it.
    if (entry === undefined) return undefined
    if (message.length > lengthLimit) return []
    const fingerprint = fingerprintOf(message)
    if (entry.seen.includes(fingerprint)) return []
    const opened = await open(entry, message)
    // An unreadable message never becomes readable, so it is dropped.
    const facts = opened === undefined ? [] : await handle(core, transaction, entry, opened)
    await remember(transaction, topic, fingerprint, opened?.message)
    return facts
  })
  if (facts === undefined) return
  share(core, facts)
  acknowledge()
}

type Opened = { readonly message: PeerMessage; readonly senderPublicKey?: string | undefined }

async function open(entry: Entry, text: string): Promise<Opened | undefined> {
  const envelope = readEnvelope(text)
  if (envelope === undefined) return undefined
  const { senderPublicKey } = envelope
  // Type 1 is allowed only for answers to a sign-in; elsewhere it would let a stranger choose the key.
  if ((entry.kind === 'reply') !== (senderPublicKey !== undefined)) return undefined
  const symKey = entry.kind === 'reply' ? await deriveSymKey(entry.privateKey, senderPublicKey) : entry.symKey
  const json = symKey === undefined ? undefined : openEnvelope(envelope, symKey)
  const message = json === undefined ? undefined : readPeerMessage(json)
  return message === undefined ? undefined : { message, senderPublicKey }
}

async function handle(
  core: Core,
  transaction: Transaction,
  entry: Entry,
  { message, senderPublicKey }: Opened,
): Promise<readonly Fact[]> {
  const context = { core, transaction, entry, senderPublicKey }
  if (message.type === 'answer') {
    const facts = await core.role.onAnswer({ ...context, message })
    // A caller, here or in another tab, may also wait for this id.
    return [...facts, { type: 'answered', topic: entry.topic, id: message.id, outcome: message.outcome }]
  }
  // The peer repeated the request in a new envelope.
  if (entry.handled.includes(message.id)) return []
  const { reply, delivery, facts = [] } = await answer({ ...context, message })
  if (reply !== undefined && entry.kind !== 'reply') {
    const { topic, symKey } = entry
    const text = formatPeerAnswer(message.id, reply)
    // The reply is sent before listeners hear of the fact. If sending fails, the peer repeats its request or gives up.
    send(core, { topic, symKey, text, delivery: delivery ?? replyDelivery(message) }).catch(() => {})
  }
  return facts
}

async function answer(incoming: Incoming): Promise<Handling> {
  const { handlers } = incoming.core.role
  const { method } = incoming.message
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
  if (handler === undefined) return { reply: { error: peerErrors.unsupportedWcMethod } }
  try {
    return await handler(incoming)
  } catch {
    // The store is full. Without a reply the message would be redelivered with every connection.
    return { reply: { error: peerErrors.tooManyRequests } }
  }
}

function replyDelivery({ method }: PeerRequest) {
  return isPeerMethod(method) ? peerMethods[method].response : unknownMethodDelivery
}

async function remember(
  transaction: Transaction,
  topic: string,
  fingerprint: string,
  message: PeerMessage | undefined,
): Promise<void> {
  const entry = await transaction.get(topic)
  if (entry === undefined) return
  await transaction.put({
    ...entry,
    seen: [...entry.seen, fingerprint].slice(-memory),
    // Keeps the latest ids. Each begins with the time in milliseconds, and clients differ in how many digits follow: as
    // texts they sort by time.
    handled:
      message?.type === 'request' ? [...entry.handled, message.id].sort().slice(-memory) : entry.handled,
  })
}
