import type { View } from 'latchkey'
import { accountViews } from './views/account.js'
import { connectViews } from './views/connect.js'
import type { Row } from './views/Row.js'
import { sendViews } from './views/send.js'

/** Every view of the modal. One without a row does not compile. */
export const views: { readonly [name in View['name']]: readonly [Row, ...Row[]] } = {
  ...connectViews,
  ...accountViews,
  ...sendViews,
}
