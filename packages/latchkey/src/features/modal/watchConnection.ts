import { isSameJson } from '../../core/json.js'
import { currentView } from '../../core/router.js'
import { watch } from '../../core/store.js'
import { accountOf } from '../account/state.js'
import type { Kit, State } from '../Kit.js'
import { isUnsupportedNetwork } from '../network/isUnsupportedNetwork.js'
import { activeNamespace, activeNetworkId } from '../network/state.js'
import { closeModal } from './closeModal.js'
import { goBack, resetView } from './navigate.js'
import { openModal } from './openModal.js'
import type { ViewName } from './state.js'

/** Screens that have done their work once another network is in use. */
const leftWhenSwitched: readonly ViewName[] = ['Networks', 'SwitchNetwork']

const stopKey = 'stop.watchConnection'

/**
 * Keeps the modal in step with the connection from now on: closes it when an account appears or goes, leaves a screen
 * whose network has been reached, and opens it where the wallet is on an unsupported chain (spec §4). Called before a
 * first session is taken in; a kit that nobody connects with has nothing to watch.
 */
export function watchConnection(kit: Kit): void {
  if (kit.live.has(stopKey)) return

  const facts = (state: State) => ({
    namespace: activeNamespace(state),
    networkId: activeNetworkId(state),
    address: accountOf(state)?.address,
    connectorId: accountOf(state)?.connectorId,
    isUnsupported: isUnsupportedNetwork(kit, state),
  })

  function follow(now: ReturnType<typeof facts>, before: ReturnType<typeof facts>) {
    if (now.isUnsupported && !before.isUnsupported)
      return openModal(kit, { view: { name: 'UnsupportedChain' } })
    const { modal } = kit.store.getState()
    if (!modal.isOpen && kit.config.enableEmbedded !== true) return
    const view = currentView(modal.stack).name
    if (before.isUnsupported && !now.isUnsupported && view === 'UnsupportedChain') return closeModal(kit)
    // The visitor connects one more wallet, or one in place of another.
    const isAnother = view.startsWith('Connect') && before.connectorId !== now.connectorId
    const hasAppeared = now.address !== undefined && (before.address === undefined || isAnother)
    const hasGone =
      before.address !== undefined && now.address === undefined && before.namespace === now.namespace
    const isSigningNext = hasAppeared && (kit.config.siwx ?? kit.config.siweConfig) !== undefined
    if (isSigningNext) return resetView(kit, { name: 'ConnectingSiwe' })
    if (hasAppeared || hasGone) return closeModal(kit)
    if (before.networkId !== now.networkId && leftWhenSwitched.includes(view)) goBack(kit)
  }

  const stop = watch(kit.store, facts, follow, isSameJson)
  kit.live.set(stopKey, () => {
    kit.live.delete(stopKey)
    stop()
  })
}
