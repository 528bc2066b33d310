/**
 * Handles a wallet's requests to an app (WalletConnect spec, "Sign: RPC methods").
 */

import { toChainId } from '../protocol/caip.js'
import { normalizeEvent } from '../protocol/eventData.js'
import { clockTolerance } from '../protocol/methods.js'
import { isEventGranted, readSessionNamespaces } from '../protocol/namespaces.js'
import { fromPeerError, peerErrors } from '../protocol/peerErrors.js'
import { readPeerError, stampOfId } from '../protocol/peerMessage.js'
import { isRecord, readText } from '../protocol/read.js'
import type { Handler, Incoming } from './Core.js'
import { eventFact } from './facts.js'
import { onSettle } from './onSettle.js'
import { failPairing } from './pairing.js'
import { commonHandlers, type SettledEntry, withinSession } from './sessionHandlers.js'

/**
 * Returns the entry with the time of its newest message of a kind; `undefined` for an older message, which the mailbox may
 * deliver after a newer one. A message dated ahead, by a wallet whose clock was set back since, is no newer one.
 */
function stamped({ core, message }: Incoming, entry: SettledEntry, kind: string): SettledEntry | undefined {
  const stamp = stampOfId(message.id)
  const newest = entry.latest[kind] ?? 0
  if (stamp < newest && newest < core.clock.now() + core.skew() + clockTolerance) return undefined
  return { ...entry, latest: { ...entry.latest, [kind]: stamp } }
}

const onUpdate = withinSession(async (incoming, entry) => {
  const { transaction, message } = incoming
  const kept = stamped(incoming, entry, 'update')
  if (kept === undefined) return { reply: { error: peerErrors.invalidUpdate } }
  const reading = readSessionNamespaces(isRecord(message.params) ? message.params.namespaces : undefined)
  if ('error' in reading) return { reply: reading }
  const session = { ...entry.session, namespaces: reading.value }
  await transaction.put({ ...kept, session })
  const { topic } = entry
  return { reply: { result: true }, facts: [eventFact('session_update', topic, { topic, session })] }
}, peerErrors.invalidUpdate)

/** Events get no reply: official wallets do not wait for one. */
const onEvent: Handler = withinSession(async (incoming, entry) => {
  const { transaction, message } = incoming
  const { event, chainId } = isRecord(message.params) ? message.params : {}
  const name = isRecord(event) ? readText(event.name, 128) : undefined
  const chain = toChainId(chainId)
  if (!isRecord(event) || name === undefined || chain === undefined) return {}
  // Only granted event names are stored, at most some hundred.
  const kept = stamped(incoming, entry, `event:${name}`)
  if (kept === undefined) return {}
  const normal = normalizeEvent({ name, data: event.data, chainId: chain })
  if (!isEventGranted(entry.session.namespaces, normal.chainId, name)) return {}
  await transaction.put(kept)
  const { topic } = entry
  const payload = { topic, chainId: normal.chainId, event: { name, data: normal.data } }
  return { facts: [eventFact('session_event', topic, payload)] }
}, peerErrors.unauthorizedEvent)

/** The wallet ended the pairing before it answered. */
const onPairingDelete: Handler = async ({ transaction, entry, message }) => ({
  reply: { result: true },
  facts:
    entry.kind === 'pairing'
      ? await failPairing(transaction, entry.topic, fromPeerError(readPeerError(message.params)))
      : [],
})

export const appHandlers = {
  ...commonHandlers,
  wc_sessionSettle: onSettle,
  wc_sessionUpdate: onUpdate,
  wc_sessionEvent: onEvent,
  wc_pairingDelete: onPairingDelete,
} as const satisfies { readonly [method: string]: Handler }
