import { resendCode } from '../../features/embedded/loginByEmail.js'
import { showSnackbar } from '../../features/notify/showSnackbar.js'
import { useAction } from '../hooks/useAction.js'
import { useEmbeddedText } from './useEmbeddedText.js'

/** Returns a function that sends the code of the login again, and says that it is on its way. */
export function useResend(): () => void {
  const text = useEmbeddedText()
  const resend = useAction(resendCode)
  const show = useAction(showSnackbar)
  return () => {
    resend().then(
      () => show({ variant: 'success', message: { text: text('otp.resent') } }),
      // The failure is in the state, and on the screen.
      () => {},
    )
  }
}
