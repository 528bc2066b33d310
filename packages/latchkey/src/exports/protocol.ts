export { accountError } from '../protocol/accountErrors.js'
export { alertAdvice } from '../protocol/alertAdvice.js'
export { type AlertCode, alertOfServerMessage } from '../protocol/alerts.js'
export {
  formatBalance,
  formatNumber,
  formatQuantity,
  formatSwapAmount,
  formatTokenAmount,
  formatWorth,
} from '../protocol/amounts/formatAmount.js'
export { maxSendable } from '../protocol/amounts/maxSendable.js'
export {
  type AmountFault,
  maxUnits,
  type ParsedAmount,
  parseAmount,
} from '../protocol/amounts/parseAmount.js'
export {
  type ParsedPaymentLink,
  type PaymentLinkFault,
  type PaymentLinks,
  type PaymentRequest,
  parsePaymentLink,
} from '../protocol/amounts/parsePaymentLink.js'
export {
  accountAddressPattern,
  type CaipAddress,
  type CaipNetworkId,
  isNamespace,
  isNetworkId,
  type Namespace,
  namespaceOf,
  namespaces,
  parseNetworkId,
  toCaipAddress,
  toChainId,
  toNetworkId,
} from '../protocol/caip.js'
export { type Balance, balanceSchema } from '../protocol/entities/Balance.js'
export { type Nft, nftSchema } from '../protocol/entities/Nft.js'
export { type SmartSession, smartSessionSchema } from '../protocol/entities/SmartSession.js'
export {
  type OperationType,
  operationTypes,
  type Transaction,
  type Transfer,
  transactionSchema,
} from '../protocol/entities/Transaction.js'
export { type Wallet, walletSchema } from '../protocol/entities/Wallet.js'
export { type WalletAsset, walletAssetsSchema } from '../protocol/entities/WalletAsset.js'
export { type ErrorCode, type ErrorSlots, fillSlots, isKitError, KitError } from '../protocol/errors.js'
export { errorTexts } from '../protocol/errorTexts.js'
export { floorDecimals, formatUnits } from '../protocol/formatUnits.js'
export {
  type AnalyticsEvent,
  analyticsEvent,
  analyticsProperties,
  postEvent,
} from '../protocol/http/analytics.js'
export {
  authenticate,
  authenticateBody,
  getMe,
  getNonce,
  introspect,
  introspectBody,
  refresh,
  refreshBody,
  signOutEndpoint,
} from '../protocol/http/auth.js'
export {
  fungiblePricesBody,
  getAvatar,
  getBalances,
  getFungiblePrices,
  getGasPrice,
  getHistory,
  getIdentity,
  getLookalikes,
  getNftImage,
  getNfts,
  getProfile,
  getSessions,
  getSupportedChains,
  type HistoryLack,
  historyLacks,
  postRpc,
  revokeSession,
  revokeSessionBody,
} from '../protocol/http/blockchain.js'
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
export {
  commitWallet,
  commitWalletBody,
  deleteAccount,
  deleteAccountBody,
  emptyBody,
  getAudit,
  getWallet,
  type HeldWallet,
  makeChallenge,
  makeHalf,
  makeHalfBody,
  noteExport,
  prepareWallet,
  prepareWalletBody,
  putRendezvous,
  putRendezvousBody,
  releaseHalf,
  releaseHalfBody,
  type SlotType,
  takeRendezvous,
  takeRendezvousBody,
  type WalletSlot,
  type WalletVersion,
} from '../protocol/http/keys.js'
export {
  awaitDevice,
  confirmEmail,
  endLogin,
  endLoginBody,
  flowBody,
  getLoginResult,
  type LoginSession,
  type LoginUser,
  linkLogin,
  loginByCode,
  loginByCodeBody,
  loginByEmail,
  loginByEmailBody,
  loginByFarcaster,
  loginByFarcasterBody,
  loginByPasskey,
  loginByPasskeyBody,
  loginBySocial,
  loginBySocialBody,
  makeTicket,
  passkeyLoginOptions,
  readTicket,
  readTicketBody,
  redeemLink,
  redeemLinkBody,
  refreshLogin,
  refreshLoginBody,
  ticketBody,
  updateEmail,
  updateEmailBody,
} from '../protocol/http/login.js'
export { getLoginMethods } from '../protocol/http/loginMethods.js'
export { networkImageId } from '../protocol/imageIds.js'
export { isRdns } from '../protocol/isRdns.js'
export { hasLikeEnds, looksLike } from '../protocol/looksLike.js'
export { isOriginAllowed, isOriginListed, isOriginPattern } from '../protocol/origins.js'
export { parseCaipAddress } from '../protocol/parseCaipAddress.js'
export { parseJson } from '../protocol/parseJson.js'
export { readBounded } from '../protocol/readBounded.js'
export { type RpcMethod, type RpcPolicy, rpcMethods, rpcPolicy } from '../protocol/rpcMethods.js'
export { toImageLink } from '../protocol/schema/imageLink.js'
export { toWebLink } from '../protocol/schema/link.js'
export { cleanText } from '../protocol/schema/text.js'
export { toWalletLink } from '../protocol/schema/walletLink.js'
export { truncateAddress } from '../protocol/truncateAddress.js'
export { changeText, deletionText, versionText } from '../protocol/versionText.js'
