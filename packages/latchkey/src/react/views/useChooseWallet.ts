import { tellChoice } from '../../features/connection/tellChoice.js'
import { pushView } from '../../features/modal/navigate.js'
import type { WalletChoice } from '../../features/wallets/connectGroups.js'
import { rememberDeepLink } from '../../features/wallets/rememberWallet.js'
import { isMobileDevice } from '../device.js'
import { useAction } from '../hooks/useAction.js'
import { useKit } from '../KitContext.js'
import { openLink, pairingLink } from '../openLink.js'

/**
 * Follows a visitor's choice of wallet. On a phone the wallet's app opens right here, within the tap: the pairing link
 * has been ready since the connect screen opened.
 */
export function useChooseWallet(): (choice: WalletChoice) => void {
  const kit = useKit()
  const push = useAction(pushView)
  return (choice) => {
    const isMobile = isMobileDevice()
    tellChoice(kit, { choice, isMobile })
    if (choice.type === 'connector') {
      const { id: connectorId, type, name } = choice.connector
      const { others, wallet } = choice
      if (others !== undefined) {
        const connectorIds = [connectorId, ...others.map(({ id }) => id)]
        return push({ name: 'ConnectingMultiChain', parameters: { name, connectorIds, wallet } })
      }
      if (type === 'WALLET_CONNECT') return push({ name: 'ConnectingWalletConnect' })
      return push({ name: 'ConnectingExternal', parameters: { connectorId, wallet: choice.wallet } })
    }
    const { wallet } = choice
    const { pairing } = kit.store.getState().connection
    const link =
      wallet.mobile_link === undefined ? undefined : pairingLink(wallet.mobile_link, pairing?.uri ?? '')
    if (isMobile && link !== undefined && pairing?.uri !== undefined) {
      openLink(link)
      rememberDeepLink(kit, wallet)
    }
    push({ name: 'ConnectingWalletConnect', parameters: { wallet } })
  }
}
