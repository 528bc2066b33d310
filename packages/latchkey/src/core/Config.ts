import type { CaipNetworkId, Namespace } from '../protocol/caip.js'
import type { Metadata } from '../protocol/entities/Metadata.js'
import type { NetworkInput } from '../protocol/entities/Network.js'
import type { Wallet } from '../protocol/entities/Wallet.js'
import type { Adapter } from './adapter.js'
import type { Clock } from './clock.js'
import type { Connector } from './connector.js'
import type { InitialState } from './InitialState.js'
import type { SiweConfig, SiwxConfig } from './siwx.js'
import type { StorageBackend } from './storage.js'

export type ConnectMethod = 'email' | 'social' | 'wallet'
export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'
export type WalletGroup =
  | 'walletConnect'
  | 'recent'
  | 'injected'
  | 'featured'
  | 'custom'
  | 'external'
  | 'recommended'
export type SocialProvider = 'google' | 'x' | 'discord' | 'farcaster' | 'github' | 'apple' | 'facebook'
export type ThemeMode = 'dark' | 'light' | 'auto'
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal'

/** The theme's tokens (docs/theming). Values are CSS: `'#2f63f5'`, `'12px'`. */
export type ThemeVariables = {
  readonly [name in
    | '--lk-font-family'
    | '--lk-font-size'
    | '--lk-accent'
    | '--lk-color-mix'
    | '--lk-color-mix-strength'
    | '--lk-radius'
    | '--lk-z-index'
    | '--lk-qr-color']?: string | number | undefined
}

/** What a host passes for a wallet that the explorer does not list. */
export type CustomWallet = Pick<
  Wallet,
  | 'id'
  | 'name'
  | 'homepage'
  | 'image_url'
  | 'mobile_link'
  | 'desktop_link'
  | 'webapp_link'
  | 'app_store'
  | 'play_store'
  | 'chrome_store'
  | 'rdns'
  | 'chains'
>

export type RelayOptions = { readonly url: string; readonly projectId?: string | undefined }

/**
 * Where the kit's services are. A text is one origin that serves them all, as `npm run services` does; an object names
 * each. Which relay you choose decides which wallets you reach: docs/self-hosting.
 */
export type ServicesOptions =
  | string
  | {
      readonly explorer?: string | undefined
      readonly blockchain?: string | undefined
      readonly analytics?: string | undefined
      readonly auth?: string | undefined
      readonly frame?: string | undefined
      readonly relay?: string | RelayOptions | undefined
    }

export type Features = {
  /**
   * Report what happens in the modal to the analytics service: no address, no link, nothing a visitor typed; never where
   * the visitor's browser objects by Global Privacy Control. @default false
   */
  readonly analytics?: boolean | undefined
  /** Offer login by e-mail code. No effect yet. */
  readonly email?: boolean | undefined
  /** The social logins to offer, in order; `false` for none. No effect yet. */
  readonly socials?: readonly SocialProvider[] | false | undefined
  /** Offer swaps on the account screen. No effect yet. */
  readonly swaps?: boolean | undefined
  /** Offer to buy crypto on the account screen. No effect yet. */
  readonly onramp?: boolean | undefined
  /** Offer to send on the account screen, where the chain family can. @default true */
  readonly send?: boolean | undefined
  /** Offer to receive on the account screen: the address as a code to scan. @default true */
  readonly receive?: boolean | undefined
  /** Show past transactions on the account screen. @default true */
  readonly history?: boolean | undefined
  /** Show the "All wallets" row. @default true */
  readonly allWallets?: boolean | undefined
  /**
   * The connect methods from top to bottom; one left out comes last. By default wallets come first where one is installed,
   * else last. Of these, `wallet` is there.
   */
  readonly connectMethodsOrder?: readonly ConnectMethod[] | undefined
  /** The account screen's features in order; one left out comes last. Of these, `send` and `receive` are there. */
  readonly walletFeaturesOrder?: readonly WalletFeature[] | undefined
  /** The groups of the wallet list from top to bottom; a group left out is not shown. */
  readonly connectorTypeOrder?: readonly WalletGroup[] | undefined
  /** One "Continue with a wallet" button in place of the list, which then has a screen of its own. @default false */
  readonly collapseWallets?: boolean | undefined
  /** A checkbox that must be ticked before connecting; needs one of the two legal addresses. */
  readonly legalCheckbox?: boolean | undefined
}

/** Everything a host can set (spec §3 "Config"). Unknown names and wrong types are refused with `CONFIG_INVALID`. */
export type Config<
  networks extends readonly [NetworkInput, ...NetworkInput[]] = readonly [NetworkInput, ...NetworkInput[]],
> = {
  /** Your project at the services. May be left out where `services` are your own. */
  readonly projectId?: string | undefined
  /** Where the explorer, the relay and the rest are: `'https://wallet.example.com'` for all, or an object for each. */
  readonly services?: ServicesOptions | undefined
  /** What wallets show of your app. By default read from the page: its title, description, origin and icon. */
  readonly metadata?: Metadata | undefined
  /** The networks your app works on, from `latchkey/networks`, from viem, or your own. At least one. */
  readonly networks: networks
  /** The network to start on; one of `networks`. @default the stored one, else the first */
  readonly defaultNetwork?: networks[number] | undefined
  /** The chain families your app works with: `[eip155()]`. Without one only the connection protocol is offered. */
  readonly adapters?: readonly Adapter[] | undefined
  /** Ways to reach a wallet beyond those the adapters find. */
  readonly connectors?: readonly Connector[] | undefined
  /** What is offered, and in which order: the table below. */
  readonly features?: Features | undefined

  /** RPC addresses by CAIP-2 id, tried before the network's own. */
  readonly customRpcUrls?:
    | { readonly [networkId in CaipNetworkId]?: readonly { readonly url: string }[] }
    | undefined
  /** Whether the list of all wallets is offered. @default 'SHOW' */
  readonly allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE' | undefined
  /** Explorer ids: only these wallets are listed. */
  readonly includeWalletIds?: readonly string[] | undefined
  /** Explorer ids: these wallets are never listed. */
  readonly excludeWalletIds?: readonly string[] | undefined
  /** Explorer ids: these wallets come first. */
  readonly featuredWalletIds?: readonly string[] | undefined
  /** Wallets that the explorer does not list. */
  readonly customWallets?: readonly CustomWallet[] | undefined
  /** By CAIP-2 id, the token whose balance the account and its button show in place of the coin's. */
  readonly tokens?:
    | {
        readonly [networkId in CaipNetworkId]?: {
          readonly address: string
          readonly image?: string | undefined
        }
      }
    | undefined
  /** Shown under the ways to connect. */
  readonly termsConditionsUrl?: string | undefined
  /** Shown under the ways to connect. */
  readonly privacyPolicyUrl?: string | undefined
  /** Picture addresses by network id. */
  readonly chainImages?: { readonly [id: string]: string } | undefined
  /** Picture addresses by connector id. */
  readonly connectorImages?: { readonly [id: string]: string } | undefined

  /** The language, as a BCP 47 tag: `'de'`; `'auto'`: the first of the visitor's that the kit speaks, else English. @default 'auto' */
  readonly locale?: string | undefined
  /** Your own words, by the keys of `latchkey/react`'s `Texts`: `{ 'connect.title': 'Get in' }`. */
  readonly texts?: { readonly [key: string]: string } | undefined

  /** `'auto'` follows the visitor's system. @default 'dark' */
  readonly themeMode?: ThemeMode | undefined
  /** Colours, font, corners: the list below. */
  readonly themeVariables?: ThemeVariables | undefined

  /** Look for announced wallets. @default true */
  readonly enableEIP6963?: boolean | undefined
  /** Look for plainly injected wallets. @default true */
  readonly enableInjected?: boolean | undefined
  /** Offer the connection protocol. @default true */
  readonly enableWalletConnect?: boolean | undefined
  /** Offer wallets at all. @default true */
  readonly enableWallets?: boolean | undefined
  /** Offer the guide to getting a wallet. @default true */
  readonly enableWalletGuide?: boolean | undefined
  /** Let visitors switch network in the modal. @default true */
  readonly enableNetworkSwitch?: boolean | undefined
  /** Restore an earlier connection when the page loads. @default true */
  readonly enableReconnect?: boolean | undefined
  /** Log the embedded wallet's frame. No effect yet. */
  readonly enableAuthLogger?: boolean | undefined
  /** Show the modal inside the page, where the host mounts it, in place of over it. @default false */
  readonly enableEmbedded?: boolean | undefined
  /** Do not append the modal to the page's body; the host mounts it. @default false */
  readonly disableAppend?: boolean | undefined
  /** Never ask to switch away from a network that is not in `networks`. @default false */
  readonly allowUnsupportedChain?: boolean | undefined
  /** The host runs the connection protocol itself and opens the modal with a link. @default false */
  readonly manualWCControl?: boolean | undefined
  /** Show alerts about mistakes in this configuration, in the modal and the console. @default true */
  readonly debug?: boolean | undefined

  /** How visitors sign in with their wallet: `localSiwx()`, `serverSiwx(…)` or your own. @default they do not */
  readonly siwx?: SiwxConfig | undefined
  /** The older form of `siwx`, for eip155 only; never both. */
  readonly siweConfig?: SiweConfig | undefined
  /** Which kind of account the embedded wallet prefers. No effect yet. */
  readonly defaultAccountTypes?: { readonly [namespace in Namespace]?: AccountType } | undefined

  /** Where the connection is remembered: `localStorage()`, `cookieStorage()`, `memoryStorage()`. @default local storage */
  readonly storage?: StorageBackend | undefined
  /** What a server knew of the visitor, so that the first paint shows it: `cookieToInitialState(cookieHeader)`. */
  readonly initialState?: InitialState | undefined
  /** For tests. @default the system's */
  readonly clock?: Clock | undefined
}
