import type { Kit } from '../Kit.js'

/**
 * Whether the way to all of the explorer's wallets is shown: the host's choice, and only with the connection protocol.
 */
export function isAllWalletsOffered(
  { config, store }: Pick<Kit, 'config' | 'store'>,
  { isMobile }: { readonly isMobile: boolean },
): boolean {
  const { allWallets = 'SHOW', features, enableWallets } = store.getState().options
  if (features?.allWallets === false || config.enableWalletConnect === false || enableWallets === false)
    return false
  return allWallets === 'SHOW' || (allWallets === 'ONLY_MOBILE' && isMobile)
}
