import type { AlertCode } from '../../protocol/alerts.js'
import type { ErrorState } from '../connection/state.js'

/** What a snackbar says: an error of the catalogue, or a text that is ready to show. */
export type SnackbarMessage = { readonly text: string } | { readonly error: ErrorState }

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

export type Alert = { readonly code: AlertCode }

export type NotifyState = {
  readonly snackbar: Snackbar | null
  readonly alert: Alert | null
  readonly tooltip: Tooltip | null
}

export const initialNotifyState: NotifyState = { snackbar: null, alert: null, tooltip: null }
