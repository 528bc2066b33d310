import type { ResolvedConfig } from '../../core/resolveConfig.js'

/** Whether the way to all of the explorer's wallets is shown: the host's choice, and only with the connection protocol. */
export function isAllWalletsOffered(
  config: ResolvedConfig,
  { isMobile }: { readonly isMobile: boolean },
): boolean {
  const { allWallets = 'SHOW', features, enableWalletConnect, enableWallets } = config
  if (features?.allWallets === false || enableWalletConnect === false || enableWallets === false) return false
  return allWallets === 'SHOW' || (allWallets === 'ONLY_MOBILE' && isMobile)
}
