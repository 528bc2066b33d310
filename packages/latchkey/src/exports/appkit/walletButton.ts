export type { ConnectedByButton } from '../../bridges/appkit/walletButton/connectInModal.js'
export {
  createAppKitWalletButton,
  type WalletButton,
} from '../../bridges/appkit/walletButton/createAppKitWalletButton.js'
export type { ChangedEmail } from '../../bridges/appkit/walletButton/updateEmail.js'
export type { WalletKey } from '../../bridges/appkit/walletButton/walletKeys.js'
