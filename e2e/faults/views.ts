import { type embeddedScreens, screens } from 'latchkey/testing'
import { accountViews } from './views/account.js'
import { connectViews } from './views/connect.js'
import type { Row } from './views/Row.js'
import { sendViews } from './views/send.js'

/** Test rows for every screen of the modal. A screen without rows does not compile. */
const rows: { readonly [name in keyof typeof screens]: readonly [Row, ...Row[]] } = {
  ...connectViews,
  ...accountViews,
  ...sendViews,
}

/** The rows of every screen, completed with the requirements in its record. */
export const views: { readonly [name: string]: readonly Row[] } = Object.fromEntries(
  Object.entries(rows).map(([name, own]) => [name, own.map((row) => ({ ...needsOf(name), ...row }))]),
)

function needsOf(name: string): Pick<Row, 'isConnected' | 'signIn'> {
  const { needs } = screens[name as keyof typeof screens]
  return { isConnected: needs !== undefined, ...(needs === 'signIn' ? { signIn: 'optional' } : {}) }
}

const login = 'e2e/specs/faults.login.spec.ts: each call of a login, with the site and the key service'
const component = 'packages/latchkey/src/react/modal/embeddedFaults.test.tsx: each answer of the frame'
const surface =
  'services/site/views/faults.test.tsx: each call of the wallet’s own surface, which this screen shows'
const atProvider =
  'packages/latchkey/src/react/views/ConnectingSocial/ConnectingSocial.test.tsx: what a window ends with'

/**
 * The embedded wallet's screens have no rows: a row would need its site and a login for each fault. Says of each which test has its faults, or why it has
 * none. A screen that is not listed does not compile.
 */
export const elsewhere: { readonly [name in keyof typeof embeddedScreens]: string } = {
  Create: `Shows the ways to log in, as the connect screen does. ${login}`,
  ConnectSocials: `Shows the ways to log in, as the connect screen does. ${login}`,
  EmailLogin: login,
  EmailVerifyOtp: login,
  EmailVerifyDevice: `Waits for a link in a mail; the calls before and after are those of the code. ${login}`,
  ConnectingSocial: atProvider,
  ConnectingFarcaster: atProvider,
  UpdateEmailWallet: component,
  UpdateEmailPrimaryOtp: component,
  UpdateEmailSecondaryOtp: component,
  AccountSettings: component,
  Profile: 'Asks nobody: it shows what the kit knows of the account.',
  ApproveTransaction: `${component}; ${surface}`,
}
