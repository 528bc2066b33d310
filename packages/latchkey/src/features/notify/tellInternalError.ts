import { isKitError } from '../../protocol/errors.js'
import type { Kit } from '../Kit.js'

/** Tells hosts of an unexpected error, one that is not in the catalogue: a defect of Latchkey that they may want to log. */
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

/** Without what may be an address, a key, a signature or a link that connects. */
function masked(message: string): string {
  return message
    .slice(0, 2_000)
    .replace(/[a-z][\w+.-]*:\S{8,}|[\w+/=-]{20,}/gi, '…')
    .slice(0, 200)
}
