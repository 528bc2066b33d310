import { isSocialLogin } from '../../features/embedded/isSocialLogin.js'
import type { State } from '../../features/Kit.js'
import type { EmbeddedTextKey } from '../../locales/embedded/en.js'
import { embeddedEn } from '../../locales/embedded/en.js'
import { type EmbeddedParts, screenParts } from '../modal/screenParts.js'
import { providerName } from './providerName.js'
import { providerNames } from './SocialLogo.js'

/** A title in the visitor's language. */
const titleOf = ({ locale }: State, key: EmbeddedTextKey): string => locale.texts[key] ?? embeddedEn[key]
const titled = (key: EmbeddedTextKey) => (_: unknown, __: unknown, state: State) => titleOf(state, key)

/** How the embedded wallet's screens are rendered. A screen without an entry does not compile. */
export const embeddedParts: EmbeddedParts = {
  Create: {
    load: () => import('../views/Create/Create.js').then((module) => module.Create),
    title: titled('create.title'),
  },
  ConnectSocials: {
    load: () => import('../views/ConnectSocials/ConnectSocials.js').then((module) => module.ConnectSocials),
    title: titled('socials.title'),
  },
  ConnectingSocial: {
    load: () =>
      import('../views/ConnectingSocial/ConnectingSocial.js').then((module) => module.ConnectingSocial),
    title: (_, __, state) => {
      const login = state.embedded?.login
      return isSocialLogin(login) ? providerName(state, login.way) : titleOf(state, 'social.title')
    },
  },
  ConnectingFarcaster: {
    load: () =>
      import('../views/ConnectingFarcaster/ConnectingFarcaster.js').then(
        (module) => module.ConnectingFarcaster,
      ),
    title: () => providerNames.farcaster,
  },
  EmailLogin: {
    load: () => import('../views/EmailLogin/EmailLogin.js').then((module) => module.EmailLogin),
    title: titled('emailLogin.title'),
  },
  EmailVerifyOtp: {
    load: () => import('../views/EmailVerifyOtp/EmailVerifyOtp.js').then((module) => module.EmailVerifyOtp),
    title: titled('otp.title'),
  },
  EmailVerifyDevice: {
    load: () =>
      import('../views/EmailVerifyDevice/EmailVerifyDevice.js').then((module) => module.EmailVerifyDevice),
    title: titled('device.title'),
    next: { name: 'EmailVerifyOtp' },
  },
  UpdateEmailWallet: {
    load: () =>
      import('../views/UpdateEmailWallet/UpdateEmailWallet.js').then((module) => module.UpdateEmailWallet),
    title: titled('email.edit'),
  },
  UpdateEmailPrimaryOtp: {
    load: () =>
      import('../views/UpdateEmailWallet/UpdateEmailOtp.js').then((module) => module.UpdateEmailPrimaryOtp),
    title: titled('email.confirmCurrent'),
  },
  UpdateEmailSecondaryOtp: {
    load: () =>
      import('../views/UpdateEmailWallet/UpdateEmailOtp.js').then((module) => module.UpdateEmailSecondaryOtp),
    title: titled('email.confirmNew'),
  },
  AccountSettings: {
    load: () =>
      import('../views/AccountSettings/AccountSettings.js').then((module) => module.AccountSettings),
    title: titled('settings.title'),
  },
  Profile: {
    load: () => import('../views/Profile/Profile.js').then((module) => module.Profile),
    title: titled('profile.title'),
  },
  ApproveTransaction: {
    load: () =>
      import('../views/ApproveTransaction/ApproveTransaction.js').then((module) => module.ApproveTransaction),
    title: (_, { parameters }, state) => {
      const surface = parameters?.surface ?? 'approve'
      return titleOf(
        state,
        surface === 'approve' ? 'approve.title' : surface === 'backup' ? 'approve.backup' : 'approve.view',
      )
    },
    start: 'none',
  },
  WalletReceive: {
    ...screenParts.WalletReceive,
    load: () => import('../views/WalletReceive/GatedReceive.js').then((module) => module.GatedReceive),
  },
}
