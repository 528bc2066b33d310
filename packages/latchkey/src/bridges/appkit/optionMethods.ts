import type { ConnectMethod, SocialProvider, ThemeMode, WalletFeature } from '../../core/Config.js'
import { optionNames } from '../../core/options.js'
import type { EmbeddedAccountType } from '../../features/embedded/state.js'
import { updateOptions } from '../../features/options/updateOptions.js'
import { setThemeMode, setThemeVariables } from '../../features/theme/setTheme.js'
import type { Namespace } from '../../protocol/caip.js'
import type { AppKitFeatures, AppKitOptions } from './AppKitOptions.js'
import { readAccountType } from './embedded.js'
import type { Instance } from './Instance.js'
import { type AppKitThemeVariables, toThemeVariables } from './themeVariables.js'
import { toFeatures } from './toConfig.js'
import { refusals, unsupported } from './unsupported.js'

export function optionMethods({ kit, extra }: Instance) {
  function change(features: AppKitFeatures): void {
    if (features.analytics !== undefined) throw unsupported('updateFeatures({ analytics })', once)
    updateOptions(kit, { features: toFeatures(features) })
  }

  return {
    getThemeMode: (): ThemeMode => kit.store.getState().theme.mode,
    setThemeMode: (mode: ThemeMode): void => setThemeMode(kit, mode),
    getThemeVariables: (): AppKitThemeVariables => extra.getState().themeVariables,
    /** Merges the given variables over the current ones. */
    setThemeVariables(variables: AppKitThemeVariables): void {
      extra.setState((before) => ({
        ...before,
        themeVariables: { ...before.themeVariables, ...variables },
      }))
      setThemeVariables(kit, toThemeVariables(variables))
    },
    /** Takes effect with the next screen, like all methods that change options. @throws `APPKIT_UNSUPPORTED` */
    updateFeatures: change,
    /** @throws `APPKIT_UNSUPPORTED` for an option that only `createAppKit` can set. */
    updateOptions({ features, ...changes }: Partial<AppKitOptions>): void {
      const fixed = Object.keys(changes).find((name) => !updatable.has(name))
      if (fixed !== undefined) throw unsupported(`updateOptions({ ${fixed} })`, once)
      updateOptions(kit, changes as updateOptions.Changes)
      if (features !== undefined) change(features)
    },
    setConnectMethodsOrder: (connectMethodsOrder: readonly ConnectMethod[]): void =>
      updateOptions(kit, { features: { connectMethodsOrder } }),
    setWalletFeaturesOrder: (walletFeaturesOrder: readonly WalletFeature[]): void =>
      updateOptions(kit, { features: { walletFeaturesOrder } }),
    setCollapseWallets: (collapseWallets: boolean): void =>
      updateOptions(kit, { features: { collapseWallets } }),
    setSocialsOrder: (socials: readonly SocialProvider[]): void =>
      updateOptions(kit, { features: { socials } }),
    setTermsConditionsUrl: (termsConditionsUrl: string): void => updateOptions(kit, { termsConditionsUrl }),
    setPrivacyPolicyUrl: (privacyPolicyUrl: string): void => updateOptions(kit, { privacyPolicyUrl }),
    getConnectMethodsOrder: (): readonly ConnectMethod[] | undefined =>
      kit.store.getState().options.features?.connectMethodsOrder,
    /** See {@link readAccountType}. */
    getPreferredAccountType: (namespace?: Namespace): EmbeddedAccountType | undefined =>
      readAccountType(kit, namespace),
    /**
     * Makes the embedded account act as a smart account, or as a plain one.
     *
     * @throws `ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND`: the account is not the embedded wallet's. What `connect` throws.
     */
    async setPreferredAccountType(type: EmbeddedAccountType, namespace?: Namespace): Promise<void> {
      // Loaded when it is first used: most apps have no embedded wallet.
      const { setAccountType } = await import('../../features/embedded/setAccountType.js')
      await setAccountType(kit, { type, namespace })
    },
    ...refused,
  }
}

/** `features` has a separate method. */
const updatable: ReadonlySet<string> = new Set(optionNames.filter((name) => name !== 'features'))

const once = 'it is set once, in `createAppKit`.'
const embedded = 'the embedded wallet itself says what its accounts are, and whose.'
const walletRules =
  'who is connected, and where, is what the wallet says. Use `switchNetwork` and `disconnect`.'
const oneWallet = 'a chain family is connected with one wallet. Open the modal to connect another.'

/** Members of the incumbent that the kit does not support. */
const refused = /* @__PURE__ */ refusals({
  updateRemoteFeatures: 'there is no dashboard: use `updateFeatures`.',
  setEIP6963Enabled: once,
  setSmartAccountDeployed: embedded,
  setSmartAccountEnabledNetworks: embedded,
  handleUnsafeRPCRequest: 'the kit opens the modal by itself when the embedded wallet must ask the visitor.',
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
  setAddressExplorerUrl: "the block explorer is the network's `blockExplorers.default`.",
  getReownName: 'the zone is a vendor’s. `fetchIdentity` tells the name and picture of an address.',
  setClientId: 'requests to the services carry no client id.',
  getUniversalProvider: '`getProvider(namespace)` gives an EIP-1193 provider however the wallet is reached.',
})
