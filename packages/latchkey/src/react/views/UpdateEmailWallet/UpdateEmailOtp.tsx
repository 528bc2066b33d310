import { changeEmail, confirmEmailChange } from '../../../features/embedded/changeEmail.js'
import { resetView } from '../../../features/modal/navigate.js'
import { showSnackbar } from '../../../features/notify/showSnackbar.js'
import { CodeScreen } from '../../embedded/CodeScreen.js'
import { ResendFoot } from '../../embedded/ResendFoot.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'

/** Takes the code that went to the present address. */
export function UpdateEmailPrimaryOtp() {
  return <UpdateEmailOtp of="primary" />
}

/** Takes the code that went to the new address. */
export function UpdateEmailSecondaryOtp() {
  return <UpdateEmailOtp of="secondary" />
}

function UpdateEmailOtp({ of }: { readonly of: 'primary' | 'secondary' }) {
  const text = useEmbeddedText()
  const confirm = useAction(confirmEmailChange)
  const again = useAction(changeEmail)
  const show = useAction(showSnackbar)
  const reset = useAction(resetView)
  const current = useKitState(({ embedded }) => embedded?.user?.email ?? '')
  const change = useKitState(({ embedded }) => embedded?.emailChange)
  if (change === undefined) return null
  const onComplete = (code: string) => {
    confirm({ code, of }).then(
      (isDone) => {
        if (!isDone) return
        reset({ name: 'Account' })
        show({ variant: 'success', message: { text: text('email.changed') } })
      },
      // The failure is in the state, which this screen shows.
      () => {},
    )
  }
  return (
    <CodeScreen
      key={of}
      email={of === 'primary' ? current : change.email}
      status={change.status === 'code' ? 'code' : 'checking'}
      error={change.error}
      triesLeft={change.triesLeft}
      foot={
        <ResendFoot
          question={text('email.wrong')}
          label={text('email.tryAgain')}
          waitingLabel={(seconds) => text('email.tryAgainIn', { seconds })}
          onResend={() => void again({ email: change.email }).catch(() => {})}
        />
      }
      onComplete={onComplete}
    />
  )
}
