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
/** A social login; `oidc` is the own provider of the operator of the wallet's site (OpenID Connect). */
export type SocialProvider =
  | 'oidc'
  | 'google'
  | 'x'
  | 'discord'
  | 'farcaster'
  | 'github'
  | 'apple'
  | 'facebook'
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

/** A wallet that the explorer does not list. */
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
 * The addresses of the kit's services. A string is one origin that serves them all, as `npm run services` does; an
 * object names each. The relay you choose decides which wallets visitors can use: docs/guides/services.md.
 */
export type ServicesOptions =
  | string
  | {
      readonly explorer?: string | undefined
      readonly blockchain?: string | undefined
      readonly analytics?: string | undefined
      readonly auth?: string | undefined
      readonly relay?: string | RelayOptions | undefined
    }

export type Features = {
  /**
   * Reports events in the modal to the analytics service: no address, no link, nothing a visitor typed. Reports nothing
   * if the visitor's browser sends Global Privacy Control. @default false
   */
  readonly analytics?: boolean | undefined
  /** Offer login to the embedded wallet by an e-mail code, if the host has that wallet (`embedded()`). @default true */
  readonly email?: boolean | undefined
  /**
   * The social logins to offer, in order; `false` for none. Of these, the operator of the wallet's site must have
   * configured each. @default oidc, google, x, discord, farcaster, github, apple, facebook
   */
  readonly socials?: readonly SocialProvider[] | false | undefined
  /** Offer swaps on the account screen. No effect yet. */
  readonly swaps?: boolean | undefined
  /** Offer buying crypto on the account screen. No effect yet. */
  readonly onramp?: boolean | undefined
  /** Offer sending on the account screen, if the chain family supports it. @default true */
  readonly send?: boolean | undefined
  /** Offer receiving on the account screen: shows the address as a code to scan. @default true */
  readonly receive?: boolean | undefined
  /** Show past transactions on the account screen. @default true */
  readonly history?: boolean | undefined
  /** Show the "All wallets" row. @default true */
  readonly allWallets?: boolean | undefined
  /**
   * The connect methods from top to bottom; methods you leave out come last. By default `wallet` comes first if a
   * wallet is installed, otherwise last.
   */
  readonly connectMethodsOrder?: readonly ConnectMethod[] | undefined
  /**
   * The account screen's features in order; features you leave out come last. Only `send` and `receive` have an effect
   * yet.
   */
  readonly walletFeaturesOrder?: readonly WalletFeature[] | undefined
  /** The groups of the wallet list from top to bottom; a group you leave out is hidden. */
  readonly connectorTypeOrder?: readonly WalletGroup[] | undefined
  /**
   * Show one "Continue with a wallet" button instead of the list; the list moves to a separate screen. @default false
   */
  readonly collapseWallets?: boolean | undefined
  /** Show a checkbox that visitors must tick before they connect. Needs `termsConditionsUrl` or `privacyPolicyUrl`. */
  readonly legalCheckbox?: boolean | undefined
}

/** Every option a host can set (spec §3 "Config"). Unknown names and wrong types throw `CONFIG_INVALID`. */
export type Config<
  networks extends readonly [NetworkInput, ...NetworkInput[]] = readonly [NetworkInput, ...NetworkInput[]],
> = {
  /** The id of your project at the services. Optional with your own `services`. */
  readonly projectId?: string | undefined
  /** The address of the services: `'https://wallet.example.com'` for all, or an object with one address per service. */
  readonly services?: ServicesOptions | undefined
  /**
   * The name, description, URL and icons that wallets show for your app. By default the kit reads them from the page.
   */
  readonly metadata?: Metadata | undefined
  /** The networks that your app supports: from `latchkey/networks`, from viem, or your own. At least one. */
  readonly networks: networks
  /** The network to start on; one of `networks`. @default the stored one, otherwise the first */
  readonly defaultNetwork?: networks[number] | undefined
  /**
   * The chain families that your app supports: `[eip155()]`. Without an adapter, the modal offers only the connection
   * protocol.
   */
  readonly adapters?: readonly Adapter[] | undefined
  /** Connectors in addition to those that the adapters find. */
  readonly connectors?: readonly Connector[] | undefined
  /** The features to offer, and their order: see the table below. */
  readonly features?: Features | undefined

  /**
   * RPC addresses by CAIP-2 id. The kit tries them before the network's own, and does not read that chain from the
   * services.
   */
  readonly customRpcUrls?:
    | { readonly [networkId in CaipNetworkId]?: readonly { readonly url: string }[] }
    | undefined
  /** Whether to offer the list of all wallets. @default 'SHOW' */
  readonly allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE' | undefined
  /** Explorer ids. The modal lists only these wallets. */
  readonly includeWalletIds?: readonly string[] | undefined
  /** Explorer ids. The modal never lists these wallets. */
  readonly excludeWalletIds?: readonly string[] | undefined
  /** Explorer ids. The modal lists these wallets first. */
  readonly featuredWalletIds?: readonly string[] | undefined
  /** Wallets that the explorer does not list. */
  readonly customWallets?: readonly CustomWallet[] | undefined
  /** By CAIP-2 id, a token whose balance and picture the account and its button show instead of the coin's. */
  readonly tokens?:
    | {
        readonly [networkId in CaipNetworkId]?: {
          readonly address: string
          readonly image?: string | undefined
        }
      }
    | undefined
  /** The address of your terms and conditions; the link appears below the ways to connect. */
  readonly termsConditionsUrl?: string | undefined
  /** The address of your privacy policy; the link appears below the ways to connect. */
  readonly privacyPolicyUrl?: string | undefined
  /** Picture addresses by network id. */
  readonly chainImages?: { readonly [id: string]: string } | undefined
  /** Picture addresses by connector id. */
  readonly connectorImages?: { readonly [id: string]: string } | undefined

  /**
   * The language, as a BCP 47 tag: `'de'`. `'auto'` uses the first of the visitor's languages that the kit supports,
   * otherwise English. @default 'auto'
   */
  readonly locale?: string | undefined
  /** Your own texts, by the keys of `Texts` in `latchkey/react`: `{ 'connect.title': 'Get in' }`. */
  readonly texts?: { readonly [key: string]: string } | undefined

  /** The theme. `'auto'` follows the visitor's system setting. @default 'dark' */
  readonly themeMode?: ThemeMode | undefined
  /** Colours, font and corners: see the list below. */
  readonly themeVariables?: ThemeVariables | undefined

  /** Find wallets that announce themselves (EIP-6963). @default true */
  readonly enableEIP6963?: boolean | undefined
  /** Find the wallet in `window.ethereum`. @default true */
  readonly enableInjected?: boolean | undefined
  /** Offer the connection protocol. @default true */
  readonly enableWalletConnect?: boolean | undefined
  /** Offer wallets at all. @default true */
  readonly enableWallets?: boolean | undefined
  /** Offer the guide for visitors without a wallet. @default true */
  readonly enableWalletGuide?: boolean | undefined
  /** Let visitors switch networks in the modal. @default true */
  readonly enableNetworkSwitch?: boolean | undefined
  /** Restore an earlier connection when the page loads. @default true */
  readonly enableReconnect?: boolean | undefined
  /** Let the embedded wallet's frame write what it does to the console. @default false */
  readonly enableAuthLogger?: boolean | undefined
  /** Show the modal inside the page, where you mount it, instead of on top of the page. @default false */
  readonly enableEmbedded?: boolean | undefined
  /** Do not append the modal to the page's body; you mount it yourself. @default false */
  readonly disableAppend?: boolean | undefined
  /** Do not ask visitors to switch when their network is not in `networks`. @default false */
  readonly allowUnsupportedChain?: boolean | undefined
  /** Your app runs the connection protocol itself and opens the modal with a pairing link. @default false */
  readonly manualWCControl?: boolean | undefined
  /** Show alerts about configuration mistakes, in the modal and the console. @default true */
  readonly debug?: boolean | undefined

  /** How visitors sign in with their wallet: `localSiwx()`, `serverSiwx(…)` or your own object. @default no sign-in */
  readonly siwx?: SiwxConfig | undefined
  /** The older form of `siwx`, for eip155 only. Set one of them, not both. */
  readonly siweConfig?: SiweConfig | undefined
  /** How the embedded wallet's account acts until the visitor chooses, by chain family. @default the wallet decides */
  readonly defaultAccountTypes?: { readonly [namespace in Namespace]?: AccountType } | undefined

  /**
   * Where the kit stores the connection: `localStorage()`, `cookieStorage()`, `memoryStorage()`. @default local storage
   */
  readonly storage?: StorageBackend | undefined
  /** The visitor's state from a server, for the first paint: `cookieToInitialState(cookieHeader)`. */
  readonly initialState?: InitialState | undefined
  /** A clock for tests. @default the system clock */
  readonly clock?: Clock | undefined
}
