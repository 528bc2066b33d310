import type { ErrorState } from '../../core/ErrorState.js'
import type { CaipAddress } from '../../protocol/caip.js'

export type SiwxStatus = 'signedOut' | 'checking' | 'signing' | 'signedIn'

export type SiwxState = {
  readonly status: SiwxStatus
  /** The account that the status belongs to: the connected account on its network. */
  readonly account?: CaipAddress | undefined
  /** Whether that account must sign to stay connected. */
  readonly isRequired?: boolean | undefined
  /** Why the last attempt to sign in failed. */
  readonly error?: ErrorState | undefined
}

export const initialSiwxState: SiwxState = { status: 'signedOut' }
