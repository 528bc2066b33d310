import { currentView } from '../../core/router.js'
import { watch } from '../../core/store.js'
import type { EndedConnection } from '../connection/state.js'
import type { Kit, State } from '../Kit.js'
import { showSnackbar } from '../notify/showSnackbar.js'
import { untold } from '../notify/tellError.js'
import { startedWith } from '../startedWith.js'
import { showsRequest } from './showsRequest.js'

/**
 * Tells the visitor from now on of connections that wallets end, in a snackbar. A page loads this after its start, so it
 * first tells of what has ended since then.
 */
export function followEnded(kit: Kit): void {
  const endedOf = ({ connection }: State) => connection.ended
  // Another connection is there: what became of the one before no longer matters.
  let forget = () => {}
  const tell = (ended: EndedConnection | undefined) => {
    forget()
    forget = ended === undefined ? () => {} : tellEnded(kit, ended)
  }
  kit.slots.onStop(watch(kit.store, endedOf, tell))
  const before = kit.slots.get(startedWith)
  const now = endedOf(kit.store.getState())
  if (before !== undefined && now !== endedOf(before)) tell(now)
}

/** Returns how to leave untold what the visitor has not seen yet. */
function tellEnded(kit: Kit, { wallet, asked, error }: EndedConnection): () => void {
  const tell = () => {
    if (error !== undefined) return showSnackbar(kit, { variant: 'error', message: { error } })
    // The screen of the transfer says this itself.
    const { modal } = kit.store.getState()
    if (asked?.kind === 'transfer' && showsRequest(kit, currentView(modal.stack), asked)) return
    const variant = asked === undefined ? 'success' : 'error'
    showSnackbar(kit, { variant, message: { disconnected: wallet, asked: asked?.kind } })
  }
  tell()
  // The modal has closed with the account, or was not open. It shows the message when it opens next.
  const { isOpen } = kit.store.getState().modal
  if (!isOpen && kit.config.enableEmbedded !== true) kit.slots.set(untold, tell)
  return () => {
    if (kit.slots.get(untold) === tell) kit.slots.take(untold)
  }
}
