import type { ErrorState } from '../../../core/ErrorState.js'
import { confirmCode, openProven } from '../../../features/embedded/loginByEmail.js'
import { CodeScreen } from '../../embedded/CodeScreen.js'
import { ResendFoot } from '../../embedded/ResendFoot.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useResend } from '../../embedded/useResend.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useErrorText, useText } from '../../locales/useText.js'
import { Button } from '../../ui/Button/Button.js'
import { Notice } from '../../ui/Notice/Notice.js'

/** Takes the code from the mail, and logs in with it. */
export function EmailVerifyOtp() {
  const text = useEmbeddedText()
  const confirm = useAction(confirmCode)
  const resend = useResend()
  const login = useKitState(({ embedded }) => embedded?.login)
  if (login?.way !== 'email') return null
  const { email, minutes, error, triesLeft } = login
  if (login.status === 'proven') return <NotOpened error={error} />
  const status = login.status === 'checking' || login.status === 'entering' ? login.status : 'code'
  return (
    <CodeScreen
      {...{ email, minutes, error, triesLeft, status }}
      foot={
        <ResendFoot
          question={text('otp.notReceived')}
          label={text('otp.resend')}
          waitingLabel={(seconds) => text('otp.resendIn', { seconds })}
          onResend={resend}
        />
      }
      // The failure is in the state, which this screen shows.
      onComplete={(code) => void confirm({ code }).catch(() => {})}
    />
  )
}

/** The code was right, but the wallet could not be opened. */
function NotOpened({ error }: { readonly error: ErrorState | undefined }) {
  const text = useText()
  const errorText = useErrorText()
  const open = useAction(openProven)
  return (
    <Notice
      icon="warning"
      title={errorText(error ?? { code: 'FRAME_ERROR' })}
      action={
        // The failure is in the state, which this screen shows.
        <Button variant="primary" onClick={() => void open().catch(() => {})}>
          {text('common.retry')}
        </Button>
      }
    />
  )
}
