/**
 * Opens an app's pairing link (WalletConnect spec, "Core: pairing").
 */
import type { Core } from '../client/Core.js'
import { pairingLifetime } from '../protocol/methods.js'
import { parsePairingUri } from '../protocol/pairingUri.js'
import { SignError } from '../SignError.js'

export declare namespace pair {
  type Parameters = {
    /** The scanned, pasted or opened text: see {@link parsePairingUri} for its forms. */
    readonly uri: string
  }
}

/**
 * Subscribes to the link's topic; the app's request arrives as `session_proposal` or `session_authenticate`. Opening
 * the same link again does nothing.
 *
 * A relay named in the link is not used: this client stays on its own. To use it, read it with `parsePairingUri` and
 * create a client for it.
 *
 * @throws `URI_INVALID`, `URI_EXPIRED`, `LIMIT_REACHED`
 */
export async function pair(core: Core, { uri }: pair.Parameters): Promise<{ readonly topic: string }> {
  const link = parsePairingUri(uri)
  if (link === undefined) throw new SignError('URI_INVALID')
  await core.start()
  const now = core.clock.now()
  const given = link.expiresAt === undefined ? now + pairingLifetime : link.expiresAt - core.skew()
  if (given <= now) throw new SignError('URI_EXPIRED')
  const { topic, symKey, methods } = link
  await core.entries.exclusive(async (transaction) => {
    if ((await transaction.get(topic)) !== undefined) return
    // Limits the link's own expiry, so that an unanswered topic is not watched for ever.
    const expiresAt = Math.min(given, now + pairingLifetime)
    await transaction.put({
      kind: 'pairing',
      topic,
      symKey,
      expiresAt,
      seen: [],
      handled: [],
      inbox: { methods },
    })
  })
  return { topic }
}
