export type {
  Adapter,
  Amount,
  Capabilities,
  DiscoverContext,
  ExplorerPage,
  Gate,
  ServedQuestion,
  SignParameters,
  WalletState,
} from '../core/adapter.js'
export type {
  AccountType,
  Config,
  ConnectMethod,
  CustomWallet,
  Features,
  RelayOptions,
  ServicesOptions,
  SocialProvider,
  ThemeMode,
  ThemeVariables,
  WalletFeature,
  WalletGroup,
} from '../core/Config.js'
export { type Clock, systemClock } from '../core/clock.js'
export type {
  AccountFacts,
  Connector,
  ConnectorEvent,
  ConnectorInfo,
  ConnectorSession,
  ConnectorType,
  ConnectParameters,
  NamespaceSession,
} from '../core/connector.js'
export type { InitialState } from '../core/InitialState.js'
export { RpcError } from '../core/jsonRpc.js'
export type { NameService, Names } from '../core/names.js'
export type { HostChainId, HostNamespace, HostNetwork, HostNetworkId, Register } from '../core/Register.js'
export type {
  SiweConfig,
  SiwxCacao,
  SiwxConfig,
  SiwxMessageData,
  SiwxRequest,
  SiwxSession,
} from '../core/siwx.js'
export type { Storage, StorageBackend } from '../core/storage.js'
export { cookieStorage, localStorage, memoryStorage } from '../core/storageBackends.js'
export { watch } from '../core/store.js'
export type {
  Asked,
  FeeQuote,
  Found,
  SentTransfer,
  Transfer,
  TransferFacts,
  TransferStatus,
  Transfers,
} from '../core/transfers.js'
export { isSessionRequester, type SessionRequester, type WalletProtocol } from '../core/walletProtocol.js'
export { createKit } from '../createKit.js'
export { accountActions } from '../features/account/accountActions.js'
export { fetchActivity } from '../features/account/fetchActivity.js'
export { fetchBalance } from '../features/account/fetchBalance.js'
export { fetchIdentity } from '../features/account/fetchIdentity.js'
export { fetchNfts } from '../features/account/fetchNfts.js'
export { fetchAvatar, fetchNftImage } from '../features/account/fetchPicture.js'
export { fetchPortfolio } from '../features/account/fetchPortfolio.js'
export { fetchTransactions } from '../features/account/fetchTransactions.js'
export { type Label, type LabelledAddress, labelOf, loadLabels } from '../features/account/labels.js'
export { receiveLink } from '../features/account/receiveLink.js'
export { receivingNetworks } from '../features/account/receivingNetworks.js'
export { resolveName } from '../features/account/resolveName.js'
export { setLabel } from '../features/account/setLabel.js'
export {
  type Account,
  type Activity,
  accountOf,
  type Balance,
  type Identity,
  type Nfts,
  nftKey,
  type Portfolio,
} from '../features/account/state.js'
export { accountsOf, switchAccount } from '../features/account/switchAccount.js'
export { isListed } from '../features/account/walletAssets.js'
export { type AccountFeature, walletFeatures } from '../features/account/walletFeatures.js'
export { cancelConnect, connect } from '../features/connection/connect.js'
export { cookieToInitialState } from '../features/connection/cookieToInitialState.js'
export { disconnect } from '../features/connection/disconnect.js'
export { openPairing } from '../features/connection/openPairing.js'
export { closePairing, resetPairing } from '../features/connection/pairingRounds.js'
export { registerConnectors } from '../features/connection/registerConnectors.js'
export type {
  Attempt,
  Connection,
  ConnectionStatus,
  ErrorState,
  Pairing,
} from '../features/connection/state.js'
export { unregisterConnectors } from '../features/connection/unregisterConnectors.js'
export { walletNameOf } from '../features/connection/walletNameOf.js'
export { loadAsked } from '../features/intent/asked.js'
export { getProvider } from '../features/intent/getProvider.js'
export { signMessage } from '../features/intent/signMessage.js'
export { switchWallet } from '../features/intent/switchWallet.js'
export type { Kit, State } from '../features/Kit.js'
export { setLocale } from '../features/locale/setLocale.js'
export type { LocaleState } from '../features/locale/state.js'
export { chooseAccountTab } from '../features/modal/chooseAccountTab.js'
export { closeModal } from '../features/modal/closeModal.js'
export { keepScreenRules } from '../features/modal/keepScreenRules.js'
export {
  beginTransaction,
  goBack,
  pushView,
  replaceView,
  resetView,
  settleTransaction,
} from '../features/modal/navigate.js'
export { openModal } from '../features/modal/openModal.js'
export type { View, ViewName, ViewParameters } from '../features/modal/screens.js'
export { shakeModal } from '../features/modal/shakeModal.js'
export { addNetwork, removeNetwork } from '../features/network/addNetwork.js'
export { isUnsupportedNetwork } from '../features/network/isUnsupportedNetwork.js'
export { removeAdapter } from '../features/network/removeAdapter.js'
export {
  activeNamespace,
  activeNetwork,
  activeNetworkId,
  isApproved,
  networkOf,
} from '../features/network/state.js'
export { resetSwitch, switchNetwork } from '../features/network/switchNetwork.js'
export { hideSnackbar } from '../features/notify/hideSnackbar.js'
export { hideTooltip } from '../features/notify/hideTooltip.js'
export { hideAlert, showAlert } from '../features/notify/showAlert.js'
export { showError, showSnackbar } from '../features/notify/showSnackbar.js'
export { showTooltip } from '../features/notify/showTooltip.js'
export { updateOptions } from '../features/options/updateOptions.js'
export {
  beginSend,
  confirmSendRecipient,
  resetSend,
  setSendAmount,
  setSendMax,
  setSendRecipient,
  setSendSpeed,
  setSendToken,
  toggleSendFiat,
} from '../features/send/editSend.js'
export { estimateSend } from '../features/send/estimateSend.js'
export { followLinkNetwork } from '../features/send/followLinkNetwork.js'
export { followRefused } from '../features/send/followRefused.js'
export { followSent, refreshAccount } from '../features/send/followSent.js'
export { giveUp } from '../features/send/giveUp.js'
export { leaveReview, openTransferOf, reviewSend } from '../features/send/reviewSend.js'
export {
  type Sendable,
  type SendFault,
  type SendPlan,
  sendablesOf,
  sendPlanOf,
} from '../features/send/sendPlan.js'
export { loadSent, sentBy } from '../features/send/sent.js'
export type {
  Fee,
  Recipient,
  RecipientFault,
  RecipientWarning,
  SendState,
  Sent,
} from '../features/send/state.js'
export { submitSend } from '../features/send/submitSend.js'
export { type Suggestion, suggestRecipients } from '../features/send/suggestRecipients.js'
export type { BrowserKey } from '../features/siwx/browserKey.js'
export { localSiwx } from '../features/siwx/localSiwx.js'
export { type ServerSiwx, serverSiwx } from '../features/siwx/serverSiwx.js'
export { cancelSignIn, signIn, signOut } from '../features/siwx/signIn.js'
export type { SiwxState, SiwxStatus } from '../features/siwx/state.js'
export { fetchSmartSessions } from '../features/smartSessions/fetchSmartSessions.js'
export { revokeSmartSession } from '../features/smartSessions/revokeSmartSession.js'
export { setThemeMode, setThemeVariables } from '../features/theme/setTheme.js'
export {
  connectGroups,
  isSameWallet,
  type WalletChoice,
  type WalletGroupChoices,
} from '../features/wallets/connectGroups.js'
export { connectMethods } from '../features/wallets/connectMethods.js'
export { fetchFeaturedWallets } from '../features/wallets/fetchFeaturedWallets.js'
export { fetchImage, imageKey } from '../features/wallets/fetchImage.js'
export { fetchMoreWallets, resetWallets } from '../features/wallets/fetchWallets.js'
export { isAllWalletsOffered } from '../features/wallets/isAllWalletsOffered.js'
export { recallWallets, rememberDeepLink, rememberWallet } from '../features/wallets/rememberWallet.js'
export { searchWallets } from '../features/wallets/searchWallets.js'
export { walletPlatforms } from '../features/wallets/walletPlatforms.js'
export type { TextKey, Texts } from '../locales/en.js'
export type { Locale } from '../locales/loaders.js'
export { accountError } from '../protocol/accountErrors.js'
export type { CaipAddress, CaipNetworkId, Namespace } from '../protocol/caip.js'
export type { Metadata } from '../protocol/entities/Metadata.js'
export type { Network, NetworkInput } from '../protocol/entities/Network.js'
export type { SmartSession } from '../protocol/entities/SmartSession.js'
export type { Wallet } from '../protocol/entities/Wallet.js'
export { type ErrorCode, isKitError, KitError } from '../protocol/errors.js'
export { errorTexts } from '../protocol/errorTexts.js'
export type { KitEvent, WalletPlatform } from '../protocol/events.js'
export { truncateAddress } from '../protocol/truncateAddress.js'
