import { type RouteStack, reset } from '../../core/router.js'
import type { TransactionStack } from '../../core/transactions.js'
import type { CaipNetworkId, Namespace } from '../../protocol/caip.js'
import type { Wallet } from '../../protocol/entities/Wallet.js'

export type AccountTab = 'tokens' | 'nfts' | 'activity'

/** Every screen of the modal, and what it is opened with. A name here without a component does not compile. */
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
  /** `tab`: what it lists; the tokens where it does not say. */
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
}

export type ViewName = keyof ViewParameters

/** A screen in the history: its name, and its parameters where it has some. */
export type View = {
  [name in ViewName]: undefined extends ViewParameters[name]
    ? { readonly name: name; readonly parameters?: ViewParameters[name] }
    : { readonly name: name; readonly parameters: ViewParameters[name] }
}[ViewName]

export type ModalState = {
  readonly isOpen: boolean
  /** Something must be known before the modal can be used; its buttons wait. */
  readonly isLoading: boolean
  readonly isShaking: boolean
  /** The chain family that wallets are offered for; all of them where it is not set. */
  readonly namespace?: Namespace | undefined
  readonly stack: RouteStack<View>
  readonly transactions: TransactionStack<View>
}

export const initialModalState: ModalState = {
  isOpen: false,
  isLoading: false,
  isShaking: false,
  stack: reset<View>({ name: 'Connect' }),
  transactions: [],
}
