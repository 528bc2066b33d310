import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { Namespace } from '../../../protocol/caip.js'
import type { WalletKey } from '../walletButton/walletKeys.js'

type Element<properties> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & properties

/** The attributes of the incumbent's button elements. */
export type ConnectButtonProps = {
  /** No effect: there is only one size, large enough for touch. */
  readonly size?: 'sm' | 'md' | undefined
  readonly label?: string | undefined
  readonly loadingLabel?: string | undefined
  readonly namespace?: Namespace | undefined
}

export type AccountButtonProps = {
  readonly disabled?: boolean | undefined
  /** @default 'show' */
  readonly balance?: 'show' | 'hide' | undefined
  /** The number of characters shown from the address's start. @default 4 */
  readonly charsStart?: number | undefined
  /** The number of characters shown from the address's end. @default 6 */
  readonly charsEnd?: number | undefined
  readonly namespace?: Namespace | undefined
}

export type AppKitButtonProps = ConnectButtonProps & AccountButtonProps

export type NetworkButtonProps = {
  readonly disabled?: boolean | undefined
  /** The text shown when no network is known. */
  readonly label?: string | undefined
}

type WalletButtonProps = {
  readonly wallet: WalletKey
  readonly namespace?: Namespace | undefined
  readonly disabled?: boolean | undefined
}

type AppKitElements = {
  'appkit-button': Element<AppKitButtonProps>
  'appkit-connect-button': Element<ConnectButtonProps>
  'appkit-account-button': Element<AccountButtonProps>
  'appkit-network-button': Element<NetworkButtonProps>
  'appkit-wallet-button': Element<WalletButtonProps>
  'appkit-modal': Element<{ readonly class?: string | undefined }>
  'w3m-button': Element<AppKitButtonProps>
  'w3m-connect-button': Element<ConnectButtonProps>
  'w3m-account-button': Element<AccountButtonProps>
  'w3m-network-button': Element<NetworkButtonProps>
  'w3m-modal': Element<{ readonly class?: string | undefined }>
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends AppKitElements {}
  }
}
