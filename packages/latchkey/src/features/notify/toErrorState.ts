import type { ErrorState } from '../../core/ErrorState.js'
import { isKitError } from '../../protocol/errors.js'

/** An error as the state keeps it. An error that is not the kit's becomes the fallback, with its words in `details`. */
export function toErrorState(error: unknown, fallback: ErrorState = { code: 'FRAME_ERROR' }): ErrorState {
  if (isKitError(error)) return { code: error.code, slots: error.slots, details: error.details }
  return { ...fallback, details: error instanceof Error ? error.message : String(error) }
}
