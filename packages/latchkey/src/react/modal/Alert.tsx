import { hideAlert } from '../../features/notify/showAlert.js'
import type { NotifyState } from '../../features/notify/state.js'
import { useAction } from '../hooks/useAction.js'
import { useErrorText, useText } from '../locales/useText.js'
import { AlertBar } from '../ui/AlertBar/AlertBar.js'

/** Shows the developer an error in the configuration. Loaded with the first alert, because few pages have one. */
export function Alert({ alert }: Alert.Props) {
  const text = useText()
  const errorText = useErrorText()
  const dismiss = useAction(hideAlert)
  return <AlertBar text={errorText(alert)} dismissLabel={text('modal.dismiss')} onDismiss={dismiss} />
}

export declare namespace Alert {
  type Props = { readonly alert: NonNullable<NotifyState['alert']> }
}
