import type { ConnectMethod, ThemeMode } from '../../core/Config.js'
import { setThemeMode, setThemeVariables } from '../../features/theme/setTheme.js'
import type { Instance } from './Instance.js'
import { type AppKitThemeVariables, toThemeVariables } from './themeVariables.js'
import { refusals } from './unsupported.js'

export function optionMethods({ kit, extra }: Instance) {
  return {
    getThemeMode: (): ThemeMode => kit.store.getState().theme.mode,
    setThemeMode: (mode: ThemeMode): void => setThemeMode(kit, mode),
    getThemeVariables: (): AppKitThemeVariables => extra.getState().themeVariables,
    /** Sets the given variables over those that are set. */
    setThemeVariables(variables: AppKitThemeVariables): void {
      extra.setState((before) => ({
        ...before,
        themeVariables: { ...before.themeVariables, ...variables },
      }))
      setThemeVariables(kit, toThemeVariables(variables))
    },
    getConnectMethodsOrder: (): readonly ConnectMethod[] | undefined =>
      kit.config.features?.connectMethodsOrder,
    ...refused,
  }
}

const once = 'options are set once, in `createAppKit`.'
const embedded = 'there is no embedded wallet yet.'
const walletRules =
  'who is connected, and where, is what the wallet says. Use `switchNetwork` and `disconnect`.'
const oneWallet = 'a chain family is connected with one wallet. Open the modal to connect another.'

/** What the incumbent has and the kit does not. */
const refused = /* @__PURE__ */ refusals({
  updateFeatures: once,
  updateOptions: once,
  updateRemoteFeatures: once,
  setConnectMethodsOrder: once,
  setWalletFeaturesOrder: once,
  setCollapseWallets: once,
  setSocialsOrder: once,
  setTermsConditionsUrl: once,
  setPrivacyPolicyUrl: once,
  setEIP6963Enabled: once,
  getPreferredAccountType: embedded,
  setPreferredAccountType: embedded,
  setSmartAccountDeployed: embedded,
  setSmartAccountEnabledNetworks: embedded,
  handleUnsafeRPCRequest: embedded,
  setUser: embedded,
  setStatus: walletRules,
  setBalance: walletRules,
  setProfileName: walletRules,
  setProfileImage: walletRules,
  setCaipAddress: walletRules,
  setCaipNetwork: walletRules,
  setCaipNetworkOfNamespace: walletRules,
  setAllAccounts: walletRules,
  setConnectedWalletInfo: walletRules,
  setRequestedCaipNetworks: 'networks come and go with `addNetwork` and `removeNetwork`.',
  setApprovedCaipNetworksData: walletRules,
  resetAccount: walletRules,
  resetNetwork: walletRules,
  switchConnection: oneWallet,
  deleteConnection: oneWallet,
  getRecentConnections: oneWallet,
  addAddressLabel: 'accounts have no labels yet.',
  removeAddressLabel: 'accounts have no labels yet.',
  setAddressExplorerUrl: "the block explorer is the network's `blockExplorers.default`.",
  getReownName: 'the zone is a vendor’s. `fetchIdentity` tells the name and picture of an address.',
  setClientId: 'requests to the services carry no client id.',
  getUniversalProvider: '`getProvider(namespace)` gives an EIP-1193 provider however the wallet is reached.',
})
