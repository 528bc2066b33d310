import { useEffect } from 'react'
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
  const kit = useKit()
  const { config } = kit
  const canPair = config.enableWalletConnect !== false && config.manualWCControl !== true
  useEffect(() => {
    recall()
    void fetchFeatured()
    if (!canPair || !isMobileDevice()) return
    let isLeft = false
    import('../../../features/connection/openPairing.js')
      .then(({ openPairing }) => (isLeft ? undefined : openPairing(kit)))
      // A failure is in the state, for the screen that shows the link; that screen also loads this code if it must.
      .catch(() => {})
    return () => {
      isLeft = true
    }
  }, [fetchFeatured, recall, kit, canPair])
}
