import type { FrameError, FrameErrorCode } from 'latchkey/frame'

/** An error with a code of the frame's list, for the host. */
export class SiteError extends Error {
  override readonly name = 'SiteError'
  readonly code: FrameErrorCode
  readonly more: Pick<FrameError, 'seconds' | 'triesLeft' | 'rpc'>

  constructor(
    code: FrameErrorCode,
    message: string,
    more: Pick<FrameError, 'seconds' | 'triesLeft' | 'rpc'> = {},
  ) {
    super(message)
    this.code = code
    this.more = more
  }
}

/** What the host is told of an error. Words of the wallet's own inside stay inside. */
export function toFrameError(error: unknown): FrameError {
  if (error instanceof SiteError)
    return { code: error.code, message: error.message.slice(0, 300), ...error.more }
  if (error instanceof DOMException && error.name === 'AbortError') {
    return { code: 'aborted', message: 'Request was aborted' }
  }
  return { code: 'failed', message: 'An error occurred' }
}
