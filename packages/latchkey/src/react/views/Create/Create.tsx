import { pushView } from '../../../features/modal/navigate.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Button } from '../../ui/Button/Button.js'
import connect from '../Connect/Connect.css.js'
import { LegalGate } from '../Connect/LegalGate.js'
import { Login } from '../Login/Login.js'

/** For visitors who have no wallet: the ways to log in to the embedded one, without the list of wallets. */
export function Create() {
  useSheet(connect)
  const text = useEmbeddedText()
  const push = useAction(pushView)
  const hasWallets = useKitState(({ options }) => options.enableWallets !== false)
  const guide = (
    <p className="connect-foot">
      {text('create.wallet')}
      <Button variant="quiet" size="small" onClick={() => push({ name: 'WhatIsAWallet' })}>
        {text('connect.getStarted')}
      </Button>
    </p>
  )
  return (
    <LegalGate foot={hasWallets ? guide : null}>
      <Login />
    </LegalGate>
  )
}
