import { createElement, type ReactNode } from 'react'
import type { AppKitOptions } from '../AppKitOptions.js'
import { createAppKit } from './createAppKit.js'
import type {
  AccountButtonProps,
  AppKitButtonProps,
  ConnectButtonProps,
  NetworkButtonProps,
} from './elementTypes.js'

/** Connects, then shows the account: `<appkit-button>`. */
export function AppKitButton(props: AppKitButtonProps) {
  return createElement('appkit-button', attributesOf(props))
}

/** Connects; renders nothing while a wallet is connected: `<appkit-connect-button>`. */
export function AppKitConnectButton(props: ConnectButtonProps) {
  return createElement('appkit-connect-button', attributesOf(props))
}

/** Shows the connected account; renders nothing while no wallet is connected: `<appkit-account-button>`. */
export function AppKitAccountButton(props: AccountButtonProps) {
  return createElement('appkit-account-button', attributesOf(props))
}

/** Shows the network in use; opens the list of networks: `<appkit-network-button>`. */
export function AppKitNetworkButton(props: NetworkButtonProps) {
  return createElement('appkit-network-button', attributesOf(props))
}

/** Calls {@link createAppKit} with its props before it renders its children. */
export function AppKitProvider({ children, ...options }: AppKitOptions & { readonly children?: ReactNode }) {
  createAppKit(options)
  return children
}

// React 18 writes `false` on a custom element as an attribute; React 19 does not. Both write these strings alike.
function attributesOf(props: object): { readonly [name: string]: string } {
  return Object.fromEntries(
    Object.entries(props).flatMap(([name, value]) =>
      value === undefined || value === false
        ? []
        : [[name.toLowerCase(), value === true ? '' : String(value)]],
    ),
  )
}
