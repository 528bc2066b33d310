import { isSameJson } from '../../core/json.js'
import { resetRoutes } from '../../core/resetRoutes.js'
import { currentView } from '../../core/router.js'
import { defineSlot } from '../../core/slots.js'
import { watch } from '../../core/store.js'
import { accountError } from '../../protocol/accountErrors.js'
import { accountOf } from '../account/state.js'
import { isModalShown } from '../isModalShown.js'
import { type Kit, type State, update } from '../Kit.js'
import { activeNamespace, activeNetworkId } from '../network/state.js'
import { enterNetwork } from '../network/switchNetwork.js'
import { withoutLists } from '../wallets/state.js'
import { closeModal, screenGuard } from './closeModal.js'
import { isScreenOffered } from './isScreenOffered.js'
import { screenFacts } from './screenFacts.js'
import { screenOf } from './screenOf.js'
import type { View } from './screens.js'
import { shakeModal } from './shakeModal.js'
import { statusOfShown } from './statusOfShown.js'

const keeping = defineSlot<true>('modal.rules')

/**
 * Applies the rules of `screens` to the modal from now on, whatever opens it and whatever changes: no screen shows
 * without what it needs. The code that first draws the modal or connects calls it, so a page that does neither never
 * loads the rules.
 */
export function keepScreenRules(kit: Kit): void {
  if (kit.slots.get(keeping)) return
  const shown = (state: State) => ({
    isShown: isModalShown(kit),
    view: currentView(state.modal.stack),
    hasAccount: accountOf(state, state.modal.namespace) !== undefined,
    namespace: activeNamespace(state),
    features: state.options.features,
  })
  const follow = (now: ReturnType<typeof shown>, before?: ReturnType<typeof shown>) => {
    if (before !== undefined) endLeft(kit, before, now)
    if (!now.isShown) return
    const isNew = before?.isShown !== true || !isSameJson(now.view, before.view)
    enforce(kit, now, isNew)
  }
  const stop = watch(kit.store, shown, follow, isSameJson)
  kit.slots.set(keeping, true)
  kit.slots.set(screenGuard, () => {
    const facts = screenFacts(kit)
    // The whole stack counts: otherwise a visitor could open another screen over the question and close that one.
    const { stack } = kit.store.getState().modal
    const mayClose = stack.every((view) => screenOf(kit, view)?.canClose?.(facts) !== false)
    if (!mayClose) shakeModal(kit)
    return mayClose && !screenOf(kit, currentView(stack))?.insteadOfClosing?.(kit)
  })
  kit.slots.onStop(() => {
    kit.slots.take(keeping)
    stop()
    const last = shown(kit.store.getState())
    endLeft(kit, last, { ...last, isShown: false })
  })
  follow(shown(kit.store.getState()))
}

type Shown = { readonly isShown: boolean; readonly view: View }

/**
 * Ends the work that the previous screen began, unless the present screen continues it. It runs after the action that
 * left the screen, because that action may itself complete the work.
 */
function endLeft(kit: Kit, before: Shown, now: Shown): void {
  const onLeave = onLeaveOf(kit, before)
  if (onLeave !== undefined && onLeave !== onLeaveOf(kit, now)) queueMicrotask(() => onLeave(kit))
}

function onLeaveOf(kit: Kit, { isShown, view }: Shown) {
  return isShown ? screenOf(kit, view)?.onLeave : undefined
}

function enforce(
  kit: Kit,
  { view, hasAccount }: { readonly view: View; readonly hasAccount: boolean },
  isNew: boolean,
): void {
  if (!isScreenOffered(kit, view)) return refuse(kit, view)
  const { needs, isDue, isUsefulWithout } = screenOf(kit, view) ?? {}
  if (needs !== undefined) enterFamily(kit, view)
  const facts = screenFacts(kit)
  if (needs !== undefined && !hasAccount && isUsefulWithout?.(facts) !== true) return connectFirst(kit, view)
  if (isNew && isDue?.(facts, kit) === false) show(kit, { name: 'Account' })
}

/**
 * The screens of an account show the one in use: a chain family that the modal was opened for, and that has an account,
 * comes into use. From then on the modal is for all families, because the visitor may choose another there.
 */
function enterFamily(kit: Kit, view: View): void {
  const state = kit.store.getState()
  const { namespace } = state.modal
  const account = namespace && accountOf(state, namespace)
  if (account === undefined) return
  const { networkId } = account
  // All at once, so that no rule sees a part. If none was in use, an account appears, and the modal goes on: to `next`.
  kit.store.setState((all) => ({
    ...all,
    network: { ...all.network, activeId: networkId },
    modal: { ...all.modal, namespace: undefined, next: view },
    wallets: withoutLists(all.wallets),
  }))
  enterNetwork(kit, networkId, activeNetworkId(state))
  // Another screen may come first: this one waits for that.
  update(kit, 'modal', (modal) => (currentView(modal.stack) === view ? { ...modal, next: undefined } : modal))
}

/**
 * Logs an error for the host, and shows the visitor the previous screen, or closes the modal, never an empty one. An open
 * transfer stays in view, at its status.
 */
function refuse(kit: Kit, { name }: View): void {
  console.error(accountError('SCREEN_NOT_OFFERED', { slots: { screen: name } }))
  const { stack } = kit.store.getState().modal
  const status = statusOfShown(kit)
  const left = stack.filter((view) => isScreenOffered(kit, view))
  const [first, ...rest] = status === undefined ? left : [...left, status]
  if (first === undefined) return closeModal(kit)
  update(kit, 'modal', (modal) => ({ ...modal, stack: [first, ...rest] }))
}

function connectFirst(kit: Kit, next: View): void {
  const name = kit.adapters.size === 0 ? 'ConnectingWalletConnectBasic' : 'Connect'
  show(kit, { name }, next)
}

function show(kit: Kit, view: View, next?: View): void {
  update(kit, 'modal', (modal) => ({ ...modal, stack: resetRoutes(view), next: next ?? modal.next }))
}
