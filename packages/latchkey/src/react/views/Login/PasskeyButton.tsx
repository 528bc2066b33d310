import { loginByPasskey } from '../../../features/embedded/loginByPasskey.js'
import { EmbeddedIcon } from '../../embedded/EmbeddedIcon.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useErrorText } from '../../locales/useText.js'
import { Button } from '../../ui/Button/Button.js'

/** Logs in with a passkey, which the browser or the wallet's own window asks for. */
export function PasskeyButton() {
  const text = useEmbeddedText()
  const errorText = useErrorText()
  const logIn = useAction(loginByPasskey)
  const login = useKitState(({ embedded }) => embedded?.login)
  const isBusy = login?.way === 'passkey' && login.status !== 'error'
  const error = login?.way === 'passkey' ? login.error : undefined
  return (
    <>
      <Button
        variant="quiet"
        disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => void logIn().catch(() => {})}
      >
        <EmbeddedIcon name="passkey" />
        {text('login.passkey')}
      </Button>
      {error === undefined ? null : (
        <p className="login-error" role="alert">
          {errorText(error)}
        </p>
      )}
    </>
  )
}
