import type { ErrorState } from '../../core/ErrorState.js'
import { isKitError } from '../../protocol/errors.js'

/** An error as state keeps it. One that is not the kit's becomes the fallback, its own words in the details. */
export function toErrorState(error: unknown, fallback: ErrorState = { code: 'FRAME_ERROR' }): ErrorState {
  if (isKitError(error)) return { code: error.code, slots: error.slots, details: error.details }
  return { ...fallback, details: error instanceof Error ? error.message : String(error) }
}
