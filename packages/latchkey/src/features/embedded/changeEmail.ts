import * as v from 'valibot'
import { defineSlot } from '../../core/slots.js'
import { embeddedError } from '../../protocol/embeddedErrors.js'
import { loginItem } from '../../protocol/embeddedItems.js'
import { KitError } from '../../protocol/errors.js'
import { emailAddress } from '../../protocol/frame/loginFacts.js'
import { type Kit, update } from '../Kit.js'
import { endLatest, latest } from '../latest.js'
import { toErrorState } from '../notify/toErrorState.js'
import { asciiEmail } from './asciiEmail.js'
import { noteCode, refuseSoon } from './cooldown.js'
import { askFrame, updateEmbedded } from './embeddedWallet.js'
import { goTo } from './goTo.js'
import { triesLeftIn } from './loginByEmail.js'
import type { EmailChange } from './state.js'

const changing = defineSlot<AbortController>('embedded.emailChange')

/**
 * Begins to change the e-mail address of the wallet: a code goes to the present address, then one to the new one. Each is
 * confirmed with {@link confirmEmailChange}.
 *
 * @throws `EMAIL_INVALID`, `EMAIL_TOO_SOON`, `MAIL_FAILED`, `LOGIN_OTHER`, `REQUEST_ABORTED`; the failure is in the state
 */
export async function changeEmail(kit: Kit, { email: typed }: { readonly email: string }): Promise<void> {
  const email = asciiEmail(typed)
  const signal = latest(kit, changing)
  updateEmbedded(kit, { emailChange: { email, status: 'sending' } })
  await run(kit, signal, async () => {
    if (!v.is(emailAddress, email)) throw embeddedError('EMAIL_INVALID')
    refuseSoon(kit)
    kit.events.emit({ type: 'EMAIL_EDIT' })
    const { action } = await askFrame(kit, 'UPDATE_EMAIL', { email }, { signal })
    signal.throwIfAborted()
    noteCode(kit)
    showStep(
      kit,
      signal,
      action === 'VERIFY_PRIMARY_OTP' ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp',
    )
  })
}

/**
 * Confirms one of the two codes: `primary` from the present address, `secondary` from the new one. Returns whether the
 * address has changed.
 *
 * @throws `CODE_WRONG`, `CODE_EXPIRED`, `LOGIN_LIMITED`, `REQUEST_ABORTED`; the failure is in the state
 */
export async function confirmEmailChange(
  kit: Kit,
  { code, of }: { readonly code: string; readonly of: 'primary' | 'secondary' },
): Promise<boolean> {
  const signal = kit.slots.get(changing)?.signal
  if (signal === undefined) throw new KitError('REQUEST_ABORTED')
  setChange(kit, { status: 'checking', error: undefined })
  return run(kit, signal, async () => {
    if (of === 'primary') {
      await askFrame(kit, 'UPDATE_EMAIL_PRIMARY_OTP', { otp: code }, { signal })
      signal.throwIfAborted()
      noteCode(kit)
      showStep(kit, signal, 'UpdateEmailSecondaryOtp')
      return false
    }
    const { newEmail } = await askFrame(kit, 'UPDATE_EMAIL_SECONDARY_OTP', { otp: code }, { signal })
    keepEmail(kit, newEmail)
    kit.slots.take(changing)
    updateEmbedded(kit, { emailChange: undefined })
    return true
  })
}

/** Gives up the change of the address, if one is under way. */
export function endEmailChange(kit: Kit): void {
  endLatest(kit, changing)
  if (kit.store.getState().embedded?.emailChange !== undefined)
    updateEmbedded(kit, { emailChange: undefined })
}

async function run<value>(kit: Kit, signal: AbortSignal, part: () => Promise<value>): Promise<value> {
  try {
    return await part()
  } catch (error) {
    if (signal.aborted) throw new KitError('REQUEST_ABORTED')
    setChange(kit, { status: 'code', error: toErrorState(error), triesLeft: triesLeftIn(error) })
    throw error
  }
}

function showStep(kit: Kit, signal: AbortSignal, name: 'UpdateEmailPrimaryOtp' | 'UpdateEmailSecondaryOtp') {
  if (signal.aborted) return
  setChange(kit, { status: 'code', error: undefined, triesLeft: undefined })
  goTo(kit, { name }, { replaces: 'UpdateEmailPrimaryOtp' })
}

function setChange(kit: Kit, change: Partial<EmailChange>) {
  update(kit, 'embedded', (state) =>
    state?.emailChange === undefined ? state : { ...state, emailChange: { ...state.emailChange, ...change } },
  )
}

function keepEmail(kit: Kit, email: string) {
  const stored = kit.storage.read(loginItem)
  if (stored !== undefined) kit.storage.write(loginItem, { ...stored, email })
  const { user } = kit.store.getState().embedded ?? {}
  if (user !== undefined) updateEmbedded(kit, { user: { ...user, email } })
}
