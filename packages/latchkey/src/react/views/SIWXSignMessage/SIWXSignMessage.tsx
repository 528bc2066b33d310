import { cancelSignIn, signIn } from '../../../features/siwx/signIn.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import { useErrorText, useText } from '../../locales/useText.js'
import { Button } from '../../ui/Button/Button.js'
import { WaitingPane } from '../WaitingPane/WaitingPane.js'
import { useConnectedImage } from './useConnectedImage.js'

/** Asks for the sign-in signature, or lets the visitor leave. */
export function SIWXSignMessage() {
  const text = useText()
  const errorText = useErrorText()
  const { config } = useKit()
  const { status, isRequired = false, error } = useKitState((state) => state.siwx)
  const sign = useAction(signIn)
  const cancel = useAction(cancelSignIn)
  const image = useConnectedImage()
  const isSigning = status === 'signing'
  const name = config.metadata?.name || (typeof document === 'undefined' ? '' : document.title)
  const shown = error === undefined ? 'idle' : 'error'
  return (
    <WaitingPane
      image={image}
      state={isSigning ? 'waiting' : shown}
      title={
        error === undefined || isSigning
          ? text('signIn.needs', { name: name || text('signIn.thisApp') })
          : errorText(error)
      }
      text={text(isRequired ? 'signIn.requiredText' : 'signIn.text')}
    >
      {/* Failures are in the state, and are shown. */}
      <Button variant="primary" disabled={isSigning} onClick={() => void sign().catch(() => {})}>
        {text(isSigning ? 'signIn.signing' : 'signIn.sign')}
      </Button>
      <Button variant="quiet" onClick={() => void cancel().catch(() => {})}>
        {text('common.cancel')}
      </Button>
    </WaitingPane>
  )
}
