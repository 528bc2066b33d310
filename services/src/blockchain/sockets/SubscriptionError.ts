/** A refused subscription, as JSON-RPC tells it. */
export class SubscriptionError extends Error {
  override readonly name = 'SubscriptionError'
  readonly code: number

  constructor(message: string, code = -32602) {
    super(message)
    this.code = code
  }
}
