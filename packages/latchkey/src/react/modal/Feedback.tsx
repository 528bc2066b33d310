import { hideSnackbar } from '../../features/notify/hideSnackbar.js'
import type { SnackbarMessage } from '../../features/notify/state.js'
import { useAction } from '../hooks/useAction.js'
import { useKitState } from '../hooks/useKitState.js'
import { useLazy } from '../hooks/useLazy.js'
import { useErrorText, useText } from '../locales/useText.js'
import { Snackbar } from '../ui/Snackbar/Snackbar.js'
import type { Tooltip as Hint } from '../ui/Tooltip/Tooltip.js'
import type { Alert as AlertBar } from './Alert.js'

const loadAlert = () => import('./Alert.js').then((module) => module.Alert)
const loadTooltip = () => import('../ui/Tooltip/Tooltip.js').then((module) => module.Tooltip)

/** The modal's passing messages: snackbar, alert and tooltip (spec §2 "Feedback"). */
export function Feedback() {
  const text = useText()
  const errorText = useErrorText()
  const { snackbar, alert, tooltip } = useKitState((state) => state.notify)
  const dismiss = useAction(hideSnackbar)
  // If this code fails to load, the error is still in the console, and the tooltip's control has its label.
  const Alert = useLazy<AlertBar.Props>(loadAlert, alert !== null)
  const Tooltip = useLazy<Hint.Props>(loadTooltip, tooltip !== null)
  const sentenceOf = (message: SnackbarMessage) => {
    if ('text' in message) return message.text
    if ('ended' in message) return text(`send.${message.ended}`, message)
    if ('error' in message) return errorText(message.error)
    if ('left' in message) return text(message.left === 'request' ? 'send.goneText' : 'send.stopWaitingText')
    const { disconnected: wallet, asked } = message
    const ended = text('connecting.ended', { wallet })
    if (asked === undefined) return ended
    const isSignature = asked === 'message' || asked === 'signIn'
    return `${ended} · ${text(isSignature ? 'send.goneUnsigned' : 'send.goneText')}`
  }
  const message =
    snackbar === null
      ? undefined
      : {
          id: snackbar.id,
          variant: snackbar.variant,
          text: sentenceOf(snackbar.message),
        }
  return (
    <>
      <Snackbar message={message} dismissLabel={text('modal.dismiss')} onDismiss={dismiss} />
      {alert === null || Alert === undefined ? null : <Alert alert={alert} />}
      {tooltip === null || Tooltip === undefined ? null : <Tooltip {...tooltip} />}
    </>
  )
}
