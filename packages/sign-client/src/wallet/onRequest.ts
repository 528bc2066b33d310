/**
 * Handles an app's requests in a session (WalletConnect spec, "Sign: session request").
 */
import type { Core, Handler } from '../client/Core.js'
import { eventFact } from '../client/facts.js'
import { memory } from '../client/receive.js'
import { withinSession } from '../client/sessionHandlers.js'
import { toChainId } from '../protocol/caip.js'
import { clockTolerance, requestLifetime } from '../protocol/methods.js'
import { isChainGranted, isMethodGranted } from '../protocol/namespaces.js'
import { peerErrors } from '../protocol/peerErrors.js'
import { isRecord, readSeconds, readText } from '../protocol/read.js'
import type { SessionRequest } from '../state/Entry.js'
import { walletErrors } from './walletErrors.js'

/** Most requests per session that may wait for the user. */
const requestLimit = 100

export const onRequest: Handler = withinSession(async ({ core, transaction, message }, entry) => {
  const { request, chainId: given } = isRecord(message.params) ? message.params : {}
  const chainId = toChainId(given)
  const method = isRecord(request) ? readText(request.method, 128) : undefined
  if (!isRecord(request) || method === undefined || chainId === undefined) {
    return { reply: { error: walletErrors.invalidParams } }
  }
  const { namespaces } = entry.session
  if (!isChainGranted(namespaces, chainId)) return { reply: { error: walletErrors.unauthorizedChain } }
  if (!isMethodGranted(namespaces, chainId, method))
    return { reply: { error: walletErrors.unauthorizedMethod } }

  // Older than all that are remembered: a relay may have kept an answered request, to have it signed again
  // (decision 142).
  const oldest = String(entry.handled.at(-memory) ?? '')
  if (String(message.id) < oldest) return { reply: { error: walletErrors.requestExpired } }

  const expiresAt = expiryOf(core, request.expiryTimestamp)
  // The app no longer waits; a signature given now would surprise the user later.
  if (expiresAt <= core.clock.now()) return { reply: { error: walletErrors.requestExpired } }
  if (entry.requests.length >= requestLimit) return { reply: { error: peerErrors.tooManyRequests } }

  const { topic } = entry
  const asked: SessionRequest = { id: message.id, topic, chainId, method, params: request.params, expiresAt }
  await transaction.put({ ...entry, requests: [...entry.requests, asked] })
  return { facts: [eventFact('session_request', topic, asked)] }
}, peerErrors.userDisconnected)

function expiryOf(core: Core, stamp: unknown): number {
  const now = core.clock.now()
  const given = readSeconds(stamp)
  if (given === undefined) return now + requestLifetime.least
  const own = given - core.skew()
  return Math.min(own <= now ? own + clockTolerance : own, now + requestLifetime.most)
}
