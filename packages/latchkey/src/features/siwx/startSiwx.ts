import { currentView } from '../../core/router.js'
import { type SiwxConfig, signInOfferKey } from '../../core/siwx.js'
import { watch } from '../../core/store.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { CaipAddress } from '../../protocol/caip.js'
import { accountOf } from '../account/state.js'
import { disconnect } from '../connection/disconnect.js'
import { type Kit, type State, update } from '../Kit.js'
import { closeModal } from '../modal/closeModal.js'
import { openModal } from '../modal/openModal.js'
import { showError } from '../notify/showSnackbar.js'
import { toErrorState } from '../notify/toErrorState.js'
import { offerSignIn, takeRefusal } from './offerSignIn.js'
import { siwxOf } from './siwxOf.js'
import { initialSiwxState } from './state.js'
import { siwxItems } from './storedItems.js'
import { within } from './within.js'

/** How long a session may take to be looked up before the visitor is told that it cannot be. */
const patience = 15_000

/**
 * Follows the connected account from now on: one without a session is asked to sign; one whose session cannot be looked
 * up is disconnected (spec §4 "SIWX", §8). A page that restores its connection asks only where signing is required.
 */
export function startSiwx(kit: Kit): void {
  const siwx = siwxOf(kit)
  if (siwx === undefined) return
  const accountNow = (state: State) => accountOf(state)?.caipAddress
  const stop = watch(kit.store, accountNow, (account, before) => void follow(kit, siwx, account, before))
  const stopFollowing = siwxItems.map((item) =>
    kit.storage.subscribe(item, () => void followOtherTab(kit, siwx)),
  )
  kit.live.set(signInOfferKey, offerSignIn(kit, siwx))
  kit.live.set('stop.siwx', () => {
    kit.live.delete(signInOfferKey)
    stop()
    for (const end of stopFollowing) end()
  })
  const account = accountNow(kit.store.getState())
  if (account !== undefined) void follow(kit, siwx, account, undefined)
}

async function follow(
  kit: Kit,
  siwx: SiwxConfig,
  account: CaipAddress | undefined,
  before: CaipAddress | undefined,
): Promise<void> {
  if (account === undefined) {
    update(kit, 'siwx', () => initialSiwxState)
    // Whoever disconnects has nothing left to wait for: a server that cannot be told forgets the session in its time.
    if (before !== undefined && siwx.signOutOnDisconnect !== false) await siwx.setSessions([]).catch(() => {})
    return
  }
  const isRequired = siwx.getRequired?.() === true
  const isFresh = kit.store.getState().modal.isOpen || before !== undefined
  update(kit, 'siwx', () => ({ status: 'checking', account, isRequired }))
  try {
    const isSignedIn = await hasSession(kit, siwx)
    if (kit.store.getState().siwx.account !== account) return
    const refusal = takeRefusal(kit)
    update(kit, 'siwx', () => ({
      status: isSignedIn ? 'signedIn' : 'signedOut',
      account,
      isRequired,
      ...(refusal === undefined ? {} : { error: toErrorState(refusal) }),
    }))
    if (!isSignedIn && (isRequired || isFresh)) {
      openModal(kit, { view: { name: 'SIWXSignMessage' } })
      if (refusal !== undefined) showError(kit, refusal)
      return
    }
    const { modal } = kit.store.getState()
    if (modal.isOpen && currentView(modal.stack).name === 'ConnectingSiwe') closeModal(kit)
  } catch (error) {
    if (kit.store.getState().siwx.account !== account) return
    await giveUp(kit, error)
  }
}

/** What is signed in another tab counts here too, and what is signed out there; a prompt that is open is left alone. */
async function followOtherTab(kit: Kit, siwx: SiwxConfig): Promise<void> {
  const { account, isRequired, status } = kit.store.getState().siwx
  if (account === undefined || status === 'signing' || status === 'checking') return
  // A session that cannot be looked up now is looked up again when the page loads.
  const isSignedIn = await hasSession(kit, siwx).catch(() => undefined)
  const { siwx: now, modal } = kit.store.getState()
  if (isSignedIn === undefined || now.account !== account || now.status !== status) return
  update(kit, 'siwx', () => ({ status: isSignedIn ? 'signedIn' : 'signedOut', account, isRequired }))
  const isAsked = modal.isOpen && currentView(modal.stack).name === 'SIWXSignMessage'
  if (isSignedIn && isAsked) closeModal(kit)
  if (!isSignedIn && isRequired === true) openModal(kit, { view: { name: 'SIWXSignMessage' } })
}

async function hasSession(kit: Kit, siwx: SiwxConfig): Promise<boolean> {
  const account = accountOf(kit.store.getState())
  if (account === undefined) return false
  const asked = siwx.getSessions(account.networkId, account.address)
  return (await within(kit.clock, asked, patience)).length > 0
}

/** Nobody can say whether the visitor is signed in: back to the start, with the reason. */
async function giveUp(kit: Kit, cause: unknown): Promise<void> {
  // The connection is gone in the kit at once; what a wallet says to a goodbye changes nothing here.
  await disconnect(kit).catch(() => {})
  openModal(kit, { view: { name: 'Connect' } })
  showError(kit, accountError('SIWX_INIT_FAILED', { cause }))
}
