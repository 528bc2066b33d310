import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeEmail, confirmEmailChange } from '../../../features/embedded/changeEmail.js'
import { confirmCode, loginByEmail } from '../../../features/embedded/loginByEmail.js'
import { closeModal } from '../../../features/modal/closeModal.js'
import { alice, embeddedKit } from '../../../testing/frame/embeddedKit.js'
import { connectByLogin } from './connectByLogin.js'
import { connectWallet } from './createAppKitWalletButton.js'
import { updateEmail } from './updateEmail.js'

const connected = { chainNamespace: 'eip155', chainId: '1', address: alice }
const byEmail = { CONNECT_EMAIL: { action: 'VERIFY_OTP' }, CONNECT_OTP: {} } as const

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

describe('connectByLogin', () => {
  test('opens the e-mail field, and resolves with the account that logged in', async () => {
    const { kit } = embeddedKit(byEmail)
    const connecting = connectWallet(kit, 'email')
    expect(kit.store.getState().modal.stack).toEqual([{ name: 'EmailLogin' }])
    await loginByEmail(kit, { email: 'alice@tidepool.example' })
    await confirmCode(kit, { code: '123456' })
    expect(await connecting).toEqual(connected)
  })

  test('opens the provider’s window within the click, and says so if the browser opened none', async () => {
    const opening = vi.spyOn(window, 'open').mockReturnValue(null)
    const { kit } = embeddedKit({ GET_SOCIAL_REDIRECT_URI: { uri: 'https://provider.example/authorize' } })
    const connecting = connectByLogin(kit, 'google', undefined)
    // Before anything is loaded: a browser opens windows only within a click.
    expect(opening).toHaveBeenCalledOnce()
    await vi.waitFor(() =>
      expect(kit.store.getState().embedded?.login).toMatchObject({
        way: 'google',
        status: 'error',
        error: { code: 'LOGIN_WINDOW_BLOCKED' },
      }),
    )
    closeModal(kit)
    await expect(connecting).rejects.toMatchObject({ code: 'CONNECTION_DECLINED' })
  })

  test.each([
    ['google', { socials: false }, 'features.socials'],
    ['x', { socials: ['google'] }, 'features.socials'],
    ['farcaster', { socials: ['google'] }, 'features.socials'],
    ['email', { email: false }, 'features.email'],
  ] as const)(
    'error: %s, which the app does not offer: no window, no login',
    async (way, features, named) => {
      const opening = vi.spyOn(window, 'open').mockReturnValue(null)
      const { kit } = embeddedKit({}, { features })
      await expect(connectByLogin(kit, way, undefined)).rejects.toMatchObject({
        code: 'APPKIT_UNSUPPORTED',
        message: expect.stringContaining(named),
      })
      expect(opening).not.toHaveBeenCalled()
      expect(kit.store.getState().modal.isOpen).toBe(false)
    },
  )
})

describe('updateEmail', () => {
  test('resolves with the new address', async () => {
    const { kit } = embeddedKit({
      ...byEmail,
      UPDATE_EMAIL: { action: 'VERIFY_SECONDARY_OTP' },
      UPDATE_EMAIL_SECONDARY_OTP: { newEmail: 'al@tidepool.example' },
    })
    const connecting = connectWallet(kit, 'email')
    await loginByEmail(kit, { email: 'alice@tidepool.example' })
    await confirmCode(kit, { code: '123456' })
    await connecting
    closeModal(kit)
    const changing = updateEmail(kit)
    expect(kit.store.getState().modal.stack).toEqual([{ name: 'UpdateEmailWallet' }])
    kit.clock.advance(60_000)
    await changeEmail(kit, { email: 'al@tidepool.example' })
    await confirmEmailChange(kit, { code: '123456', of: 'secondary' })
    expect(await changing).toEqual({ email: 'al@tidepool.example' })
  })

  test('is left when the modal closes', async () => {
    const { kit } = embeddedKit(byEmail)
    const connecting = connectWallet(kit, 'email')
    await loginByEmail(kit, { email: 'alice@tidepool.example' })
    await confirmCode(kit, { code: '123456' })
    await connecting
    const changing = updateEmail(kit)
    closeModal(kit)
    await expect(changing).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
  })
})
