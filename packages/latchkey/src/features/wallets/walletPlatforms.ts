import type { ConnectorInfo } from '../../core/connector.js'
import type { Wallet } from '../../protocol/entities/Wallet.js'
import type { WalletPlatform } from '../../protocol/events.js'

/**
 * The ways to reach a wallet from this device, the easiest first: installed in this browser, an app on this phone or a
 * code to scan, a web wallet, a desktop app. `['unsupported']` if there is none.
 */
export function walletPlatforms(
  wallet: Wallet | undefined,
  { connector, isMobile }: { readonly connector: ConnectorInfo | undefined; readonly isMobile: boolean },
): readonly [WalletPlatform, ...WalletPlatform[]] {
  // Without a given wallet, the code is for any wallet.
  if (wallet === undefined) return ['qrcode']
  const platforms: WalletPlatform[] = []
  if (connector !== undefined) platforms.push('browser')
  if (wallet.mobile_link !== undefined) platforms.push(isMobile ? 'mobile' : 'qrcode')
  if (wallet.webapp_link !== undefined) platforms.push('web')
  if (wallet.desktop_link !== undefined && !isMobile) platforms.push('desktop')
  const [first = 'unsupported', ...rest] = platforms
  return [first, ...rest]
}
