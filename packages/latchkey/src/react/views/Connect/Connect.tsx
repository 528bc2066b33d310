import type { ComponentType } from 'react'
import type { ConnectMethod } from '../../../core/Config.js'
import { pushView } from '../../../features/modal/navigate.js'
import { connectMethods } from '../../../features/wallets/connectMethods.js'
import { isMobileDevice } from '../../device.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowMount.js'
import { Button } from '../../ui/Button/Button.js'
import sheet from './Connect.css.js'
import { LegalGate } from './LegalGate.js'
import { useConnectData } from './useConnectData.js'
import { WalletList } from './WalletList.js'

/** What each method shows. One without an entry is not offered. */
const components: { readonly [method in ConnectMethod]?: ComponentType } = { wallet: WalletMethod }

/** The ways to connect, the visitor's own wallets first. */
export function Connect() {
  useSheet(sheet)
  const { config } = useKit()
  const methods = useKitState((state) => connectMethods(state, { config, isMobile: isMobileDevice() }))
  useConnectData()
  const offered = methods.flatMap((method) => {
    const Method = components[method]
    return Method === undefined ? [] : [<Method key={method} />]
  })
  return (
    <LegalGate foot={config.enableWalletGuide === false ? null : <WalletGuide />}>
      {/* With nothing to offer, the list says so. */}
      {offered.length === 0 ? <WalletList /> : offered}
    </LegalGate>
  )
}

function WalletMethod() {
  const text = useText()
  const push = useAction(pushView)
  const { config } = useKit()
  if (config.features?.collapseWallets !== true) return <WalletList />
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
