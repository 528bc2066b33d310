export type { authenticate } from '../client/authenticate.js'
export type { connect } from '../client/connect.js'
export type { ClientOptions } from '../client/createCore.js'
export { type CommonClient, createSignClient, type SignClient } from '../client/createSignClient.js'
export type { disconnect } from '../client/disconnect.js'
export type { AppEvents, Auth, PairingOutcome, SignEvents } from '../client/events.js'
export type { Pairing } from '../client/pairing.js'
export type { request } from '../client/request.js'
export type { Clock } from '../clock.js'
export type { AuthPayload, Cacao } from '../protocol/authMessage.js'
export { isChainId, namespaceOf, parseAccount, toChainId } from '../protocol/caip.js'
export type { BatchCall, KnownRequests, TransactionRequest } from '../protocol/KnownRequests.js'
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
export { fromPeerError, type PeerError } from '../protocol/peerErrors.js'
export type { PeerOutcome } from '../protocol/peerMessage.js'
export type { Participant, ScopedProperties, Session, SessionProperties } from '../protocol/Session.js'
export type { RelayState } from '../relay/relayState.js'
export type { WebSocketConstructor, WebSocketLike } from '../relay/WebSocketLike.js'
export { isSignError, SignError, type SignErrorCode, signErrorTexts } from '../SignError.js'
export { type KeyValueStorage, memoryStorage } from '../state/KeyValueStorage.js'
export { browserTabs, singleTab, type Tabs } from '../state/tabs.js'
