/** A refused subscription, as JSON-RPC tells it. */
export class SubscriptionError extends Error {
  override readonly name = 'SubscriptionError'
  readonly code: number
  /** What a node says besides. */
  readonly data: unknown

  constructor(message: string, code = -32602, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}
