'use client'

export {
  type ConnectedByButton,
  createAppKitWalletButton,
  type WalletButton,
} from '../../bridges/appkit/walletButton/createAppKitWalletButton.js'
export { useAppKitUpdateEmail, useAppKitWallet } from '../../bridges/appkit/walletButton/useAppKitWallet.js'
export type { WalletKey } from '../../bridges/appkit/walletButton/walletKeys.js'
