import { useEffect } from 'react'
import { replaceView } from '../../../features/modal/navigate.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useText } from '../../locales/useText.js'
import { WaitingPane } from '../WaitingPane/WaitingPane.js'
import { useConnectedImage } from './useConnectedImage.js'

/**
 * Shows while the kit checks whether the account is signed in; closes when the kit knows, even from an earlier check.
 */
export function ConnectingSiwe() {
  const text = useText()
  const replace = useAction(replaceView)
  const isSignedOut = useKitState(({ siwx }) => siwx.account !== undefined && siwx.status === 'signedOut')
  useEffect(() => {
    if (isSignedOut) replace({ name: 'SIWXSignMessage' })
  }, [isSignedOut, replace])
  return (
    <WaitingPane
      image={useConnectedImage()}
      state="waiting"
      title={text('signIn.checking')}
      text={text('signIn.checkingText')}
    />
  )
}
