import { type LoginWays, loginWays } from '../../features/embedded/loginWays.js'
import { isTelegram } from '../device.js'
import { useKitState } from '../hooks/useKitState.js'

/** Returns the ways to log in that the host and the operator offer in this browser. */
export function useLoginWays(): LoginWays {
  return useKitState((state) =>
    loginWays(state, {
      userAgent: navigator.userAgent,
      hasPasskeys: 'PublicKeyCredential' in window,
      isTelegram: isTelegram(),
    }),
  )
}
