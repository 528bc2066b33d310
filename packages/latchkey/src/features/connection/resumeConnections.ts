import type { Namespace } from '../../protocol/caip.js'
import { connectionsItem } from '../../protocol/storageItems.js'
import { type Kit, update } from '../Kit.js'
import { isConnected, sessionOf, withStatus } from './state.js'

/**
 * Takes up the connections of an earlier page life, or of another tab, once there are any: only then the code for it is
 * loaded. Until the wallets have answered, their namespaces are connecting (spec §4). Returns how to stop.
 */
export function resumeConnections(kit: Kit): () => void {
  let stop: (() => void) | undefined
  let isStopped = false
  let isLoading = false

  function resume() {
    const { connection } = kit.store.getState()
    const stored = Object.keys(kit.storage.read(connectionsItem) ?? {}) as Namespace[]
    // Nothing stored, but connected here: another tab has disconnected. Or a server knew more than this browser.
    if (isLoading || (stored.length === 0 && !isConnected(connection) && !connection.known)) return
    isLoading = true
    const awaited = stored.filter((namespace) => sessionOf(connection, namespace) === undefined)
    update(kit, 'connection', (state) => withStatus(state, awaited, 'connecting'))
    import('./restoreConnections.js').then(
      (module) => {
        if (!isStopped) stop = module.restoreConnections(kit)
      },
      () => {
        isLoading = false
        update(kit, 'connection', (state) => withStatus(state, awaited, 'disconnected'))
      },
    )
  }

  const stopFollowing = kit.storage.subscribe(connectionsItem, resume)
  resume()
  return () => {
    isStopped = true
    stopFollowing()
    stop?.()
  }
}
