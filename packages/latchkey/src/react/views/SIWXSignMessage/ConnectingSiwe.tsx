import { useText } from '../../locales/useText.js'
import { WaitingPane } from '../WaitingPane/WaitingPane.js'
import { useConnectedImage } from './useConnectedImage.js'

/** Shows while it is looked up whether the account is signed in; left by itself. */
export function ConnectingSiwe() {
  const text = useText()
  return (
    <WaitingPane
      image={useConnectedImage()}
      state="waiting"
      title={text('signIn.checking')}
      text={text('signIn.checkingText')}
    />
  )
}
