export {
  type AppKitSIWEClient,
  createSIWEConfig,
  type SIWEConfig,
  type SIWECreateMessageArgs,
  type SIWEMessageArgs,
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
