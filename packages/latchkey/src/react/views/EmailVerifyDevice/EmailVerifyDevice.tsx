import sheet from '../../embedded/CodeScreen.css.js'
import { EmbeddedIcon } from '../../embedded/EmbeddedIcon.js'
import { ResendFoot } from '../../embedded/ResendFoot.js'
import { SentTo } from '../../embedded/SentTo.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useResend } from '../../embedded/useResend.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useErrorText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'

/** Waits until the visitor has confirmed this device by the link in the mail. */
export function EmailVerifyDevice() {
  useSheet(sheet)
  const text = useEmbeddedText()
  const errorText = useErrorText()
  const resend = useResend()
  const login = useKitState(({ embedded }) => embedded?.login)
  if (login?.way !== 'email') return null
  const { email, minutes, error } = login
  return (
    <div className="code-screen">
      <span className="code-picture">
        <EmbeddedIcon name="mail" size={28} />
      </span>
      <div className="code-words">
        <SentTo sentence={text('device.approve', { email: '{email}' })} email={email} />
        <p className="code-note">{text('device.text')}</p>
        {minutes === undefined || error?.code === 'CODE_EXPIRED' ? null : (
          <p className="code-note">{text('otp.expires', { count: minutes })}</p>
        )}
      </div>
      <p className="code-status" role="status" data-state={error === undefined ? 'neutral' : 'error'}>
        {error === undefined ? '' : errorText(error)}
      </p>
      <ResendFoot
        question={text('otp.notReceived')}
        label={text('device.resend')}
        waitingLabel={(seconds) => text('otp.resendIn', { seconds })}
        onResend={resend}
      />
    </div>
  )
}
