/**
 * Removes expired entries by this device's clock (WalletConnect spec, "Sign: expiry").
 */
import { SignError } from '../SignError.js'
import type { Core } from './Core.js'
import { eventFact, type Fact, share } from './facts.js'
import { failPairing } from './pairing.js'
import { isAlive } from './sessions.js'

/**
 * Removes expired entries and shares the facts. Checks the storage first, because another tab may have extended an
 * entry.
 */
export async function sweep(core: Core): Promise<void> {
  if (nextExpiry(core) > core.clock.now()) return
  const facts = await core.entries.exclusive(async (transaction) => {
    const facts: Fact[] = []
    for (const { topic } of [...core.entries.all()]) {
      const entry = await transaction.get(topic)
      if (entry === undefined) {
        // Another tab has already removed it.
        await transaction.remove(topic)
        continue
      }
      facts.push(...(await core.role.onExpire(core, transaction, entry)))
      if (isAlive(core, entry)) continue
      if (entry.kind === 'pairing') {
        facts.push(...(await failPairing(transaction, topic, new SignError('PROPOSAL_EXPIRED'))))
      } else {
        await transaction.remove(topic)
        const isSession = entry.kind === 'session' && entry.session !== undefined
        if (isSession) facts.push(eventFact('session_expire', topic, { topic }))
      }
    }
    return facts
  })
  share(core, facts)
}

/** Returns when an entry or a request expires next; `Infinity` if none is left. */
export function nextExpiry(core: Core): number {
  const times = core.entries
    .all()
    .flatMap((entry) => [
      entry.expiresAt,
      ...(entry.kind === 'session' ? entry.requests.map(({ expiresAt }) => expiresAt) : []),
    ])
  return Math.min(...times)
}
