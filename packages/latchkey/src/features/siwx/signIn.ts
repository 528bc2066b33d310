import type { SiwxSession } from '../../core/siwx.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isKitError, KitError } from '../../protocol/errors.js'
import { signMessage } from '../account/signMessage.js'
import { accountOf } from '../account/state.js'
import { disconnect } from '../connection/disconnect.js'
import { type Kit, update } from '../Kit.js'
import { closeModal } from '../modal/closeModal.js'
import { showError } from '../notify/showSnackbar.js'
import { toErrorState } from '../notify/toErrorState.js'
import { siwxOf } from './siwxOf.js'
import { toRefusal } from './toRefusal.js'

const turnKey = 'siwx.turn'

/**
 * Asks the connected account to sign in. Resolves when it is; a second call joins the attempt that is under way. What a
 * wallet answers after the account changed, or after {@link cancelSignIn}, is dropped.
 *
 * @throws `SIWX_NOT_ENABLED`, `NO_ACTIVE_ADDRESS`, `SIGNATURE_DECLINED`, `REQUEST_ABORTED`,
 *   `SMART_ACCOUNT_MIGHT_BE_UNSUPPORTED`, and what `createMessage` and `addSession` throw, as `SIWX_INIT_FAILED`
 */
export function signIn(kit: Kit): Promise<void> {
  const running = kit.live.get(turnKey) as Promise<void> | undefined
  if (running !== undefined && kit.store.getState().siwx.status === 'signing') return running
  const turn = sign(kit, () => kit.live.get(turnKey) === turn)
  kit.live.set(turnKey, turn)
  return turn
}

async function sign(kit: Kit, isCurrent: () => boolean): Promise<void> {
  const siwx = siwxOf(kit)
  if (siwx === undefined) throw accountError('SIWX_NOT_ENABLED')
  const account = accountOf(kit.store.getState())
  if (account === undefined) throw accountError('NO_ACTIVE_ADDRESS')
  const { caipAddress, address, networkId } = account
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
  let signed: SiwxSession | undefined
  enter('signing')
  kit.events.emit({ type: 'CLICK_SIGN_SIWX_MESSAGE', network: networkId })
  try {
    const message = await siwx.createMessage({ accountAddress: address, chainId: networkId })
    // The function that began this turn has returned by now, so that it is known which turn is the current one.
    proceed()
    const text = message.toString()
    const signature = await signMessage(kit, { message: text })
    proceed()
    const data = { accountAddress: message.accountAddress, chainId: message.chainId }
    signed = { data, message: text, signature }
    await siwx.addSession(signed)
    if (!isWanted()) {
      // Kept meanwhile, and wanted no more: nobody stays half signed in.
      await siwx.revokeSession(data.chainId, data.accountAddress).catch(() => {})
      throw new KitError('REQUEST_ABORTED')
    }
    enter('signedIn')
    kit.events.emit({ type: 'SIWX_AUTH_SUCCESS', network: networkId })
    closeModal(kit)
  } catch (cause) {
    if (isKitError(cause, 'REQUEST_ABORTED')) throw cause
    const error = await (signed === undefined ? toSignInError(cause) : toRefusal(kit, cause, signed))
    proceed()
    enter('signedOut', error)
    showError(kit, error)
    kit.events.emit({ type: 'SIWX_AUTH_ERROR', network: networkId })
    throw error
  }
}

/** Ends what {@link signIn} began: disconnects where signing in is required, else closes the modal (spec §4 "SIWX"). */
export async function cancelSignIn(kit: Kit): Promise<void> {
  const { siwx } = kit.store.getState()
  kit.live.delete(turnKey)
  update(kit, 'siwx', ({ account, isRequired }) => ({ status: 'signedOut', account, isRequired }))
  const network = accountOf(kit.store.getState())?.networkId
  if (network !== undefined) kit.events.emit({ type: 'CLICK_CANCEL_SIWX', network })
  if (siwx.isRequired !== true) return closeModal(kit)
  await disconnect(kit)
}

/** Ends all sessions. The account stays connected, and may sign in again. */
export async function signOut(kit: Kit): Promise<void> {
  const siwx = siwxOf(kit)
  if (siwx === undefined) throw accountError('SIWX_NOT_ENABLED')
  await siwx.setSessions([])
  update(kit, 'siwx', ({ account, isRequired }) => ({ status: 'signedOut', account, isRequired }))
}

function toSignInError(cause: unknown): KitError {
  if (isKitError(cause, 'REQUEST_REJECTED')) return accountError('SIGNATURE_DECLINED', { cause })
  return isKitError(cause) ? cause : accountError('SIWX_INIT_FAILED', { cause })
}
