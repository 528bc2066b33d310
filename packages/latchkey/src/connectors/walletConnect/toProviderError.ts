import { isSignError } from '@latchkey/sign-client'
import { isKitError } from '../../protocol/errors.js'

/** An error as EIP-1193 wants it: apps and libraries read its `code`. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data: unknown

  constructor({
    code,
    message,
    data,
    cause,
  }: { code: number; message: string; data?: unknown; cause?: unknown }) {
    super(message, { cause })
    this.code = code
    this.data = data
  }
}

/** What a request over the connection protocol failed with, in EIP-1193's codes. */
export function toProviderError(error: unknown, code?: number | undefined): ProviderRpcError {
  const message = error instanceof Error ? error.message : String(error)
  if (code !== undefined) return new ProviderRpcError({ code, message, cause: error })
  if (isSignError(error)) {
    if (error.code === 'USER_REJECTED') return new ProviderRpcError({ code: 4001, message, cause: error })
    if (error.code === 'SESSION_GONE') return new ProviderRpcError({ code: 4900, message, cause: error })
    return new ProviderRpcError({
      code: error.wireCode ?? -32603,
      message,
      data: error.details,
      cause: error,
    })
  }
  return new ProviderRpcError({ code: isKitError(error) ? -32603 : -32000, message, cause: error })
}
