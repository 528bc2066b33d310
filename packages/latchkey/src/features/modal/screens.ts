import type { Intent } from '../../core/intent.js'
import type { KitEventType } from '../../protocol/events.js'
import { cancelConnect } from '../connection/connect.js'
import { closePairing } from '../connection/pairingRounds.js'
import { endMaking } from '../endMaking.js'
import type { Kit } from '../Kit.js'
import { resetSwitch } from '../network/switchNetwork.js'
import type { OwnViewName } from './View.js'

export type { AccountTab, EmbeddedViewName, OwnViewName, View, ViewName, ViewParameters } from './View.js'

// The rules of every screen of the modal. A screen's parameters are in `View.ts`, its drawing in
// `react/modal/screenParts.ts`, its states in `apps/gallery/src/fixtures`; the compiler requires all of them. The screens
// of the embedded wallet have tables of their own, which only hosts with that wallet load.

/** The facts about the kit that the rules of a screen use (`screenFacts`). */
export type ScreenFacts = {
  readonly isOnUnsupportedNetwork: boolean
  /** The host has visitors sign in, and the account is not signed in. */
  readonly isSignInDue: boolean
  readonly isSignInRequired: boolean
  /** A wallet has a request that is not settled. */
  readonly isRequestOpen: boolean
}

/** The event emitted when a visitor arrives at a screen. `isOnOpening`: also when the modal opens on it. */
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

/** A request to a wallet, as far as a screen looks at it to say whether it shows it. */
export type ShownRequest = {
  readonly request: Pick<Intent, 'id' | 'kind'>
  /** The id of the intent under review. */
  readonly review?: string | undefined
  /** The parameters that the screen was opened with. */
  readonly parameters?: { readonly id?: string | undefined } | undefined
}

export type Screen = {
  /** The event emitted when a visitor goes to the screen, not when they come back to it. */
  readonly tells?: Arrival | undefined
  /**
   * What the screen needs: an account, or an account feature that the host offers and the chain family supports.
   * Without an account the ways to connect come first, and the screen after them.
   */
  readonly needs?: 'account' | 'send' | 'receive' | 'signIn' | undefined
  /** Whether the host offers the screen's feature; by default always. */
  readonly isOffered?: ((kit: Kit) => boolean) | undefined
  /** Whether the screen has something to show even without what it needs; by default never. */
  readonly isUsefulWithout?: ((facts: ScreenFacts) => boolean) | undefined
  /** Whether the screen has something to show now; by default always. If not, the account shows instead. */
  readonly isDue?: ((facts: ScreenFacts, kit: Kit) => boolean) | undefined
  /** Whether the modal may be closed while the screen is open; by default always. If not, the modal shakes. */
  readonly canClose?: ((facts: ScreenFacts) => boolean) | undefined
  /** Does something else in place of closing the modal, and returns whether it has. */
  readonly insteadOfClosing?: ((kit: Kit) => boolean) | undefined
  /** What the screen waits for. Once that has come, the modal goes on to the screen that was asked for, or closes. */
  readonly endsOn?: 'wallet' | 'signIn' | 'supportedNetwork' | undefined
  /** Whether the screen shows a request to a wallet: then nothing else in the modal tells of it. By default none. */
  readonly shows?: ((shown: ShownRequest) => boolean) | undefined
  /** The embedded wallet's own surface lies over the screen. */
  readonly hasSurface?: boolean | undefined
  /** The screen is a transfer's review: the kit asks the wallet only while the visitor is at it. */
  readonly isReview?: boolean | undefined
  /** Whether the modal goes back from the screen once another network is in use. */
  readonly isLeftOnSwitch?: boolean | undefined
  /** Ends the work that the screen began, once another screen shows or the modal closes. */
  readonly onLeave?: ((kit: Kit) => void) | undefined
}

const connecting = { endsOn: 'wallet' } as const
const pairing = { ...connecting, onLeave: closePairing } as const
const ofAccount = { needs: 'account' } as const
const ofSend = { needs: 'send' } as const
const ofReceive = { needs: 'receive' } as const
const ofNetworks = { isLeftOnSwitch: true } as const
const plain = {}

/** The rules of every screen that each kit has. A screen without an entry does not compile. */
export const screens: { readonly [name in OwnViewName]: Screen } = {
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
  WalletSend: { ...ofSend, tells: { type: 'OPEN_SEND', isOnOpening: true }, onLeave: endMaking },
  WalletSendSelectToken: ofSend,
  WalletSendScan: ofSend,
  WalletSendPreview: { ...ofSend, isReview: true, shows: ({ request, review }) => request.id === review },
  WalletSendStatus: {
    ...ofAccount,
    // A wallet that has disconnected may still carry out its request.
    isUsefulWithout: ({ isRequestOpen }) => isRequestOpen,
    shows: ({ request, parameters }) => request.id === parameters?.id,
  },
  WalletReceive: ofReceive,
  WalletCompatibleNetworks: ofReceive,
  SIWXSignMessage: {
    needs: 'signIn',
    isDue: ({ isSignInDue }) => isSignInDue,
    canClose: ({ isSignInDue, isSignInRequired }) => !(isSignInDue && isSignInRequired),
    endsOn: 'signIn',
    shows: ({ request }) => request.kind === 'signIn',
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
