import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { Namespace } from '../../../protocol/caip.js'
import type { WalletKey } from '../walletButton/walletKeys.js'

type Element<properties> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & properties

/** What the incumbent's button elements take. */
export type ConnectButtonProps = {
  /** No effect: there is one size, which a finger can hit. */
  readonly size?: 'sm' | 'md' | undefined
  readonly label?: string | undefined
  readonly loadingLabel?: string | undefined
  readonly namespace?: Namespace | undefined
}

export type AccountButtonProps = {
  readonly disabled?: boolean | undefined
  /** @default 'show' */
  readonly balance?: 'show' | 'hide' | undefined
  /** How many of the address's first characters show. @default 4 */
  readonly charsStart?: number | undefined
  /** How many of its last. @default 6 */
  readonly charsEnd?: number | undefined
  readonly namespace?: Namespace | undefined
}

export type AppKitButtonProps = ConnectButtonProps & AccountButtonProps

export type NetworkButtonProps = {
  readonly disabled?: boolean | undefined
  /** What it says where no network is known. */
  readonly label?: string | undefined
}

export type WalletButtonProps = {
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
