import type { KitError } from './errors.js'

/**
 * The error of a failed request in the form of EIP-1193; apps and libraries read its `code`. Its `cause` is the error
 * of the catalogue, for screens.
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
