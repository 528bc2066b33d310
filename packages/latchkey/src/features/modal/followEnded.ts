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
  const tell = (ended: EndedConnection | undefined) => {
    if (ended !== undefined) tellEnded(kit, ended)
  }
  kit.slots.onStop(watch(kit.store, endedOf, tell))
  const before = kit.slots.get(startedWith)
  const now = endedOf(kit.store.getState())
  if (before !== undefined && now !== endedOf(before)) tell(now)
}

function tellEnded(kit: Kit, { wallet, asked, error }: EndedConnection): void {
  const tell = () => {
    if (error !== undefined) return showSnackbar(kit, { variant: 'error', message: { error } })
    // The screen of the transfer says this itself.
    const { modal } = kit.store.getState()
    if (asked?.kind === 'transfer' && showsRequest(currentView(modal.stack), asked)) return
    const variant = asked === undefined ? 'success' : 'error'
    showSnackbar(kit, { variant, message: { disconnected: wallet, asked: asked?.kind } })
  }
  tell()
  // The modal has closed with the account, or was not open. It shows the message when it opens next.
  const { isOpen } = kit.store.getState().modal
  if (!isOpen && kit.config.enableEmbedded !== true) kit.slots.set(untold, tell)
}
