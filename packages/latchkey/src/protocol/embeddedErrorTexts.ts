/** The errors of the embedded wallet and of logging in to it: code -> exact text, with `{slots}` to fill in. */
export const embeddedErrorTexts = {
  // Spec §8, frame and transport.
  FRAME_TIMEOUT: 'Something went wrong',
  FRAME_LOAD_FAILED: 'Unable to load email login dependency',
  FRAME_NOT_SET: 'W3mFrame: iframe is not set',
  FRAME_PARENT_NOT_SET: 'W3mFrame: parent is not set',

  // Spec §8, data and flows.
  ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND: 'Address or auth connector not found',

  // Spec §5, e-mail login.
  EMAIL_TOO_SOON: 'Please try again after {seconds} seconds',
  EMAIL_INVALID: 'Invalid email. Try again.',

  // Spec §8: an aborted request that the wallet confirms it has dropped. Nothing was signed.
  REQUEST_WITHDRAWN: 'Request was aborted',

  // Beyond the spec's list.
  FRAME_RESTARTED: 'The wallet restarted. Try again.',
  FRAME_UNREACHABLE: 'Wallet service is temporarily unavailable',
  CODE_WRONG: 'Code is wrong',
  CODE_EXPIRED: 'Request a new code',
  MAIL_FAILED: 'We could not send the code. Try again.',
  LOGIN_NEEDED: 'Log in to your wallet first',
  LOGIN_FAILED: 'Login failed',
  LOGIN_LIMITED: 'Too many tries. Wait a while before you try again.',
  LOGIN_OTHER: 'This address belongs to a wallet that logs in another way',
  LOGIN_WINDOW_BLOCKED: 'Could not open social popup',
  LOGIN_WINDOW_CLOSED: 'Popup closed',
  LOGIN_URI_FAILED: 'Could not fetch the social redirect uri',
  WALLET_LOCKED: "Confirm it's you in the wallet",
} as const
