/**
 * What happens to a message of the relay, from its envelope to its acknowledgement (WalletConnect spec, "Sign: RPC
 * methods" and "Crypto: envelopes").
 *
 * The relay may forget a message only when it has been decrypted, handled and stored: what this page loses by closing
 * in the middle is delivered again.
 */
import { openEnvelope, readEnvelope } from '../crypto/envelope.js'
import { deriveSymKey, fingerprintOf } from '../crypto/keys.js'
import { isPeerMethod, peerMethods, refusals } from '../protocol/methods.js'
import { peerErrors } from '../protocol/peerErrors.js'
import {
  formatPeerAnswer,
  type PeerMessage,
  type PeerRequest,
  readPeerMessage,
} from '../protocol/peerMessage.js'
import type { Push } from '../relay/link.js'
import type { Entry } from '../state/Entry.js'
import type { Transaction } from '../state/entries.js'
import type { Core, Handling, Incoming } from './Core.js'
import { type Fact, share } from './facts.js'
import { send } from './send.js'

/** Longer than a relay carries: not worth decoding. */
const lengthLimit = 2 * 1024 * 1024
/** How many messages of a topic are known again. */
const memory = 128

/** Takes in one message. Never rejects. */
export async function receive(core: Core, { topic, message, acknowledge }: Push): Promise<void> {
  const facts = await core.entries.exclusive(async (transaction) => {
    const entry = await transaction.get(topic)
    // Not ours, or not ours any more. Another tab, whose storage failed, may know it: so it is not acknowledged.
    if (entry === undefined) return undefined
    const fingerprint = message.length > lengthLimit ? undefined : fingerprintOf(message)
    if (fingerprint === undefined || entry.seen.includes(fingerprint)) return []
    const opened = await open(entry, message)
    // What cannot be read now can never be: it is handled by dropping it.
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
  // Type 1 is for answers to a sign-in; anywhere else it would let a stranger choose the key.
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
    // Besides what the side makes of it, a caller may wait for this id, here or in another tab.
    return [...facts, { type: 'answered', topic: entry.topic, id: message.id, outcome: message.outcome }]
  }
  // The peer says the same again, sealed anew.
  if (entry.handled.includes(message.id)) return []
  const { reply, delivery, facts = [] } = await answer({ ...context, message })
  if (reply !== undefined && entry.kind !== 'reply') {
    const { topic, symKey } = entry
    const text = formatPeerAnswer(message.id, reply)
    // On its way before anybody hears of the fact. If it fails, the peer asks again or gives up; nothing to do here.
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
    // A full store. Left alone, the message would come again with every connection.
    return { reply: { error: peerErrors.tooManyRequests } }
  }
}

function replyDelivery({ method }: PeerRequest) {
  return isPeerMethod(method) ? peerMethods[method].response : refusals.unknownMethod
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
    handled: message?.type === 'request' ? [...entry.handled, message.id].slice(-memory) : entry.handled,
  })
}
