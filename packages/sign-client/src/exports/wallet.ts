export type { ClientOptions } from '../client/createCore.js'
export type { CommonClient } from '../client/createSignClient.js'
export type { disconnect } from '../client/disconnect.js'
export type { CloseReason, SignEvents, WalletEvents } from '../client/events.js'
export type { Clock } from '../clock.js'
export { type AuthPayload, type Cacao, formatAuthMessage } from '../protocol/authMessage.js'
export { isChainId, namespaceOf, parseAccount, toChainId } from '../protocol/caip.js'
export type { Metadata } from '../protocol/metadata.js'
export {
  grantOf,
  isChainGranted,
  isEventGranted,
  isMethodGranted,
  type ProposalNamespace,
  type ProposalNamespaces,
  type SessionNamespace,
  type SessionNamespaces,
} from '../protocol/namespaces.js'
export { type PairingUri, parsePairingUri } from '../protocol/pairingUri.js'
export type { PeerError } from '../protocol/peerErrors.js'
export type { Participant, ScopedProperties, Session, SessionProperties } from '../protocol/Session.js'
export type { RelayState } from '../relay/relayState.js'
export type { WebSocketConstructor, WebSocketLike } from '../relay/WebSocketLike.js'
export { isSignError, SignError, type SignErrorCode, signErrorTexts } from '../SignError.js'
export type { AuthenticationRequest, Proposal, SessionRequest } from '../state/Entry.js'
export { type KeyValueStorage, memoryStorage } from '../state/KeyValueStorage.js'
export { browserTabs, singleTab, type Tabs } from '../state/tabs.js'
export type { approve, reject } from '../wallet/approve.js'
export {
  type approveAuthenticate,
  buildAuth,
  narrowAuthPayload,
  type rejectAuthenticate,
} from '../wallet/approveAuthenticate.js'
export { createWalletClient, type WalletClient } from '../wallet/createWalletClient.js'
export type { pair } from '../wallet/pair.js'
export type { respond } from '../wallet/respond.js'
export type { emit, update } from '../wallet/update.js'
