import type { ComponentType } from 'react'
import type { Tracked } from '../../core/intent.js'
import type { State } from '../../features/Kit.js'
import type {
  EmbeddedViewName,
  OwnViewName,
  View,
  ViewName,
  ViewParameters,
} from '../../features/modal/screens.js'
import { networkOf } from '../../features/network/state.js'
import type { AppText } from '../locales/useText.js'

/** How a screen is rendered. Its rules are in `features/modal/screens.ts`. */
export type ScreenParts<name extends ViewName = ViewName> = {
  /** Its component, loaded when it first shows. */
  readonly load: () => Promise<ComponentType<{ readonly parameters: ViewParameters[name] }>>
  readonly title: (text: AppText, view: Extract<View, { readonly name: name }>, state: State) => string
  /**
   * The button at the start of the header. `help`: help about wallets if there is no previous screen. `network`: always
   * the network in use. `none`: nothing. By default the back button if there is a previous screen.
   */
  readonly start?: 'help' | 'network' | 'none' | undefined
  /** The screen that follows; its code loads as soon as this one shows. */
  readonly next?: View | undefined
}

/** The parts of every screen that each kit has. A screen without an entry does not compile. */
export const screenParts: { readonly [name in OwnViewName]: ScreenParts<name> } = {
  Connect: {
    load: () => import('../views/Connect/Connect.js').then((module) => module.Connect),
    title: (text) => text('connect.title'),
    start: 'help',
  },
  ConnectWallets: {
    load: () => import('../views/Connect/ConnectWallets.js').then((module) => module.ConnectWallets),
    title: (text) => text('connect.title'),
  },
  AllWallets: {
    load: () => import('../views/AllWallets/AllWallets.js').then((module) => module.AllWallets),
    title: (text) => text('allWallets.title'),
  },
  ConnectingWalletConnect: {
    load: () =>
      import('../views/ConnectingWalletConnect/ConnectingWalletConnect.js').then(
        (module) => module.ConnectingWalletConnect,
      ),
    title: (text, { parameters }) => parameters?.wallet?.name ?? text('connecting.title'),
  },
  ConnectingWalletConnectBasic: {
    load: () =>
      import('../views/ConnectingWalletConnectBasic/ConnectingWalletConnectBasic.js').then(
        (module) => module.ConnectingWalletConnectBasic,
      ),
    title: (text) => text('connecting.title'),
  },
  ConnectingExternal: {
    load: () =>
      import('../views/ConnectingExternal/ConnectingExternal.js').then((module) => module.ConnectingExternal),
    title: (text, { parameters }, state) =>
      parameters.wallet?.name ??
      state.connection.connectors.find(({ id }) => id === parameters.connectorId)?.name ??
      text('connect.title'),
  },
  ConnectingMultiChain: {
    load: () =>
      import('../views/ConnectingMultiChain/ConnectingMultiChain.js').then(
        (module) => module.ConnectingMultiChain,
      ),
    title: (text) => text('networks.title'),
  },
  Networks: {
    load: () => import('../views/Networks/Networks.js').then((module) => module.Networks),
    title: (text) => text('networks.title'),
  },
  SwitchNetwork: {
    load: () => import('../views/SwitchNetwork/SwitchNetwork.js').then((module) => module.SwitchNetwork),
    title: (text, { parameters }, state) =>
      networkOf(state, parameters.networkId)?.name ?? text('switch.title'),
  },
  UnsupportedChain: {
    load: () =>
      import('../views/UnsupportedChain/UnsupportedChain.js').then((module) => module.UnsupportedChain),
    title: (text) => text('switch.title'),
  },
  Account: {
    load: () => import('../views/Account/Account.js').then((module) => module.Account),
    title: (text) => text('account.title'),
    start: 'network',
  },
  Accounts: {
    load: () => import('../views/Account/Accounts.js').then((module) => module.Accounts),
    title: (text) => text('account.accounts'),
  },
  AddressLabel: {
    load: () => import('../views/AddressLabel/AddressLabel.js').then((module) => module.AddressLabel),
    title: (text) => text('label.title'),
  },
  NftDetails: {
    load: () => import('../views/NftDetails/NftDetails.js').then((module) => module.NftDetails),
    title: (text) => text('nfts.title'),
  },
  WalletSend: {
    load: () => import('../views/WalletSend/WalletSend.js').then((module) => module.WalletSend),
    title: (text) => text('send.title'),
  },
  WalletSendSelectToken: {
    load: () =>
      import('../views/WalletSend/WalletSendSelectToken.js').then((module) => module.WalletSendSelectToken),
    title: (text) => text('send.selectToken'),
  },
  WalletSendScan: {
    load: () => import('../views/WalletSend/WalletSendScan.js').then((module) => module.WalletSendScan),
    title: (text) => text('send.scan'),
  },
  WalletSendPreview: {
    load: () => import('../views/WalletSend/WalletSendPreview.js').then((module) => module.WalletSendPreview),
    title: (text) => text('send.reviewTitle'),
    // Once the wallet has taken the transfer, the visitor must see that at once, even without a network.
    next: { name: 'WalletSendStatus', parameters: { id: '' } },
  },
  WalletSendStatus: {
    load: () => import('../views/WalletSend/WalletSendStatus.js').then((module) => module.WalletSendStatus),
    title: (text, { parameters }, { intent }) =>
      text(titleOf(intent?.open.find((one) => one.intent.id === parameters.id))),
  },
  WalletReceive: {
    load: () => import('../views/WalletReceive/WalletReceive.js').then((module) => module.WalletReceive),
    title: (text) => text('receive.title'),
  },
  WalletCompatibleNetworks: {
    load: () =>
      import('../views/WalletReceive/WalletCompatibleNetworks.js').then(
        (module) => module.WalletCompatibleNetworks,
      ),
    title: (text) => text('receive.compatible'),
  },
  SIWXSignMessage: {
    load: () =>
      import('../views/SIWXSignMessage/SIWXSignMessage.js').then((module) => module.SIWXSignMessage),
    title: (text) => text('signIn.title'),
  },
  ConnectingSiwe: {
    load: () => import('../views/SIWXSignMessage/ConnectingSiwe.js').then((module) => module.ConnectingSiwe),
    title: (text) => text('signIn.title'),
  },
  WhatIsAWallet: {
    load: () => import('../views/WhatIsAWallet/WhatIsAWallet.js').then((module) => module.WhatIsAWallet),
    title: (text) => text('whatIsAWallet.title'),
  },
  WhatIsANetwork: {
    load: () => import('../views/WhatIsANetwork/WhatIsANetwork.js').then((module) => module.WhatIsANetwork),
    title: (text) => text('whatIsANetwork.title'),
  },
  GetWallet: {
    load: () => import('../views/GetWallet/GetWallet.js').then((module) => module.GetWallet),
    title: (text) => text('getWallet.title'),
  },
  Downloads: {
    load: () => import('../views/Downloads/Downloads.js').then((module) => module.Downloads),
    title: (text, { parameters }) => text('downloads.title', { name: parameters.wallet.name }),
  },
}

/** The parts of the screens that `latchkey/embedded` brings, and of the one that it replaces. */
export type EmbeddedParts = { readonly [name in EmbeddedViewName | 'WalletReceive']: ScreenParts<name> }

/** Sets screens in the table, for every kit of the page: which of them a kit offers is in its rules. */
export function addScreenParts(parts: EmbeddedParts): void {
  Object.assign(screenParts, parts)
}

/** The parts of a screen in the history. */
export function partsOf({ name }: View): AnyParts {
  // The table pairs each name with its own parameters; TypeScript cannot follow that through an index.
  return (screenParts as { readonly [name: string]: unknown })[name] as AnyParts
}

type AnyParts = Omit<ScreenParts, 'load' | 'title'> & {
  readonly load: () => Promise<ComponentType<{ readonly parameters: View['parameters'] }>>
  readonly title: (text: AppText, view: View, state: State) => string
}

/** Returns the title for a request: when it no longer waits for a wallet, the transaction was sent. */
function titleOf(tracked: Tracked | undefined) {
  const kind = tracked?.intent.kind ?? 'transfer'
  if (kind === 'transfer') return 'send.title'
  return kind === 'signIn' ? 'signIn.title' : 'send.request'
}
