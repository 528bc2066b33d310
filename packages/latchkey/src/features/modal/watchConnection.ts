import { isSameJson } from '../../core/json.js'
import { currentView, push } from '../../core/router.js'
import { defineSlot } from '../../core/slots.js'
import { watch } from '../../core/store.js'
import { accountOf } from '../account/state.js'
import { isRestoring } from '../connection/state.js'
import { isModalShown } from '../isModalShown.js'
import { type Kit, type State, update } from '../Kit.js'
import { isUnsupportedNetwork } from '../network/isUnsupportedNetwork.js'
import { activeNamespace, activeNetworkId } from '../network/state.js'
import { startedWith } from '../startedWith.js'
import { goOn } from './goOn.js'
import { interrupt } from './interrupt.js'
import { keepScreenRules } from './keepScreenRules.js'
import { leaveAccount } from './leaveAccount.js'
import { goBack, resetView } from './navigate.js'
import { screenOf } from './screenOf.js'
import type { View } from './screens.js'
import { statusOfShown } from './statusOfShown.js'

const watching = defineSlot<true>('modal.watching')

/**
 * Keeps the modal in step with the connection from now on (spec §4): moves it on or closes it when an account appears,
 * leaves the account's screens when it goes, leaves a screen whose network has been reached, and opens the modal if the
 * wallet is on an unsupported chain. Stopping the kit stops it. A page loads this after its start, so it first handles
 * the changes since then.
 */
export function watchConnection(kit: Kit): void {
  if (kit.slots.get(watching)) return
  keepScreenRules(kit)

  const isOthers = (state: State) => {
    const { namespace } = state.modal
    return (
      namespace !== activeNamespace(state) &&
      namespace !== undefined &&
      accountOf(state, namespace) !== undefined
    )
  }

  const facts = (state: State) => ({
    namespace: activeNamespace(state),
    isOthers: isOthers(state),
    networkId: activeNetworkId(state),
    address: accountOf(state)?.address,
    connectorId: accountOf(state)?.connectorId,
    isUnsupported: isUnsupportedNetwork(kit, state),
    isRestoring: isRestoring(state.connection, state.modal.namespace ?? activeNamespace(state)),
  })

  type Facts = ReturnType<typeof facts>
  function follow(now: Facts, before: Facts, isLate?: true) {
    if (now.isUnsupported && !before.isUnsupported) return askToSwitch(kit)
    const { modal } = kit.store.getState()
    const isKnown = modal.isLoading && before.isRestoring && !now.isRestoring
    if (isKnown) update(kit, 'modal', (modal) => ({ ...modal, isLoading: false }))
    if (!isModalShown(kit)) return
    // The modal was opened for a family that is not in use: the screens of its account bring it into use.
    if (isKnown && now.isOthers)
      return modal.next === undefined ? resetView(kit, { name: 'Account' }) : goOn(kit)
    const endsOn = (view: View | undefined) => view && screenOf(kit, view)?.endsOn
    // The whole stack counts: the screen that follows the switch may lie over it.
    const isAwaited = modal.stack.some((view) => endsOn(view) === 'supportedNetwork')
    if (isAwaited && before.isUnsupported && !now.isUnsupported) return goOn(kit)
    // The visitor connects a further wallet, or replaces one.
    const isAnother = endsOn(currentView(modal.stack)) === 'wallet' && before.connectorId !== now.connectorId
    const hasAppeared = now.address !== undefined && (before.address === undefined || isAnother)
    const hasGone =
      before.address !== undefined && now.address === undefined && before.namespace === now.namespace
    const isSigningNext = hasAppeared && (kit.config.siwx ?? kit.config.siweConfig) !== undefined
    if (isSigningNext) return resetView(kit, { name: 'ConnectingSiwe' })
    // The modal was opened before the stored account was restored: it now shows the account.
    if (hasAppeared && isKnown && modal.next === undefined) return resetView(kit, { name: 'Account' })
    const [root] = modal.stack
    // The account came before this listened, and perhaps before the modal opened: only a connecting screen is over.
    if (hasAppeared && isLate && endsOn(root) !== 'wallet') return
    if (hasAppeared) return goOn(kit)
    if (hasGone) return leaveAccount(kit, before.connectorId)
    if (before.networkId !== now.networkId) leaveSwitch(kit, modal.stack)
  }

  const stop = watch(kit.store, facts, (now, before) => follow(now, before), isSameJson)
  kit.slots.set(watching, true)
  kit.slots.onStop(() => {
    kit.slots.take(watching)
    stop()
  })
  const before = kit.slots.get(startedWith)
  const now = kit.store.getState()
  if (before !== undefined) follow(facts(now), facts({ ...before, modal: now.modal }), true)
}

/** An open transfer that shows stays in view over the question, and after it. */
function askToSwitch(kit: Kit): void {
  const status = isModalShown(kit) ? statusOfShown(kit) : undefined
  interrupt(kit, { name: 'UnsupportedChain' })
  if (status === undefined) return
  update(kit, 'modal', (modal) => ({ ...modal, stack: push(modal.stack, status), next: status }))
}

/** Leaves the screens that led to another network, back to the screen where the visitor started. */
function leaveSwitch(kit: Kit, stack: readonly View[]): void {
  for (const view of [...stack].reverse()) {
    if (screenOf(kit, view)?.isLeftOnSwitch !== true) return
    goBack(kit)
  }
}
