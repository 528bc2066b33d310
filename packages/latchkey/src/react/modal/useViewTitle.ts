import { currentView } from '../../core/router.js'
import type { State } from '../../features/Kit.js'
import type { View, ViewName } from '../../features/modal/state.js'
import { networkOf } from '../../features/network/state.js'
import { useKitState } from '../hooks/useKitState.js'
import { type AppText, useText } from '../locales/useText.js'

/** The title of each view. A view without one does not compile. */
const titles: {
  readonly [name in ViewName]: (text: AppText, view: Extract<View, { name: name }>, state: State) => string
} = {
  Connect: (text) => text('connect.title'),
  ConnectWallets: (text) => text('connect.title'),
  AllWallets: (text) => text('allWallets.title'),
  ConnectingWalletConnect: (text, { parameters }) => parameters?.wallet?.name ?? text('connecting.title'),
  ConnectingWalletConnectBasic: (text) => text('connecting.title'),
  ConnectingExternal: (text, { parameters }, state) =>
    parameters.wallet?.name ??
    state.connection.connectors.find(({ id }) => id === parameters.connectorId)?.name ??
    text('connect.title'),
  ConnectingMultiChain: (text, { parameters }) => text('multichain.title', { name: parameters.name }),
  Networks: (text) => text('networks.title'),
  SwitchNetwork: (text, { parameters }, state) =>
    networkOf(state, parameters.networkId)?.name ?? text('switch.title'),
  UnsupportedChain: (text) => text('unsupported.title'),
  Account: (text) => text('account.title'),
  Accounts: (text) => text('account.accounts'),
  AddressLabel: (text) => text('label.title'),
  NftDetails: (text) => text('nfts.title'),
  WalletSend: (text) => text('send.title'),
  WalletSendSelectToken: (text) => text('send.selectToken'),
  WalletSendScan: (text) => text('send.scan'),
  WalletSendPreview: (text) => text('send.reviewTitle'),
  WalletSendStatus: (text) => text('send.title'),
  WalletReceive: (text) => text('receive.title'),
  WalletCompatibleNetworks: (text) => text('receive.compatible'),
  SIWXSignMessage: (text) => text('signIn.title'),
  ConnectingSiwe: (text) => text('signIn.title'),
  WhatIsAWallet: (text) => text('whatIsAWallet.title'),
  WhatIsANetwork: (text) => text('whatIsANetwork.title'),
  GetWallet: (text) => text('getWallet.title'),
  Downloads: (text, { parameters }) => text('downloads.title', { name: parameters.wallet.name }),
}

export function useViewTitle(): string {
  const text = useText()
  return useKitState((state) => {
    const view = currentView(state.modal.stack)
    // The table pairs each name with its own view; TypeScript cannot follow that through an index.
    const title = titles[view.name] as (text: AppText, view: View, state: State) => string
    return title(text, view, state)
  })
}
