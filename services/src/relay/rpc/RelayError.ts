/**
 * All errors of the relay: tag -> JSON-RPC code and text. They match the public relay's (its Rust SDK,
 * `relay_rpc/src/rpc/error.rs`), so that existing clients understand them. The tag is sent in the error's `data`.
 */
const relayErrors = {
  TooManyRequests: [3001, 'Too many requests'],

  Serialization: [-32600, 'Invalid payload: Failed to deserialize request'],
  InvalidJsonRpcVersion: [-32600, 'Invalid payload: Invalid JSON RPC version'],
  InvalidRequestId: [-32600, 'Invalid payload: Invalid request ID'],
  InvalidMethod: [-32600, 'Invalid payload: Invalid request method'],
  InvalidParams: [-32600, 'Invalid payload: Invalid request parameters'],
  InvalidTopic: [-32600, 'Invalid payload: Topic decoding failed'],
  PayloadSizeExceeded: [-32600, 'Invalid payload: Payload size exceeded'],
  BatchLimitExceeded: [-32600, 'Invalid payload: The batch contains too many items'],
  BatchEmpty: [-32600, 'Invalid payload: The batch contains no items'],

  TtlTooShort: [-32000, 'Request handler error: TTL too short'],
  TtlTooLong: [-32000, 'Request handler error: TTL too long'],
  MailboxLimitExceeded: [-32000, 'Request handler error: Mailbox limit exceeded'],
  SubscriberLimitExceeded: [-32000, 'Request handler error: Subscriber limit exceeded'],
  MessageReplayed: [-32000, 'Request handler error: Another encoding of this message is on the topic'],

  StorageError: [-32603, 'Internal error: Storage operation failed'],
  Unknown: [-32603, 'Internal error: Internal error'],
} as const satisfies { readonly [tag: string]: readonly [code: number, message: string] }

export type RelayErrorTag = keyof typeof relayErrors

/** A refused request. `detail` is appended to the text, for the developer of the client. */
export class RelayError extends Error {
  override readonly name = 'RelayError'
  readonly tag: RelayErrorTag
  readonly code: number

  constructor(
    tag: RelayErrorTag,
    { detail, cause }: { readonly detail?: string | undefined; readonly cause?: unknown } = {},
  ) {
    const [code, message] = relayErrors[tag]
    super(detail === undefined ? message : `${message} (${detail})`, cause === undefined ? {} : { cause })
    this.tag = tag
    this.code = code
  }
}
