import type { Core, Handler, Incoming, Role } from '../client/Core.js'
import type { CloseReason } from '../client/events.js'
import { eventFact, type Fact } from '../client/facts.js'
import { send } from '../client/send.js'
import { commonHandlers } from '../client/sessionHandlers.js'
import { peerMethods } from '../protocol/methods.js'
import { formatPeerAnswer, type PeerAnswer } from '../protocol/peerMessage.js'
import type { Entry, PairingEntry } from '../state/Entry.js'
import type { Transaction } from '../state/entries.js'
import { onAuthenticate, onPropose } from './onProposal.js'
import { onRequest } from './onRequest.js'
import { walletErrors } from './walletErrors.js'

const onPairingDelete: Handler = async ({ transaction, entry }) => {
  if (entry.kind !== 'pairing') return { reply: { result: true } }
  await transaction.remove(entry.topic)
  return { reply: { result: true }, facts: closeFacts(entry, 'withdrawn') }
}

/** Only the wallet may change the grants. */
const onUpdate: Handler = async () => ({ reply: { error: walletErrors.unauthorizedUpdate } })

/** The wallet's role: answers requests and grants sessions. */
export const walletRole: Role = {
  name: 'wallet',
  handlers: {
    ...commonHandlers,
    wc_sessionPropose: onPropose,
    wc_sessionAuthenticate: onAuthenticate,
    wc_sessionRequest: onRequest,
    wc_sessionUpdate: onUpdate,
    wc_pairingDelete: onPairingDelete,
  },
  onAnswer: async (_incoming: Incoming<PeerAnswer>) => [],
  onExpire,
}

async function onExpire(core: Core, transaction: Transaction, entry: Entry): Promise<readonly Fact[]> {
  const now = core.clock.now()
  if (entry.kind === 'pairing') return entry.expiresAt > now ? [] : closeFacts(entry, 'expired')
  if (entry.kind !== 'session') return []
  const expired = entry.requests.filter(({ expiresAt }) => expiresAt <= now)
  if (expired.length === 0) return []
  const { topic, symKey } = entry
  await transaction.put({ ...entry, requests: entry.requests.filter(({ expiresAt }) => expiresAt > now) })
  return expired.map(({ id }) => {
    const text = formatPeerAnswer(id, { error: walletErrors.requestExpired })
    // The app has already timed out; this is for an app whose clock is late.
    send(core, { topic, symKey, text, delivery: peerMethods.wc_sessionRequest.response }).catch(() => {})
    return eventFact('session_request_close', topic, { id, topic, reason: 'expired' })
  })
}

function closeFacts({ topic, inbox }: PairingEntry, reason: CloseReason): readonly Fact[] {
  const open = [inbox?.proposal, inbox?.authentication]
  return open.flatMap((asked) =>
    asked === undefined ? [] : [eventFact('proposal_close', topic, { id: asked.id, reason })],
  )
}
