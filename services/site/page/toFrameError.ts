import type { FrameError, FrameErrorCode } from 'latchkey/frame'

/** The codes of the frame's list, and what only the wallet's own views tell apart: the last login is too old for what is asked. */
export type SiteErrorCode = FrameErrorCode | 'login_again'

/** An error as the worker tells the page. */
export type WorkerError = Omit<FrameError, 'code'> & { readonly code: SiteErrorCode }

/** An error of the site, with a code that stands for one of the frame's list. */
export class SiteError extends Error {
  override readonly name = 'SiteError'
  readonly code: SiteErrorCode
  readonly more: Pick<FrameError, 'seconds' | 'triesLeft' | 'rpc'>

  constructor(
    code: SiteErrorCode,
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
  if (error instanceof SiteError) {
    // Hosts know one code for a wallet that the visitor must open first, by a login or by a way in.
    const code = error.code === 'login_again' ? 'locked' : error.code
    return { code, message: error.message.slice(0, 300), ...error.more }
  }
  if (error instanceof DOMException && error.name === 'AbortError') {
    return { code: 'aborted', message: 'Request was aborted' }
  }
  return { code: 'failed', message: 'An error occurred' }
}
