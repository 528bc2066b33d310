import { isKitError } from '../../protocol/errors.js'
import type { Kit } from '../Kit.js'

/** Emits an event for an error that is not in the catalogue: a defect of Latchkey, which hosts may want to log. */
export function tellInternalError(
  kit: Kit,
  error: unknown,
  { uncaught }: { readonly uncaught: boolean },
): void {
  if (isKitError(error)) return
  const [errorType, message] =
    error instanceof Error ? [error.name, error.message] : ['unknown', String(error)]
  kit.events.emit({ type: 'INTERNAL_SDK_ERROR', errorType, errorMessage: masked(message), uncaught })
}

/** Masks everything in a message that may be an address, a key, a signature or a pairing link. */
function masked(message: string): string {
  return message
    .slice(0, 2_000)
    .replace(/[a-z][\w+.-]*:\S{8,}|[\w+/=-]{20,}/gi, '…')
    .slice(0, 200)
}
