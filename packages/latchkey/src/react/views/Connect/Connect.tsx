import { isScreenOffered } from '../../../features/modal/isScreenOffered.js'
import { pushView } from '../../../features/modal/navigate.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { modalParts } from '../../modal/extension.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Button } from '../../ui/Button/Button.js'
import sheet from './Connect.css.js'
import { LegalGate } from './LegalGate.js'
import { useConnectData } from './useConnectData.js'
import { WalletList } from './WalletList.js'

/**
 * The connect screen: lists the wallets to connect with, the visitor's installed ones first; a host with the embedded
 * wallet adds the ways to log in.
 */
export function Connect() {
  useSheet(sheet)
  const { Login } = useKit().slots.get(modalParts) ?? {}
  const hasGuide = useKitState(({ options }) => options.enableWalletGuide !== false)
  useConnectData()
  const wallets = <Wallets />
  return (
    <LegalGate foot={hasGuide ? <WalletGuide /> : null}>
      {Login === undefined ? wallets : <Login wallets={wallets} />}
    </LegalGate>
  )
}

function Wallets() {
  const text = useText()
  const push = useAction(pushView)
  const isCollapsed = useKitState(
    ({ options }) => options.features?.collapseWallets === true && options.enableWallets !== false,
  )
  if (!isCollapsed) return <WalletList />
  return (
    <Button icon="wallet" onClick={() => push({ name: 'ConnectWallets' })}>
      {text('connect.withWallet')}
    </Button>
  )
}

function WalletGuide() {
  const kit = useKit()
  const text = useText()
  const push = useAction(pushView)
  return (
    <p className="connect-foot">
      {text('connect.noWallet')}
      <Button
        variant="quiet"
        size="small"
        onClick={() => push({ name: isScreenOffered(kit, { name: 'Create' }) ? 'Create' : 'WhatIsAWallet' })}
      >
        {text('connect.getStarted')}
      </Button>
    </p>
  )
}
