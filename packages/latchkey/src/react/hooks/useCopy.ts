import { showSnackbar } from '../../features/notify/showSnackbar.js'
import { useText } from '../locales/useText.js'
import { useAction } from './useAction.js'

/** Copies a text and confirms it, or the failure, in the snackbar. */
export function useCopy(): (value: string, done: string) => void {
  const text = useText()
  const show = useAction(showSnackbar)
  return (value, done) => {
    const onDone = () => show({ variant: 'success', message: { text: done } })
    const onFail = () => show({ variant: 'error', message: { text: text('connecting.copyFailed') } })
    // Insecure pages have no clipboard API.
    if (navigator.clipboard === undefined) return onFail()
    navigator.clipboard.writeText(value).then(onDone, onFail)
  }
}
