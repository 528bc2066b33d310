import * as v from 'valibot'
import { embeddedError } from '../../protocol/embeddedErrors.js'
import { isKitError } from '../../protocol/errors.js'
import type { FrameError } from '../../protocol/frame/envelope.js'
import { emailAddress } from '../../protocol/frame/loginFacts.js'
import type { FrameAnswer } from '../../protocol/frame/messages.js'
import type { Kit } from '../Kit.js'
import { asciiEmail } from './asciiEmail.js'
import { noteCode, refuseSoon } from './cooldown.js'
import { askFrame, updateEmbedded } from './embeddedWallet.js'
import { goTo } from './goTo.js'
import { beginLogin, changeLogin, enterWallet, loginSignal, runLogin } from './runLogin.js'
import type { EmailLogin } from './state.js'

/**
 * Sends a login code to an address. Resolves once it is sent; then {@link confirmCode} logs in with it. On a device that
 * the wallet does not know, the visitor first confirms a link in the mail; the state says when they have.
 *
 * @throws `EMAIL_INVALID`, `EMAIL_TOO_SOON`, `MAIL_FAILED`, `LOGIN_LIMITED`, `FRAME_LOAD_FAILED`, `FRAME_TIMEOUT`,
 *   `REQUEST_ABORTED`; the failure is in the state
 */
export async function loginByEmail(kit: Kit, { email: typed }: loginByEmail.Parameters): Promise<void> {
  const email = asciiEmail(typed)
  const signal = beginLogin(kit, { way: 'email', email, status: 'sending' })
  await runLogin(kit, signal, 'error', async () => {
    if (!v.is(emailAddress, email)) throw embeddedError('EMAIL_INVALID')
    refuseSoon(kit)
    kit.events.emit({ type: 'EMAIL_SUBMITTED' })
    await send(kit, email, signal)
  })
}

export declare namespace loginByEmail {
  type Parameters = { readonly email: string }
}

/** Sends the code of the login under way again. @throws as {@link loginByEmail} */
export async function resendCode(kit: Kit): Promise<void> {
  const signal = loginSignal(kit)
  const { login } = kit.store.getState().embedded ?? {}
  if (login?.way !== 'email') return
  const status = login.status === 'device' ? 'device' : 'code'
  await runLogin(kit, signal, status, async () => {
    refuseSoon(kit)
    await send(kit, login.email, signal)
  })
}

async function send(kit: Kit, email: string, signal: AbortSignal): Promise<void> {
  const answer = await askFrame(kit, 'CONNECT_EMAIL', { email }, { signal })
  signal.throwIfAborted()
  if (answer.action === 'CONNECT') return enterWallet(kit, signal)
  noteCode(kit)
  const isDevice = answer.action === 'VERIFY_DEVICE'
  const sent: Partial<EmailLogin> = {
    status: isDevice ? 'device' : 'code',
    minutes: minutesOf(answer),
    triesLeft: undefined,
  }
  changeLogin(kit, signal, { ...sent, error: undefined })
  if (!isDevice) return showCode(kit)
  goTo(kit, { name: 'EmailVerifyDevice' })
  void awaitDevice(kit, signal)
}

/** Waits until the visitor has confirmed the link in the mail, which may take as long as it likes. */
async function awaitDevice(kit: Kit, signal: AbortSignal): Promise<void> {
  await runLogin(kit, signal, 'device', () => askFrame(kit, 'CONNECT_DEVICE', {}, { signal })).then(
    () => {
      kit.events.emit({ type: 'DEVICE_REGISTERED_FOR_EMAIL' })
      changeLogin(kit, signal, { status: 'code', error: undefined })
      showCode(kit)
    },
    // The failure is in the state, and the screen offers another mail.
    () => {},
  )
}

function showCode(kit: Kit): void {
  kit.events.emit({ type: 'EMAIL_VERIFICATION_CODE_SENT' })
  goTo(kit, { name: 'EmailVerifyOtp' }, { replaces: 'EmailVerifyDevice' })
}

/**
 * Logs in with the code from the mail, and connects the wallet.
 *
 * @throws `CODE_WRONG`, `CODE_EXPIRED`, `LOGIN_LIMITED`, `REQUEST_ABORTED`, and what `connect` throws; the failure is in
 *   the state
 */
export async function confirmCode(kit: Kit, { code }: { readonly code: string }): Promise<void> {
  const signal = loginSignal(kit)
  changeLogin(kit, signal, { status: 'checking', error: undefined })
  await runLogin(kit, signal, 'code', async () => {
    await askFrame(kit, 'CONNECT_OTP', { otp: code }, { signal }).catch((error: unknown) => {
      changeLogin(kit, signal, { triesLeft: triesLeftIn(error) })
      const message = isKitError(error) ? error.code : 'FRAME_ERROR'
      if (!signal.aborted) kit.events.emit({ type: 'EMAIL_VERIFICATION_CODE_FAIL', message })
      throw error
    })
    signal.throwIfAborted()
    kit.events.emit({ type: 'EMAIL_VERIFICATION_CODE_PASS' })
    updateEmbedded(kit, { codeAt: undefined })
  })
  await openProven(kit)
}

/**
 * Opens the wallet after the visitor has typed the right code. A code works once, so another try needs no code.
 *
 * @throws what `connect` throws; the failure is in the state
 */
export async function openProven(kit: Kit): Promise<void> {
  const signal = loginSignal(kit)
  await runLogin(kit, signal, 'proven', () => enterWallet(kit, signal))
}

/** How many tries a code has left after a wrong one; `undefined` if the wallet does not say. */
export function triesLeftIn(error: unknown): number | undefined {
  // The frame client puts the frame's reply there.
  return isKitError(error) ? (error.cause as FrameError | undefined)?.triesLeft : undefined
}

function minutesOf({ expiresIn }: FrameAnswer<'CONNECT_EMAIL'>): number | undefined {
  return expiresIn === undefined ? undefined : Math.max(1, Math.floor(expiresIn / 60))
}
