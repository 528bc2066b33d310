import { hideSnackbar } from '../../features/notify/hideSnackbar.js'
import { hideAlert } from '../../features/notify/showAlert.js'
import { useAction } from '../hooks/useAction.js'
import { useKitState } from '../hooks/useKitState.js'
import { useErrorText, useText } from '../locales/useText.js'
import { AlertBar } from '../ui/AlertBar/AlertBar.js'
import { Snackbar } from '../ui/Snackbar/Snackbar.js'
import { Tooltip } from '../ui/Tooltip/Tooltip.js'

/** The modal's passing messages: snackbar, alert and tooltip (spec §2 "Feedback"). */
export function Feedback() {
  const text = useText()
  const errorText = useErrorText()
  const { snackbar, alert, tooltip } = useKitState((state) => state.notify)
  const dismiss = useAction(hideSnackbar)
  const dismissAlert = useAction(hideAlert)
  const message =
    snackbar === null
      ? undefined
      : {
          id: snackbar.id,
          variant: snackbar.variant,
          text: 'text' in snackbar.message ? snackbar.message.text : errorText(snackbar.message.error),
        }
  return (
    <>
      <Snackbar message={message} dismissLabel={text('modal.dismiss')} onDismiss={dismiss} />
      {alert === null ? null : (
        <AlertBar text={errorText(alert)} dismissLabel={text('modal.dismiss')} onDismiss={dismissAlert} />
      )}
      {tooltip === null ? null : <Tooltip {...tooltip} />}
    </>
  )
}
