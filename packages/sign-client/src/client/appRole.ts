import type { PeerAnswer } from '../protocol/peerMessage.js'
import { appHandlers } from './appHandlers.js'
import type { Incoming, Role } from './Core.js'
import type { Fact } from './facts.js'
import { onProposalAnswer } from './onProposalAnswer.js'
import { onRequestAnswer } from './request.js'

/** The app's role: proposes sessions and sends requests. */
export const appRole: Role = {
  name: 'app',
  handlers: appHandlers,
  onAnswer,
  onExpire: async () => [],
}

async function onAnswer(incoming: Incoming<PeerAnswer>): Promise<readonly Fact[]> {
  const { transaction, entry } = incoming
  if (entry.kind === 'session') return onRequestAnswer(incoming)
  const pairing = entry.kind === 'reply' ? await transaction.get(entry.pairingTopic) : entry
  if (pairing?.kind !== 'pairing') return []
  if (pairing.offer?.authentication?.id === incoming.message.id) {
    const { onAuthenticateAnswer } = await import('./appAuthentication.js')
    return onAuthenticateAnswer(incoming, pairing)
  }
  return entry.kind === 'reply' ? [] : onProposalAnswer(incoming, pairing)
}
