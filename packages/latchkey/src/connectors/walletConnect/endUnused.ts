import type { SignClient } from '@latchkey/sign-client'
import type { Clock } from '../../core/clock.js'
import { endSession } from './endSession.js'

/** How long, in milliseconds, a session may live before a tab uses it; this includes the time for a sign-in. */
const patience = 120_000

/**
 * Ends sessions that no tab uses: those of a link whose page was closed or reloaded before its wallet answered.
 * Otherwise their wallets would show a connection. Returns a function to call when such a session may have appeared.
 */
export function endUnused({
  client,
  clock,
  isUsed,
}: {
  readonly client: SignClient
  readonly clock: Clock
  /** Returns true if this tab or another one uses a session. */
  readonly isUsed: () => boolean
}): () => void {
  let cancel = () => {}
  return () => {
    cancel()
    cancel = clock.setTimeout(() => {
      if (isUsed()) return
      for (const { topic } of client.sessions()) endSession(client, topic)
    }, patience)
  }
}
