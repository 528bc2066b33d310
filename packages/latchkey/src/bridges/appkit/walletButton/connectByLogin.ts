import type { Kit } from '../../../features/Kit.js'
import type { Namespace } from '../../../protocol/caip.js'
import { isTelegram } from '../../../react/device.js'
import { openLoginWindow } from '../../../react/openLoginWindow.js'
import { unsupported } from '../unsupported.js'
import { type ConnectedByButton, connectInModal } from './connectInModal.js'
import type { LoginKey } from './walletKeys.js'

/**
 * Logs in to the embedded wallet, in the modal. Call it within the visitor's click: a browser opens the provider's
 * window only then.
 *
 * @throws `APPKIT_UNSUPPORTED`: the app has no embedded wallet, or leaves this way off; `CONNECTION_DECLINED`: the visitor closed the modal
 */
export async function connectByLogin(
  kit: Kit,
  way: LoginKey,
  namespace: Namespace | undefined,
): Promise<ConnectedByButton> {
  const { connection, options } = kit.store.getState()
  if (!connection.connectors.some(({ type }) => type === 'AUTH'))
    throw unsupported(`connect('${way}')`, 'pass `connectors: [embedded({ url })]` to `createAppKit`.')
  const { email, socials } = options.features ?? {}
  const feature = way === 'email' ? 'email' : 'socials'
  const isOff = way === 'email' ? email === false : socials === false || socials?.includes(way) === false
  if (isOff) throw unsupported(`connect('${way}')`, `\`features.${feature}\` leaves this way off.`)
  if (way === 'email') return connectInModal(kit, { name: 'EmailLogin' }, namespace)
  if (way === 'farcaster') return connectInModal(kit, { name: 'ConnectingFarcaster' }, namespace)
  const isWholePage = isTelegram()
  const opened = isWholePage ? null : openLoginWindow()
  const connecting = connectInModal(kit, { name: 'ConnectSocials' }, namespace)
  const { loginBySocial } = await import('../../../features/embedded/loginBySocial.js')
  // A failure is in the state, which the login's screen shows; there the visitor can try again.
  loginBySocial(kit, { provider: way, opened, isWholePage }).catch(() => {})
  return connecting
}
