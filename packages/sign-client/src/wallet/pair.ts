/**
 * Taking up an app's pairing link (WalletConnect spec, "Core: pairing").
 */
import type { Core } from '../client/Core.js'
import { pairingLifetime } from '../protocol/methods.js'
import { parsePairingUri } from '../protocol/pairingUri.js'
import { SignError } from '../SignError.js'

export declare namespace pair {
  type Parameters = {
    /** What was scanned, pasted or opened: see {@link parsePairingUri} for the forms. */
    readonly uri: string
  }
}

/**
 * Listens under the link; what the app asks arrives as `session_proposal` or `session_authenticate`. Taking up the same
 * link again does nothing.
 *
 * The relay the link may announce is not dialled: this client stays on its own. To honour it, read it by
 * `parsePairingUri` and make a client for it.
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
    // However far in the future the link says: what nobody answers must not be watched for ever.
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
