import type { ComponentType } from 'react'
import type { ConnectMethod } from '../../../core/Config.js'
import { pushView } from '../../../features/modal/navigate.js'
import { connectMethods } from '../../../features/wallets/connectMethods.js'
import { isMobileDevice } from '../../device.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Button } from '../../ui/Button/Button.js'
import sheet from './Connect.css.js'
import { LegalGate } from './LegalGate.js'
import { useConnectData } from './useConnectData.js'
import { WalletList } from './WalletList.js'

/** The component of each connect method. A method without an entry is not offered. */
const components: { readonly [method in ConnectMethod]?: ComponentType } = { wallet: WalletMethod }

/** The connect screen: lists the ways to connect, the visitor's installed wallets first. */
export function Connect() {
  useSheet(sheet)
  const hasGuide = useKitState(({ options }) => options.enableWalletGuide !== false)
  const methods = useKitState((state) => connectMethods(state, { isMobile: isMobileDevice() }))
  useConnectData()
  const offered = methods.flatMap((method) => {
    const Method = components[method]
    return Method === undefined ? [] : [<Method key={method} />]
  })
  return (
    <LegalGate foot={hasGuide ? <WalletGuide /> : null}>
      {/* Without any method, the list shows its empty state. */}
      {offered.length === 0 ? <WalletList /> : offered}
    </LegalGate>
  )
}

function WalletMethod() {
  const text = useText()
  const push = useAction(pushView)
  const isCollapsed = useKitState(({ options }) => options.features?.collapseWallets === true)
  if (!isCollapsed) return <WalletList />
  return (
    <Button icon="wallet" onClick={() => push({ name: 'ConnectWallets' })}>
      {text('connect.withWallet')}
    </Button>
  )
}

function WalletGuide() {
  const text = useText()
  const push = useAction(pushView)
  return (
    <p className="connect-foot">
      {text('connect.noWallet')}
      <Button variant="quiet" size="small" onClick={() => push({ name: 'WhatIsAWallet' })}>
        {text('connect.getStarted')}
      </Button>
    </p>
  )
}
