import type { ErrorCode } from '../protocol/errors.js'

/** An error as the state keeps it: the catalogue's code and slots, and the message of the wallet or service. */
export type ErrorState = {
  readonly code: ErrorCode
  readonly slots?: { readonly [name: string]: string | number } | undefined
  readonly details?: string | undefined
}
