import { pushView } from '../../../features/modal/navigate.js'
import { useAction } from '../../hooks/useAction.js'
import { useText } from '../../locales/useText.js'
import { Button } from '../../ui/Button/Button.js'
import { Guide } from '../Guide/Guide.js'

export function WhatIsAWallet() {
  const text = useText()
  const push = useAction(pushView)
  return (
    <Guide
      points={[
        { icon: 'key', title: text('whatIsAWallet.login'), text: text('whatIsAWallet.loginText') },
        { icon: 'wallet', title: text('whatIsAWallet.home'), text: text('whatIsAWallet.homeText') },
        { icon: 'seal', title: text('whatIsAWallet.gateway'), text: text('whatIsAWallet.gatewayText') },
      ]}
    >
      <Button variant="primary" onClick={() => push({ name: 'GetWallet' })}>
        {text('whatIsAWallet.get')}
      </Button>
    </Guide>
  )
}
