export {
  type ConnectedByButton,
  createAppKitWalletButton,
  type WalletButton,
} from '../../bridges/appkit/walletButton/createAppKitWalletButton.js'
export type { WalletKey } from '../../bridges/appkit/walletButton/walletKeys.js'
