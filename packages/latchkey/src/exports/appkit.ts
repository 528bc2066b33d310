export { AppKit } from '../bridges/appkit/AppKit.js'
export type { AppKitFeatures, AppKitNetwork, AppKitOptions } from '../bridges/appkit/AppKitOptions.js'
export type { ChainAdapter } from '../bridges/appkit/ChainAdapter.js'
export { createAppKit } from '../bridges/appkit/createAppKit.js'
export type { AppKitEvent } from '../bridges/appkit/Instance.js'
export { AccountController, CoreHelperUtil, WcHelpersUtil } from '../bridges/appkit/internals.js'
export type { AppKitView, OpenOptions } from '../bridges/appkit/modalMethods.js'
export type {
  AppKitAccount,
  AppKitConnection,
  AppKitTheme,
  ConnectedWalletInfo,
  PublicState,
  UseAppKitAccountReturn,
  UseAppKitNetworkReturn,
} from '../bridges/appkit/readers.js'
export type { AppKitThemeVariables } from '../bridges/appkit/themeVariables.js'
export type { CaipAddress, CaipNetworkId, Namespace as ChainNamespace } from '../protocol/caip.js'
export type { Network as CaipNetwork } from '../protocol/entities/Network.js'
