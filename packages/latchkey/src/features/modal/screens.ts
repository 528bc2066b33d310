import type { KitEventType } from '../../protocol/events.js'
import { cancelConnect } from '../connection/connect.js'
import { closePairing } from '../connection/pairingRounds.js'
import type { Kit } from '../Kit.js'
import { resetSwitch } from '../network/switchNetwork.js'
import type { ViewName } from './View.js'

export type { AccountTab, View, ViewName, ViewParameters } from './View.js'

// Every screen of the modal, and the rules it lives by. Its parameters are in `View.ts`, how it is drawn is in
// `react/modal/screenParts.ts`, its states are in `apps/gallery/src/fixtures`: the compiler asks for all of them.

/** What the rules of a screen may ask of the kit (`screenFacts`). */
export type ScreenFacts = {
  readonly isOnUnsupportedNetwork: boolean
  /** The host signs visitors in, and the account is not signed in. */
  readonly isSignInDue: boolean
  readonly isSignInRequired: boolean
  /** A wallet was asked for something and has not settled it. */
  readonly isRequestOpen: boolean
}

/** The event that a visitor's arrival at a screen is; `isOnOpening`: also where the modal opens on it. */
type Arrival = {
  readonly type: Extract<
    KitEventType,
    | 'CLICK_ALL_WALLETS'
    | 'CLICK_WALLET_HELP'
    | 'CLICK_NETWORK_HELP'
    | 'CLICK_GET_WALLET'
    | 'CLICK_NETWORKS'
    | 'OPEN_SEND'
  >
  readonly isOnOpening?: boolean | undefined
}

export type Screen = {
  /** What is told when a visitor goes to it; not when they come back to it. */
  readonly tells?: Arrival | undefined
  /**
   * What it is of no use without: an account, or something to do with one, which the host may not offer and the chain
   * family may not do. Without an account the ways to connect come first, and it comes after them.
   */
  readonly needs?: 'account' | 'send' | 'receive' | 'signIn' | undefined
  /** Whether it has something to say without what it needs; by default never. */
  readonly isUsefulWithout?: ((facts: ScreenFacts) => boolean) | undefined
  /** Whether it has something to say now; by default always. One that has not gives way to the account. */
  readonly isDue?: ((facts: ScreenFacts) => boolean) | undefined
  /** Whether the modal may be closed over it; by default always. Where not, the modal shakes. */
  readonly canClose?: ((facts: ScreenFacts) => boolean) | undefined
  /** What it waits for: once that is there, the modal goes on to what was wanted, or closes. */
  readonly endsOn?: 'wallet' | 'signIn' | 'supportedNetwork' | undefined
  /** Whether the modal goes back from it once another network is in use. */
  readonly isLeftOnSwitch?: boolean | undefined
  /** Ends what it began, once another screen shows or the modal closes: nothing goes on that nobody sees. */
  readonly onLeave?: ((kit: Kit) => void) | undefined
}

const connecting = { endsOn: 'wallet' } as const
const pairing = { ...connecting, onLeave: closePairing } as const
const ofAccount = { needs: 'account' } as const
const ofSend = { needs: 'send' } as const
const ofReceive = { needs: 'receive' } as const
const ofNetworks = { isLeftOnSwitch: true } as const
const plain = {}

/** The rules of every screen. A screen without an entry does not compile. */
export const screens: { readonly [name in ViewName]: Screen } = {
  Connect: connecting,
  ConnectWallets: connecting,
  AllWallets: { ...connecting, tells: { type: 'CLICK_ALL_WALLETS' } },
  ConnectingWalletConnect: pairing,
  ConnectingWalletConnectBasic: pairing,
  ConnectingExternal: { ...connecting, onLeave: cancelConnect },
  ConnectingMultiChain: connecting,
  Networks: { ...ofNetworks, tells: { type: 'CLICK_NETWORKS', isOnOpening: true } },
  SwitchNetwork: { ...ofNetworks, onLeave: resetSwitch },
  UnsupportedChain: {
    needs: 'account',
    isDue: ({ isOnUnsupportedNetwork }) => isOnUnsupportedNetwork,
    canClose: ({ isOnUnsupportedNetwork }) => !isOnUnsupportedNetwork,
    endsOn: 'supportedNetwork',
  },
  Account: ofAccount,
  Accounts: ofAccount,
  AddressLabel: ofAccount,
  NftDetails: ofAccount,
  WalletSend: { ...ofSend, tells: { type: 'OPEN_SEND', isOnOpening: true } },
  WalletSendSelectToken: ofSend,
  WalletSendScan: ofSend,
  WalletSendPreview: ofSend,
  // A wallet that has disconnected may still do what it was asked.
  WalletSendStatus: { ...ofAccount, isUsefulWithout: ({ isRequestOpen }) => isRequestOpen },
  WalletReceive: ofReceive,
  WalletCompatibleNetworks: ofReceive,
  SIWXSignMessage: {
    needs: 'signIn',
    isDue: ({ isSignInDue }) => isSignInDue,
    canClose: ({ isSignInDue, isSignInRequired }) => !(isSignInDue && isSignInRequired),
    endsOn: 'signIn',
  },
  ConnectingSiwe: {
    needs: 'signIn',
    isDue: ({ isSignInDue }) => isSignInDue,
    endsOn: 'signIn',
  },
  WhatIsAWallet: { tells: { type: 'CLICK_WALLET_HELP' } },
  WhatIsANetwork: { tells: { type: 'CLICK_NETWORK_HELP' } },
  GetWallet: { tells: { type: 'CLICK_GET_WALLET' } },
  Downloads: plain,
}
