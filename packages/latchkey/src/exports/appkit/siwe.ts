export {
  type AppKitSIWEClient,
  createSIWEConfig,
  type SIWEConfig,
} from '../../bridges/appkit/siwe/createSIWEConfig.js'
export {
  formatMessage,
  getAddressFromMessage,
  getChainIdFromMessage,
  getDidAddress,
  getDidChainId,
  SIWEController,
  verifySignature,
} from '../../bridges/appkit/siwe/messages.js'
export type { SIWECreateMessageArgs, SIWEMessageArgs } from '../../bridges/appkit/siwe/SIWEMessageArgs.js'
