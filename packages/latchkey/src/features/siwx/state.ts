import type { CaipAddress } from '../../protocol/caip.js'
import type { ErrorState } from '../connection/state.js'

export type SiwxStatus = 'signedOut' | 'checking' | 'signing' | 'signedIn'

export type SiwxState = {
  readonly status: SiwxStatus
  /** Whom the status is of: the connected account on its network. */
  readonly account?: CaipAddress | undefined
  /** Whether that account must sign to stay connected. */
  readonly isRequired?: boolean | undefined
  /** Why the last attempt to sign came to nothing. */
  readonly error?: ErrorState | undefined
}

export const initialSiwxState: SiwxState = { status: 'signedOut' }
