import type { Namespace } from '../../protocol/caip.js'
import { connectionsItem } from '../../protocol/storageItems.js'
import { type Kit, update } from '../Kit.js'
import { withStatus } from './state.js'

/**
 * Takes up the connections of an earlier page life, or of another tab, once there are any: only then the code for it is
 * loaded. Until the wallets have answered, their namespaces are connecting (spec §4). Returns how to stop.
 */
export function resumeConnections(kit: Kit): () => void {
  let stop: (() => void) | undefined
  let isStopped = false
  let isLoading = false

  function resume() {
    const stored = Object.keys(kit.storage.read(connectionsItem) ?? {}) as Namespace[]
    if (stored.length === 0 || isLoading) return
    isLoading = true
    update(kit, 'connection', (state) => withStatus(state, stored, 'connecting'))
    import('./restoreConnections.js').then(
      (module) => {
        if (!isStopped) stop = module.restoreConnections(kit)
      },
      () => {
        isLoading = false
        update(kit, 'connection', (state) => withStatus(state, stored, 'disconnected'))
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
