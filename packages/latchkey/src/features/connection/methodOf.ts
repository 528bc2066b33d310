import type { ConnectorInfo } from '../../core/connector.js'
import type { WalletPlatform } from '../../protocol/events.js'

/** How a visitor reaches a wallet by a connector, as events name it: by the protocol a code, or an app of the phone. */
export function methodOf({ type }: Pick<ConnectorInfo, 'type'>): WalletPlatform {
  if (type !== 'WALLET_CONNECT') return 'browser'
  const agent = globalThis.navigator?.userAgent ?? ''
  return /Android|iPhone|iPad|iPod/i.test(agent) ? 'mobile' : 'qrcode'
}
