import type { Session } from '../protocol/Session.js'
import { SignError } from '../SignError.js'
import type { Entry } from '../state/Entry.js'
import type { Transaction } from '../state/entries.js'
import type { Core } from './Core.js'
import { isSettled, type SettledEntry } from './sessionHandlers.js'

/** Returns the active sessions that this tab knows. */
export function listSessions(core: Core): readonly Session[] {
  return core.entries
    .all()
    .filter((entry): entry is SettledEntry => isSettled(entry) && isAlive(core, entry))
    .map(({ session }) => session)
}

/** Returns a settled, unexpired session. @throws `SESSION_GONE` */
export async function requireSession(
  core: Core,
  transaction: Transaction,
  topic: string,
): Promise<SettledEntry> {
  const entry = await transaction.get(topic)
  if (!isSettled(entry) || !isAlive(core, entry)) throw new SignError('SESSION_GONE', { wireCode: 7001 })
  return entry
}

export function isAlive(core: Core, entry: Entry): boolean {
  return entry.expiresAt > core.clock.now()
}
