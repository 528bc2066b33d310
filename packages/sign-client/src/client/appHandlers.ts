/**
 * Handles a wallet's requests to an app (WalletConnect spec, "Sign: RPC methods").
 */

import { toChainId } from '../protocol/caip.js'
import { normalizeEvent } from '../protocol/eventData.js'
import { isEventGranted, readSessionNamespaces } from '../protocol/namespaces.js'
import { fromPeerError, peerErrors } from '../protocol/peerErrors.js'
import { readPeerError, stampOfId } from '../protocol/peerMessage.js'
import { isRecord, readText } from '../protocol/read.js'
import type { Handler } from './Core.js'
import { eventFact } from './facts.js'
import { onSettle } from './onSettle.js'
import { failPairing } from './pairing.js'
import { commonHandlers, withinSession } from './sessionHandlers.js'

const onUpdate = withinSession(async ({ transaction, message }, entry) => {
  // The mailbox may deliver an older update after a newer one.
  const stamp = stampOfId(message.id)
  if (stamp < (entry.latest.update ?? 0)) return { reply: { error: peerErrors.invalidUpdate } }
  const reading = readSessionNamespaces(isRecord(message.params) ? message.params.namespaces : undefined)
  if ('error' in reading) return { reply: reading }
  const session = { ...entry.session, namespaces: reading.value }
  await transaction.put({ ...entry, session, latest: { ...entry.latest, update: stamp } })
  const { topic } = entry
  return { reply: { result: true }, facts: [eventFact('session_update', topic, { topic, session })] }
}, peerErrors.invalidUpdate)

/** Events get no reply: official wallets do not wait for one. */
const onEvent: Handler = withinSession(async ({ transaction, message }, entry) => {
  const { event, chainId } = isRecord(message.params) ? message.params : {}
  const name = isRecord(event) ? readText(event.name, 128) : undefined
  const chain = toChainId(chainId)
  if (!isRecord(event) || name === undefined || chain === undefined) return {}
  const stamp = stampOfId(message.id)
  const slot = `event:${name}`
  if (stamp < (entry.latest[slot] ?? 0)) return {}
  const normal = normalizeEvent({ name, data: event.data, chainId: chain })
  if (!isEventGranted(entry.session.namespaces, normal.chainId, name)) return {}
  // Only granted event names are stored, at most some hundred.
  await transaction.put({ ...entry, latest: { ...entry.latest, [slot]: stamp } })
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
