'use client'

export { AppKit } from '../../bridges/appkit/AppKit.js'
export type { AppKitFeatures, AppKitNetwork, AppKitOptions } from '../../bridges/appkit/AppKitOptions.js'
export type { AppKitEvent } from '../../bridges/appkit/Instance.js'
export {
  AppKitAccountButton,
  AppKitButton,
  AppKitConnectButton,
  AppKitNetworkButton,
  AppKitProvider,
} from '../../bridges/appkit/react/components.js'
export { createAppKit, modal } from '../../bridges/appkit/react/createAppKit.js'
export type {
  AccountButtonProps,
  AppKitButtonProps,
  ConnectButtonProps,
  NetworkButtonProps,
} from '../../bridges/appkit/react/elementTypes.js'
export {
  useAppKit,
  useAppKitAccount,
  useAppKitBalance,
  useAppKitConnection,
  useAppKitConnections,
  useAppKitEvents,
  useAppKitNetwork,
  useAppKitNetworkCore,
  useAppKitProvider,
  useAppKitState,
  useAppKitTheme,
  useDisconnect,
  useWalletInfo,
} from '../../bridges/appkit/react/hooks.js'
export type {
  AppKitConnection,
  ConnectedWalletInfo,
  UseAppKitAccountReturn,
  UseAppKitNetworkReturn,
} from '../../bridges/appkit/readers.js'
export type { AppKitThemeVariables } from '../../bridges/appkit/themeVariables.js'
