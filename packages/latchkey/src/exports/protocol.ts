export { accountError } from '../protocol/accountErrors.js'
export { alertAdvice } from '../protocol/alertAdvice.js'
export { type AlertCode, alertOfServerMessage } from '../protocol/alerts.js'
export {
  type CaipAddress,
  type CaipNetworkId,
  isNamespace,
  isNetworkId,
  type Namespace,
  namespaceOf,
  namespaces,
  parseCaipAddress,
  parseNetworkId,
  toCaipAddress,
  toChainId,
  toNetworkId,
} from '../protocol/caip.js'
export { type Wallet, walletSchema } from '../protocol/entities/Wallet.js'
export { type ErrorCode, type ErrorSlots, fillSlots, isKitError, KitError } from '../protocol/errors.js'
export { errorTexts } from '../protocol/errorTexts.js'
export { floorDecimals, formatUnits } from '../protocol/formatUnits.js'
export {
  type Answer,
  defineEndpoint,
  type Endpoint,
  type PathParameters,
  type Query,
  type ServiceName,
} from '../protocol/http/endpoint.js'
export {
  getAnalyticsConfig,
  getAssetImage,
  getCurrencyImage,
  getTokenImage,
  getWalletImage,
  getWallets,
} from '../protocol/http/explorer.js'
export { networkImageId } from '../protocol/imageIds.js'
export { isRdns } from '../protocol/isRdns.js'
export { type RpcMethod, type RpcPolicy, rpcMethods, rpcPolicy } from '../protocol/rpc.js'
export { toWalletLink, toWebLink } from '../protocol/schema/link.js'
export { cleanText } from '../protocol/schema/text.js'
export { truncateAddress } from '../protocol/truncateAddress.js'
