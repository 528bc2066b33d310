import type { ComponentType } from 'react'
import type { ViewName, ViewParameters } from '../../features/modal/state.js'

type ViewProps<name extends ViewName> = { readonly parameters: ViewParameters[name] }

/** The component of each view, loaded when it first shows. A missing view does not compile. */
export const views: { readonly [name in ViewName]: () => Promise<ComponentType<ViewProps<name>>> } = {
  Connect: () => import('../views/Connect/Connect.js').then((module) => module.Connect),
  ConnectWallets: () => import('../views/Connect/ConnectWallets.js').then((module) => module.ConnectWallets),
  AllWallets: () => import('../views/AllWallets/AllWallets.js').then((module) => module.AllWallets),
  ConnectingWalletConnect: () =>
    import('../views/ConnectingWalletConnect/ConnectingWalletConnect.js').then(
      (module) => module.ConnectingWalletConnect,
    ),
  ConnectingWalletConnectBasic: () =>
    import('../views/ConnectingWalletConnectBasic/ConnectingWalletConnectBasic.js').then(
      (module) => module.ConnectingWalletConnectBasic,
    ),
  ConnectingExternal: () =>
    import('../views/ConnectingExternal/ConnectingExternal.js').then((module) => module.ConnectingExternal),
  ConnectingMultiChain: () =>
    import('../views/ConnectingMultiChain/ConnectingMultiChain.js').then(
      (module) => module.ConnectingMultiChain,
    ),
  Networks: () => import('../views/Networks/Networks.js').then((module) => module.Networks),
  SwitchNetwork: () =>
    import('../views/SwitchNetwork/SwitchNetwork.js').then((module) => module.SwitchNetwork),
  UnsupportedChain: () =>
    import('../views/UnsupportedChain/UnsupportedChain.js').then((module) => module.UnsupportedChain),
  Account: () => import('../views/Account/Account.js').then((module) => module.Account),
  NftDetails: () => import('../views/NftDetails/NftDetails.js').then((module) => module.NftDetails),
  WalletSend: () => import('../views/WalletSend/WalletSend.js').then((module) => module.WalletSend),
  WalletSendSelectToken: () =>
    import('../views/WalletSend/WalletSendSelectToken.js').then((module) => module.WalletSendSelectToken),
  WalletSendScan: () =>
    import('../views/WalletSend/WalletSendScan.js').then((module) => module.WalletSendScan),
  WalletSendPreview: () =>
    import('../views/WalletSend/WalletSendPreview.js').then((module) => module.WalletSendPreview),
  WalletSendStatus: () =>
    import('../views/WalletSend/WalletSendStatus.js').then((module) => module.WalletSendStatus),
  Accounts: () => import('../views/Account/Accounts.js').then((module) => module.Accounts),
  AddressLabel: () => import('../views/AddressLabel/AddressLabel.js').then((module) => module.AddressLabel),
  WalletReceive: () =>
    import('../views/WalletReceive/WalletReceive.js').then((module) => module.WalletReceive),
  WalletCompatibleNetworks: () =>
    import('../views/WalletReceive/WalletCompatibleNetworks.js').then(
      (module) => module.WalletCompatibleNetworks,
    ),
  SIWXSignMessage: () =>
    import('../views/SIWXSignMessage/SIWXSignMessage.js').then((module) => module.SIWXSignMessage),
  ConnectingSiwe: () =>
    import('../views/SIWXSignMessage/ConnectingSiwe.js').then((module) => module.ConnectingSiwe),
  WhatIsAWallet: () =>
    import('../views/WhatIsAWallet/WhatIsAWallet.js').then((module) => module.WhatIsAWallet),
  WhatIsANetwork: () =>
    import('../views/WhatIsANetwork/WhatIsANetwork.js').then((module) => module.WhatIsANetwork),
  GetWallet: () => import('../views/GetWallet/GetWallet.js').then((module) => module.GetWallet),
  Downloads: () => import('../views/Downloads/Downloads.js').then((module) => module.Downloads),
}
