import { currentView } from '../../core/router.js'
import { type SiwxConfig, signInOffer } from '../../core/siwx.js'
import { defineSlot } from '../../core/slots.js'
import { watch } from '../../core/store.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { CaipAddress } from '../../protocol/caip.js'
import { accountOf } from '../account/state.js'
import { disconnect } from '../connection/disconnect.js'
import { onDisconnect } from '../connection/farewells.js'
import type { Connection } from '../connection/state.js'
import { isModalShown } from '../isModalShown.js'
import { type Kit, type State, update } from '../Kit.js'
import { goOn } from '../modal/goOn.js'
import { interrupt } from '../modal/interrupt.js'
import { openModal } from '../modal/openModal.js'
import { screenOf } from '../modal/screenOf.js'
import { showError } from '../notify/showSnackbar.js'
import { tellError } from '../notify/tellError.js'
import { toErrorState } from '../notify/toErrorState.js'
import { walletConnectId } from '../walletConnectId.js'
import { endPrompts } from './endPrompts.js'
import { hasSession } from './hasSession.js'
import { offerSignIn, takeRefusal } from './offerSignIn.js'
import { endedBetween, signOutEnded } from './signOutEnded.js'
import { siwxOf } from './siwxOf.js'
import { initialSiwxState } from './state.js'
import { siwxItems } from './storedItems.js'

/** The wallets that the kit is disconnecting, and whose accounts it has signed out already. */
const leaving = defineSlot<Set<string>>('siwx.leaving')

/**
 * Follows the connected account from now on: an account without a session is asked to sign; an account whose session
 * cannot be looked up is disconnected (spec §4 "SIWX", §8). A page that restores its connection asks only if signing is
 * required.
 */
export function startSiwx(kit: Kit): void {
  const siwx = siwxOf(kit)
  if (siwx === undefined) return
  const accountNow = (state: State) => accountOf(state)?.caipAddress
  const stop = watch(kit.store, accountNow, (account, before) => void follow(kit, siwx, account, before))
  const stopEnded = watch(
    kit.store,
    ({ connection }) => connection,
    (now, before) => void followEnded(kit, siwx, endedBetween(before, now)),
  )
  const stopFollowing = siwxItems.map((item) =>
    kit.storage.subscribe(item, () => void followOtherTab(kit, siwx)),
  )
  const offer = offerSignIn(kit, siwx)
  if (offer !== undefined) kit.slots.set(signInOffer, offer)
  const forgetFarewell = onDisconnect(kit, { before: (_, ids) => signOutFirst(kit, siwx, ids) })
  kit.slots.onStop(() => {
    kit.slots.take(signInOffer)
    forgetFarewell()
    stop()
    stopEnded()
    for (const end of stopFollowing) end()
  })
  const account = accountNow(kit.store.getState())
  if (account !== undefined) void follow(kit, siwx, account, undefined)
}

/** Signs out before the wallets are disconnected, so that a page that closes at once leaves nobody signed in. */
async function signOutFirst(kit: Kit, siwx: SiwxConfig, connectorIds: readonly string[]): Promise<void> {
  if (siwx.signOutOnDisconnect === false) return
  const left = kit.slots.ensure(leaving, () => new Set())
  for (const id of connectorIds) left.add(id)
  const all = Object.values(kit.store.getState().connection.connections)
  const isLeft = ({ connectorId }: Connection) => connectorIds.includes(connectorId)
  await signOutEnded(kit, siwx, { ended: all.filter(isLeft), staying: all.filter((one) => !isLeft(one)) })
}

/** Signs out the accounts of wallets that ended the connection themselves. */
async function followEnded(kit: Kit, siwx: SiwxConfig, gone: readonly Connection[]): Promise<void> {
  const left = kit.slots.get(leaving)
  const ended = gone.filter(({ connectorId }) => left?.delete(connectorId) !== true)
  if (ended.length === 0 || siwx.signOutOnDisconnect === false) return
  const staying = Object.values(kit.store.getState().connection.connections)
  await signOutEnded(kit, siwx, { ended, staying }).catch((error: unknown) => tellError(kit, error))
}

async function follow(
  kit: Kit,
  siwx: SiwxConfig,
  account: CaipAddress | undefined,
  before: CaipAddress | undefined,
): Promise<void> {
  if (account === undefined) return update(kit, 'siwx', () => initialSiwxState)
  const isRequired = siwx.getRequired?.() === true
  const isFresh = kit.store.getState().modal.isOpen || before !== undefined || isOfEmbeddedModal(kit)
  update(kit, 'siwx', () => ({ status: 'checking', account, isRequired }))
  try {
    const isSignedIn = await hasSession(kit, siwx)
    if (kit.store.getState().siwx.account !== account) return
    const refusal = takeRefusal(kit)
    if (isChecking(kit)) {
      update(kit, 'siwx', () => ({
        status: isSignedIn ? 'signedIn' : 'signedOut',
        account,
        isRequired,
        ...(refusal === undefined ? {} : { error: toErrorState(refusal) }),
      }))
    }
    if (!isSignedIn && kit.store.getState().siwx.status !== 'signedIn' && (isRequired || isFresh))
      return interrupt(kit, { name: 'SIWXSignMessage' })
    if (isSignInAwaited(kit)) goOn(kit)
  } catch (error) {
    if (kit.store.getState().siwx.account !== account || !isChecking(kit)) return
    await giveUp(kit, error)
  }
}

/**
 * Whether the visitor is connecting this account in an embedded modal, which nobody has to open. A page that restores a
 * connection has no attempt at its wallet, and no code that it answers.
 */
function isOfEmbeddedModal({ config, store }: Kit): boolean {
  const state = store.getState()
  const { attempt, pairing } = state.connection
  const connectorId = accountOf(state)?.connectorId
  const isAsked = attempt?.status === 'pending' && attempt.connectorId === connectorId
  const hasAnswered = pairing?.status === 'ready' && connectorId === walletConnectId
  return config.enableEmbedded === true && (isAsked || hasAnswered)
}

/** Whether the look-up still decides: an app may sign in or out before it has ended. */
function isChecking({ store }: Kit): boolean {
  return store.getState().siwx.status === 'checking'
}

/** Follows a sign-in or sign-out in another tab. An open prompt is over once the account is signed in there. */
async function followOtherTab(kit: Kit, siwx: SiwxConfig): Promise<void> {
  const { account, isRequired, status } = kit.store.getState().siwx
  if (account === undefined || status === 'checking') return
  // If the session cannot be looked up now, the next page load tries again.
  const isSignedIn = await hasSession(kit, siwx).catch(() => undefined)
  const { siwx: now } = kit.store.getState()
  if (isSignedIn === undefined || now.account !== account || now.status !== status) return
  // The wallet has answered: the attempt here goes on by itself.
  if (status === 'signing' && !(isSignedIn && endPrompts(kit, account))) return
  update(kit, 'siwx', () => ({ status: isSignedIn ? 'signedIn' : 'signedOut', account, isRequired }))
  if (isSignedIn && isSignInAwaited(kit)) goOn(kit)
  if (!isSignedIn && isRequired === true) interrupt(kit, { name: 'SIWXSignMessage' })
}

/** Whether the modal shows a screen that the sign-in ends. */
function isSignInAwaited(kit: Kit): boolean {
  const { stack } = kit.store.getState().modal
  return isModalShown(kit) && screenOf(kit, currentView(stack))?.endsOn === 'signIn'
}

/** The look-up failed: disconnects the account's wallet, and shows the ways to connect with the reason. */
async function giveUp(kit: Kit, cause: unknown): Promise<void> {
  const connectorId = accountOf(kit.store.getState())?.connectorId
  // The kit drops the connection at once, so a failure of the wallet's disconnection changes nothing here.
  await disconnect(kit, { connectorId }).catch(() => {})
  openModal(kit, { view: { name: 'Connect' } })
  showError(kit, accountError('SIWX_INIT_FAILED', { cause }))
}
