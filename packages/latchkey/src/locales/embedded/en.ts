/**
 * The texts of the embedded wallet's screens, in English. They are apart from `locales/en.ts`, because only hosts with that
 * wallet load them. The errors' texts are in `protocol/embeddedErrorTexts.ts`.
 */
export const embeddedEn = {
  'login.email': 'Email',
  'login.submit': 'Continue with email',
  'login.socials': 'Social logins',
  'login.continueWith': 'Continue with {name}',
  'login.more': 'More social logins',
  'login.passkey': 'Use a passkey',
  'login.unreachable': 'Login cannot be reached right now',
  'emailLogin.title': 'Email login',
  'create.title': 'Create wallet',
  'create.wallet': 'Looking for a self-custody wallet?',
  'socials.title': 'All socials',

  'otp.title': 'Confirm email',
  'otp.sentTo': 'Enter the code we sent to {email}',
  'otp.label': 'Code with 6 digits',
  'otp.expires': 'one=The code expires in {count} minute|other=The code expires in {count} minutes',
  'otp.failed': '{message}. Try again',
  'otp.tries': 'one={count} try left|other={count} tries left',
  'otp.checking': 'Checking the code',
  'otp.opening': 'Opening your wallet',
  'otp.notReceived': "Didn't receive it?",
  'otp.resend': 'Resend code',
  'otp.resendIn': 'Resend in {seconds}s',
  'otp.resent': 'Code email resent',
  'device.title': 'Register device',
  'device.approve': 'Approve the login link we sent to {email}',
  'device.text': 'Then come back here: this page goes on by itself.',
  'device.resend': 'Resend email',

  'social.title': 'Connect social',
  'social.logIn': 'Log in with {name}',
  'social.opening': 'Opening the provider window',
  'social.window': 'Connect in the provider window',
  'social.user': 'Retrieving user data',
  'social.failed': 'Something went wrong',
  'social.open': 'Open the window',
  'farcaster.qr': 'QR code to log in with Farcaster',
  'farcaster.accept': 'Accept the connection request in the app',
  'farcaster.loading': 'Loading user data',

  'email.edit': 'Edit email',
  'email.confirmCurrent': 'Confirm current email',
  'email.confirmNew': 'Confirm new email',
  'email.wrong': 'Something wrong?',
  'email.tryAgain': 'Try again',
  'email.tryAgainIn': 'Try again in {seconds}s',
  'email.changed': 'Email changed',

  'settings.title': 'Account settings',
  'settings.account': '{name} account',
  'settings.network': 'Network',
  'settings.smart': 'Switch to your smart account',
  'settings.eoa': 'Switch to your EOA',
  'settings.switching': 'Switching…',
  'settings.security': 'Ways in and security',
  'settings.devices': 'Devices',
  'settings.backup': 'Add a second way in',
  'settings.backupText': 'So far only this device opens your wallet.',
  'settings.export': 'Export wallet',
  'settings.delete': 'Delete wallet',
  'settings.self': 'Only you can open this wallet.',
  'settings.convenience': 'Whoever runs this wallet can open it too.',

  'profile.title': 'Profile',
  'profile.email': 'Email account',
  'profile.smart': 'Smart account',
  'profile.eoa': 'EOA',
  'profile.others': 'Other wallets',

  'receive.first': 'Add a second way in first',
  'receive.firstText':
    'So far only this device opens your wallet. If you lose it, you lose what you receive.',
  'receive.add': 'Add a way in',

  'approve.title': 'Approve transaction',
  'approve.backup': 'Second way in',
  'approve.view': 'Wallet',
  'approve.enter': 'Go to your wallet',
} as const

export type EmbeddedTextKey = keyof typeof embeddedEn

/** The errors of the embedded wallet that a visitor can meet. */
type VisitorErrorCode =
  | 'FRAME_TIMEOUT'
  | 'FRAME_LOAD_FAILED'
  | 'FRAME_RESTARTED'
  | 'FRAME_UNREACHABLE'
  | 'REQUEST_WITHDRAWN'
  | 'EMAIL_TOO_SOON'
  | 'EMAIL_INVALID'
  | 'CODE_WRONG'
  | 'CODE_EXPIRED'
  | 'MAIL_FAILED'
  | 'LOGIN_NEEDED'
  | 'LOGIN_FAILED'
  | 'LOGIN_LIMITED'
  | 'LOGIN_OTHER'
  | 'LOGIN_WINDOW_BLOCKED'
  | 'LOGIN_WINDOW_CLOSED'
  | 'LOGIN_URI_FAILED'
  | 'WALLET_LOCKED'
  | 'SOCIALS_TIMEOUT'

/** A complete set of these texts in some language: a missing key does not compile. */
export type EmbeddedTexts = { readonly [key in EmbeddedTextKey | `error.${VisitorErrorCode}`]: string }
