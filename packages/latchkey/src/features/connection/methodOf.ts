import type { ConnectorInfo } from '../../core/connector.js'
import type { ConnectMethodName } from '../../protocol/events.js'

/**
 * How a visitor reaches a wallet by a connector, as events name it: by the protocol a code, or an app of the phone; the
 * embedded wallet by logging in.
 */
export function methodOf({ type }: Pick<ConnectorInfo, 'type'>): ConnectMethodName {
  if (type === 'AUTH') return 'email'
  if (type !== 'WALLET_CONNECT') return 'browser'
  const agent = globalThis.navigator?.userAgent ?? ''
  return /Android|iPhone|iPad|iPod/i.test(agent) ? 'mobile' : 'qrcode'
}
