import type { CaipNetworkId, Namespace } from '../../protocol/caip.js'
import type { Wallet } from '../../protocol/entities/Wallet.js'
import type { FrameEvent } from '../../protocol/frame/messages.js'

// The names of the modal's screens, apart from their rules: the state imports the names, and the rules import the kit.

export type AccountTab = 'tokens' | 'nfts' | 'activity'

/** The name of every screen, and its parameters. */
export type ViewParameters = {
  Connect: undefined
  ConnectWallets: undefined
  AllWallets: undefined
  ConnectingWalletConnect: { readonly wallet?: Wallet | undefined } | undefined
  ConnectingWalletConnectBasic: undefined
  ConnectingExternal: { readonly connectorId: string; readonly wallet?: Wallet | undefined }
  ConnectingMultiChain: {
    readonly name: string
    readonly connectorIds: readonly string[]
    readonly wallet?: Wallet | undefined
  }
  Networks: undefined
  SwitchNetwork: { readonly networkId: CaipNetworkId }
  UnsupportedChain: undefined
  /** `tab`: the tab that it opens on; by default the one last chosen. */
  Account: { readonly tab?: AccountTab | undefined } | undefined
  Accounts: undefined
  AddressLabel: { readonly address: string; readonly namespace: Namespace }
  /** `nft`: its key in `state.account.pictures`. */
  NftDetails: { readonly nft: string }
  WalletSend: undefined
  WalletSendSelectToken: undefined
  WalletSendScan: undefined
  WalletSendPreview: undefined
  WalletSendStatus: { readonly id: string }
  WalletReceive: undefined
  WalletCompatibleNetworks: undefined
  SIWXSignMessage: undefined
  ConnectingSiwe: undefined
  WhatIsAWallet: undefined
  WhatIsANetwork: undefined
  GetWallet: undefined
  Downloads: { readonly wallet: Wallet }

  Create: undefined
  ConnectSocials: undefined
  ConnectingSocial: undefined
  ConnectingFarcaster: undefined
  EmailLogin: undefined
  EmailVerifyOtp: undefined
  EmailVerifyDevice: undefined
  UpdateEmailWallet: undefined
  UpdateEmailPrimaryOtp: undefined
  UpdateEmailSecondaryOtp: undefined
  AccountSettings: undefined
  Profile: undefined
  /** `surface`: what the wallet's own surface shows over it. @default 'approve' */
  ApproveTransaction: { readonly surface?: SurfaceName | undefined } | undefined
}

/** What the surface of the embedded wallet shows its visitor. */
type SurfaceName = NonNullable<FrameEvent<'SURFACE'>['view']>

/** The screens of the embedded wallet: their rules and parts come with `latchkey/embedded`. */
export type EmbeddedViewName =
  | 'Create'
  | 'ConnectSocials'
  | 'ConnectingSocial'
  | 'ConnectingFarcaster'
  | 'EmailLogin'
  | 'EmailVerifyOtp'
  | 'EmailVerifyDevice'
  | 'UpdateEmailWallet'
  | 'UpdateEmailPrimaryOtp'
  | 'UpdateEmailSecondaryOtp'
  | 'AccountSettings'
  | 'Profile'
  | 'ApproveTransaction'

/** The screens that every kit has. */
export type OwnViewName = Exclude<ViewName, EmbeddedViewName>

export type ViewName = keyof ViewParameters

/** A screen in the history: its name, and its parameters if it has any. */
export type View = {
  [name in ViewName]: undefined extends ViewParameters[name]
    ? { readonly name: name; readonly parameters?: ViewParameters[name] }
    : { readonly name: name; readonly parameters: ViewParameters[name] }
}[ViewName]
