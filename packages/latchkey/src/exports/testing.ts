export { embeddedScreens } from '../features/embedded/embeddedScreens.js'
export { type Screen, screens } from '../features/modal/screens.js'
export { adapterConformance } from '../testing/conformance/adapterConformance.js'
export type { Check } from '../testing/conformance/Check.js'
export { connectorConformance } from '../testing/conformance/connectorConformance.js'
export { createFixtureKit, type StateFixture } from '../testing/createFixtureKit.js'
export { createTestClock, type TestClock } from '../testing/createTestClock.js'
export { createTestKit, type TestKit } from '../testing/createTestKit.js'
export { mockAdapter } from '../testing/mockAdapter.js'
export {
  type MockBehaviour,
  type MockConnector,
  mockConnector,
  mockSession,
} from '../testing/mockConnector.js'
export { mockNetwork } from '../testing/mockNetwork.js'
export { mockTabs } from '../testing/mockTabs.js'
export {
  type PolkadotWalletRequest,
  scriptedPolkadotWallet,
} from '../testing/polkadot/scriptedPolkadotWallet.js'
export { bitcoinProtocolAccount } from '../testing/protocolAccounts/bitcoinProtocolAccount.js'
export { askedNetworks, grantOf } from '../testing/protocolAccounts/grantOf.js'
export type { ProtocolAccount, ProtocolRequest } from '../testing/protocolAccounts/ProtocolAccount.js'
export { polkadotProtocolAccount } from '../testing/protocolAccounts/polkadotProtocolAccount.js'
export { solanaProtocolAccount } from '../testing/protocolAccounts/solanaProtocolAccount.js'
export type { Fixture, ScreenStates } from '../testing/ScreenStates.js'
export { type Script, type ScriptedProvider, scriptedProvider } from '../testing/scriptedProvider.js'
export {
  type SolanaWalletRequest,
  scriptedSolanaWallet,
} from '../testing/solana/scriptedSolanaWallet.js'
export type { WalletBehaviour, WalletQuestion, WalletScript } from '../testing/wallet/createAnswers.js'
export { testPrivateKey } from '../testing/wallet/createSigner.js'
export {
  type BitcoinWalletRequest,
  type BitcoinWalletTransaction,
  type ScriptedBitcoinWallet,
  scriptedBitcoinWallet,
} from '../testing/wallet/scriptedBitcoinWallet.js'
export { type ScriptedRemoteWallet, scriptedRemoteWallet } from '../testing/wallet/scriptedRemoteWallet.js'
export {
  type ScriptedWallet,
  scriptedWallet,
  type WalletInfo,
  type WalletRequest,
} from '../testing/wallet/scriptedWallet.js'
