import { createDeferred, type Deferred } from '../../core/deferred.js'
import { currentView } from '../../core/router.js'
import type { SiwxConfig, SiwxSession } from '../../core/siwx.js'
import { defineSlot } from '../../core/slots.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isKitError, KitError } from '../../protocol/errors.js'
import { type Account, accountOf } from '../account/state.js'
import { disconnect } from '../connection/disconnect.js'
import { askSignature } from '../intent/askSignature.js'
import { isModalShown } from '../isModalShown.js'
import { type Kit, update } from '../Kit.js'
import { goOn } from '../modal/goOn.js'
import { interrupt } from '../modal/interrupt.js'
import { screenOf } from '../modal/screenOf.js'
import type { View } from '../modal/screens.js'
import { showError } from '../notify/showSnackbar.js'
import { toErrorState } from '../notify/toErrorState.js'
import { endPrompts } from './endPrompts.js'
import { hasSession } from './hasSession.js'
import { signInBeside } from './signInBeside.js'
import { siwxOf } from './siwxOf.js'
import { toRefusal } from './toRefusal.js'

/** Set while the wallet is asked for the signatures of its other families. */
const besideSlot = defineSlot<Deferred<void> & { readonly account: string }>('siwx.beside')
const turnSlot = defineSlot<Promise<void>>('siwx.turn')

/**
 * Asks the connected account to sign in, then its wallet's accounts of other chain families in one go. Resolves when it
 * is signed in; a second call joins the attempt under way. An answer that comes after the account changed, or after
 * {@link cancelSignIn}, is dropped.
 *
 * @throws `SIWX_NOT_ENABLED`, `NO_ACTIVE_ADDRESS`, `SIGNATURE_DECLINED`, `REQUEST_ABORTED`,
 *   `SMART_ACCOUNT_MIGHT_BE_UNSUPPORTED`, and errors of `createMessage` and `addSession`, as `SIWX_INIT_FAILED`
 */
export function signIn(kit: Kit): Promise<void> {
  const running = kit.slots.get(turnSlot)
  if (running !== undefined && kit.store.getState().siwx.status === 'signing') return running
  const turn = sign(kit, () => kit.slots.get(turnSlot) === turn)
  return kit.slots.set(turnSlot, turn)
}

async function sign(kit: Kit, isCurrent: () => boolean): Promise<void> {
  const siwx = siwxOf(kit)
  if (siwx === undefined) throw accountError('SIWX_NOT_ENABLED')
  const account = accountOf(kit.store.getState())
  if (account === undefined) throw accountError('NO_ACTIVE_ADDRESS')
  const { caipAddress, address, networkId } = account
  // The wallet may still be asked beside another account, whose signing in ends with this.
  kit.slots.take(besideSlot)?.resolve()
  const isRequired = siwx.getRequired?.() === true
  const enter = (status: 'signing' | 'signedIn' | 'signedOut', error?: unknown) =>
    update(kit, 'siwx', () => ({
      status,
      account: caipAddress,
      isRequired,
      ...(error === undefined ? {} : { error: toErrorState(error) }),
    }))
  const isWanted = () => isCurrent() && accountOf(kit.store.getState())?.caipAddress === caipAddress
  const proceed = () => {
    if (!isWanted()) throw new KitError('REQUEST_ABORTED')
  }
  // The visitor no longer waits for the wallet, and may ask it again.
  const giveUp = () => {
    enter('signedOut')
    if (isRequired && signInScreen(kit) === undefined) interrupt(kit, { name: 'SIWXSignMessage' })
  }
  let signed: SiwxSession | undefined
  const asking = signInScreen(kit)
  enter('signing')
  kit.events.emit({ type: 'CLICK_SIGN_SIWX_MESSAGE', network: networkId })
  try {
    const message = await siwx.createMessage({ accountAddress: address, chainId: networkId })
    // The function that began this turn has returned by now, so the current turn is set.
    proceed()
    const text = message.toString()
    const answer = await askSignature(kit, { message: text, kind: 'signIn' })
    proceed()
    const data = { accountAddress: message.accountAddress, chainId: message.chainId }
    signed = { data, ...answer }
    await siwx.addSession(signed)
    if (!isWanted()) {
      // The session was stored after the visitor gave up: revoke it, so that nobody stays signed in unawares.
      await siwx.revokeSession(data.chainId, data.accountAddress).catch(() => {})
      throw new KitError('REQUEST_ABORTED')
    }
    await besides(kit, siwx, account, isWanted)
    proceed()
    enter('signedIn')
    kit.events.emit({ type: 'SIWX_AUTH_SUCCESS', network: networkId })
    goOn(kit)
  } catch (cause) {
    if (isKitError(cause, 'REQUEST_ABORTED')) {
      // Another tab has signed the account in, and so has ended the prompt here.
      if (isWanted() && kit.store.getState().siwx.status === 'signedIn') return
      if (isWanted()) giveUp()
      throw cause
    }
    // The visitor has signed in in another tab, and declined the prompt that was left over here.
    if (isKitError(cause, 'REQUEST_REJECTED') && (await hasSession(kit, siwx).catch(() => false))) {
      proceed()
      enter('signedIn')
      return goOn(kit)
    }
    const error = await (signed === undefined ? toSignInError(cause) : toRefusal(kit, cause, signed))
    proceed()
    enter('signedOut', error)
    // The visitor left the screen while the wallet asked: show it again with the error (spec §4 "SIWX").
    if (asking !== undefined && signInScreen(kit) === undefined) interrupt(kit, asking)
    // The screen shows the error itself.
    if (signInScreen(kit) === undefined) showError(kit, error)
    kit.events.emit({ type: 'SIWX_AUTH_ERROR', network: networkId })
    throw error
  }
}

/** Signs in the wallet's other families until the visitor cancels: the account that has signed stays signed in. */
async function besides(kit: Kit, siwx: SiwxConfig, account: Account, isWanted: () => boolean): Promise<void> {
  const skip = kit.slots.set(besideSlot, { ...createDeferred<void>(), account: account.caipAddress })
  const isOn = () => isWanted() && kit.slots.get(besideSlot) === skip
  await Promise.race([signInBeside(kit, siwx, account, isOn), skip.promise])
  if (kit.slots.get(besideSlot) === skip) kit.slots.take(besideSlot)
}

/**
 * Ends {@link signIn}: disconnects the account's wallet if signing in is required, else closes the modal (spec §4
 * "SIWX").
 */
export async function cancelSignIn(kit: Kit): Promise<void> {
  const { siwx } = kit.store.getState()
  const beside = kit.slots.take(besideSlot)
  beside?.resolve()
  // The wallet may have gone to another account meanwhile: then that account's sign-in ends.
  const isBeside = beside !== undefined && beside.account === siwx.account
  if (!isBeside) kit.slots.take(turnSlot)
  // Drop the open request, so that a signature that still comes is ignored.
  endPrompts(kit)
  if (isBeside) return
  update(kit, 'siwx', ({ account, isRequired }) => ({ status: 'signedOut', account, isRequired }))
  const { networkId: network, connectorId } = accountOf(kit.store.getState()) ?? {}
  if (network !== undefined) kit.events.emit({ type: 'CLICK_CANCEL_SIWX', network })
  if (siwx.isRequired !== true) return goOn(kit)
  await disconnect(kit, { connectorId })
}

/** Ends all sessions. The account stays connected, and may sign in again. */
export async function signOut(kit: Kit): Promise<void> {
  const siwx = siwxOf(kit)
  if (siwx === undefined) throw accountError('SIWX_NOT_ENABLED')
  await siwx.setSessions([])
  update(kit, 'siwx', ({ account, isRequired }) => ({ status: 'signedOut', account, isRequired }))
}

/** The screen that asks for the sign-in, if it shows. */
function signInScreen(kit: Kit): View | undefined {
  const view = currentView(kit.store.getState().modal.stack)
  return isModalShown(kit) && screenOf(kit, view)?.endsOn === 'signIn' ? view : undefined
}

function toSignInError(cause: unknown): KitError {
  if (isKitError(cause, 'REQUEST_REJECTED')) return accountError('SIGNATURE_DECLINED', { cause })
  return isKitError(cause) ? cause : accountError('SIWX_INIT_FAILED', { cause })
}
