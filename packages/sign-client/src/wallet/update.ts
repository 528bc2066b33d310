/**
 * Changes a session's grants and sends events to the app (WalletConnect spec, "Sign: session update, event").
 */
import type { Core } from '../client/Core.js'
import { eventFact, share } from '../client/facts.js'
import { callPeer, sendRequest } from '../client/send.js'
import { requireSession } from '../client/sessions.js'
import { toChainId } from '../protocol/caip.js'
import { isEventGranted, readSessionNamespaces, type SessionNamespaces } from '../protocol/namespaces.js'
import type { Session } from '../protocol/Session.js'
import { SignError } from '../SignError.js'

export declare namespace update {
  type Parameters = {
    readonly topic: string
    /** The complete new grants. */
    readonly namespaces: SessionNamespaces
  }
}

/**
 * Replaces a session's grants: on this side at once. Resolves when the app has accepted them.
 *
 * @throws `PEER_TIMED_OUT` if the app is away; it receives the change when it is back. `NAMESPACES_INVALID`,
 *   `SESSION_GONE`, `PEER_ERROR`
 */
export async function update(core: Core, { topic, namespaces }: update.Parameters): Promise<Session> {
  const granted = readSessionNamespaces(namespaces)
  if ('error' in granted) {
    throw new SignError('NAMESPACES_INVALID', {
      wireCode: granted.error.code,
      details: granted.error.message,
    })
  }
  await core.start()
  const { symKey, session } = await core.entries.exclusive(async (transaction) => {
    const entry = await requireSession(core, transaction, topic)
    const session = { ...entry.session, namespaces: granted.value }
    await transaction.put({ ...entry, session })
    return { symKey: entry.symKey, session }
  })
  share(core, [eventFact('session_update', topic, { topic, session })])
  await callPeer(core, { topic, symKey, method: 'wc_sessionUpdate', params: { namespaces: granted.value } })
  return session
}

export declare namespace emit {
  type Parameters = {
    readonly topic: string
    readonly chainId: string
    readonly event: { readonly name: string; readonly data: unknown }
  }
}

/**
 * Sends an event to the app. Resolves when the relay has it. @throws `EVENT_NOT_APPROVED`, `SESSION_GONE`,
 * `INPUT_INVALID`
 */
export async function emit(core: Core, parameters: emit.Parameters): Promise<void> {
  const { topic, event } = parameters
  const chainId = toChainId(parameters.chainId)
  if (chainId === undefined) throw new SignError('INPUT_INVALID', { details: 'chainId' })
  await core.start()
  const { symKey, session } = await core.entries.exclusive((transaction) =>
    requireSession(core, transaction, topic),
  )
  if (!isEventGranted(session.namespaces, chainId, event.name)) {
    throw new SignError('EVENT_NOT_APPROVED', { wireCode: 3002, details: `${event.name} on ${chainId}` })
  }
  await sendRequest(core, { topic, symKey, method: 'wc_sessionEvent', params: { event, chainId } })
}
