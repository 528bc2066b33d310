import type { ErrorCode } from '../protocol/errors.js'

/** An error as state keeps it: the catalogue's code and slots, and the other side's words. */
export type ErrorState = {
  readonly code: ErrorCode
  readonly slots?: { readonly [name: string]: string | number } | undefined
  readonly details?: string | undefined
}
