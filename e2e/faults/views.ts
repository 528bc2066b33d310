import { screens } from 'latchkey/testing'
import { accountViews } from './views/account.js'
import { connectViews } from './views/connect.js'
import type { Row } from './views/Row.js'
import { sendViews } from './views/send.js'

/**
 * Test rows for every screen of the modal. A screen without rows does not compile. The embedded wallet's screens need its
 * site and key service, which `embedded.spec.ts` drives; `faults.login.spec.ts` has the faults of its login.
 */
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
