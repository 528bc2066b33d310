import type { Session, SignClient } from '@latchkey/sign-client'
import type { Clock } from '../../core/clock.js'
import type { Storage } from '../../core/storage.js'
import { shownCodeItem } from '../../protocol/shownCodeItem.js'
import { endSession } from './endSession.js'

/** How long, in milliseconds, a session may live before a tab uses it; this includes the time for a sign-in. */
const patience = 120_000
/** How long, in milliseconds, the protocol lets a wallet answer a code. */
const codeLifetime = 300_000

/**
 * Ends sessions that no tab uses: those of a link whose page was closed or reloaded before its wallet answered.
 * Otherwise their wallets would show a connection. The function that it returns must be called when such a session may
 * have appeared; with `isShowing` when a code is shown, so that the next page looks for one too; and with `isNow` by
 * that page, which may not live for two minutes either.
 */
export function endUnused({
  client,
  clock,
  storage,
  isUsed,
}: {
  readonly client: SignClient
  readonly clock: Clock
  readonly storage: Storage
  /** Returns true if this tab or another one uses a session. */
  readonly isUsed: () => boolean
}): (options?: { readonly isShowing?: true; readonly isNow?: true }) => void {
  let cancel = () => {}

  function end() {
    // A younger one may still be taken into use.
    const isOld = ({ settledAt = 0 }: Session) => clock.now() - settledAt >= patience
    if (!isUsed()) for (const { topic } of client.sessions().filter(isOld)) endSession(client, topic)
    // The wallet may still answer this tab's code or another tab's: then the next page looks again.
    const left = (storage.read(shownCodeItem) ?? 0) - clock.now()
    if (left <= 0 || left > codeLifetime) storage.write(shownCodeItem, undefined)
  }

  return ({ isShowing, isNow } = {}) => {
    if (isShowing) storage.write(shownCodeItem, clock.now() + codeLifetime)
    cancel()
    cancel = clock.setTimeout(end, patience)
    if (isNow) end()
  }
}
