import { useState } from 'react'
import { pushView } from '../../../features/modal/navigate.js'
import { useAction } from '../../hooks/useAction.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowMount.js'
import { Button } from '../../ui/Button/Button.js'
import sheet from './Connect.css.js'
import { LegalCheckbox, LegalNote } from './Legal.js'
import { useConnectData } from './useConnectData.js'
import { WalletList } from './WalletList.js'

/** The ways to connect, the visitor's own wallets first. */
export function Connect() {
  useSheet(sheet)
  const { config } = useKit()
  const needsConsent = config.features?.legalCheckbox === true
  const [hasConsent, setConsent] = useState(!needsConsent)
  useConnectData()
  // React 18 does not know `inert`, and each React warns of what the other wants: the element is told itself.
  const setInert = (list: HTMLElement | null) => {
    if (list !== null) list.inert = !hasConsent
  }
  return (
    <div className="connect">
      {needsConsent ? <LegalCheckbox isChecked={hasConsent} onChange={setConsent} /> : null}
      <div className={hasConsent ? undefined : 'blocked'} ref={setInert}>
        <WalletList />
      </div>
      {config.enableWalletGuide === false ? null : <WalletGuide />}
      {needsConsent ? null : <LegalNote />}
    </div>
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
