export class NotLoggedInError extends Error {
  override readonly name = 'NotLoggedInError'
}

export class LoginFailedError extends Error {
  override readonly name = 'LoginFailedError'
  /** `another`: not the account that had to log in. */
  readonly reason: 'declined' | 'other' | 'another' | 'failed' | 'expired'
  /** For `other`: the way in which the account logs in. */
  readonly way: string | undefined

  constructor(reason: LoginFailedError['reason'], way?: string | undefined) {
    super(`The login ended: ${reason}`)
    this.reason = reason
    this.way = way
  }
}
