import { useEffect } from 'react'
import { openPairing } from '../../../features/connection/openPairing.js'
import { fetchFeaturedWallets } from '../../../features/wallets/fetchFeaturedWallets.js'
import { recallWallets } from '../../../features/wallets/rememberWallet.js'
import { isMobileDevice } from '../../device.js'
import { useAction } from '../../hooks/useAction.js'
import { useKit } from '../../KitContext.js'

/**
 * Fetches the data of the connect screen. On a phone it also makes the pairing link before the visitor taps a wallet,
 * because iOS opens an app only within the tap.
 */
export function useConnectData(): void {
  const fetchFeatured = useAction(fetchFeaturedWallets)
  const recall = useAction(recallWallets)
  const pair = useAction(openPairing)
  const { config } = useKit()
  const canPair = config.enableWalletConnect !== false && config.manualWCControl !== true
  useEffect(() => {
    recall()
    void fetchFeatured()
    // A failure is in the state, for the screen that shows the link.
    if (canPair && isMobileDevice()) pair().catch(() => {})
  }, [fetchFeatured, recall, pair, canPair])
}
