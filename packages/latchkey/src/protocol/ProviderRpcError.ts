import type { KitError } from './errors.js'

/**
 * A failed request as EIP-1193 wants it: apps and libraries read its `code`. Its `cause` is the same in the catalogue's
 * words, for a screen.
 */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  override readonly cause: KitError
  /** EIP-1193 (4001, 4100, 4200, 4900, 4902) or JSON-RPC (-32xxx). */
  readonly code: number
  /** The data that the wallet attached. */
  readonly data: unknown

  constructor({ code, data, cause }: { code: number; data?: unknown; cause: KitError }) {
    super(cause.message)
    this.code = code
    this.data = data
    this.cause = cause
  }
}
