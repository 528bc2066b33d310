import type { ErrorState } from '../../core/ErrorState.js'
import type { Intent } from '../../core/intent.js'
import type { AlertCode } from '../../protocol/alerts.js'

/** How a transfer ends: the words for it are `send.…`. */
export type TransferEnd = 'sent' | 'failed' | 'replaced' | 'lost' | 'notSent'

/**
 * A snackbar's message: an error of the catalogue, the name of a wallet that has disconnected with its open request,
 * how a transfer ended, or a text ready to show.
 */
export type SnackbarMessage =
  | { readonly text: string }
  | { readonly error: ErrorState }
  /** A wallet may still show what an earlier page has asked it for. */
  | { readonly left: Intent['kind'] }
  | { readonly disconnected: string; readonly asked?: Intent['kind'] | undefined }
  | { readonly ended: TransferEnd; readonly amount: string; readonly symbol: string }

export type Snackbar = {
  readonly id: number
  readonly variant: 'loading' | 'success' | 'error'
  readonly message: SnackbarMessage
}

export type Tooltip = {
  readonly message: string
  /** The trigger's rectangle, in CSS pixels of the viewport. */
  readonly trigger: {
    readonly width: number
    readonly height: number
    readonly top: number
    readonly left: number
  }
  readonly variant: 'shade' | 'fill'
}

type Alert = { readonly code: AlertCode }

export type NotifyState = {
  readonly snackbar: Snackbar | null
  readonly alert: Alert | null
  readonly tooltip: Tooltip | null
}

export const initialNotifyState: NotifyState = { snackbar: null, alert: null, tooltip: null }
