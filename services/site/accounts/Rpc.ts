import type { CaipNetworkId } from 'latchkey/protocol'

/**
 * Asks a node of a chain. Rejects with an {@link NodeError} if the node answered with an error, and with anything else if
 * there was no answer.
 */
export type Rpc = (chainId: CaipNetworkId, method: string, params: readonly unknown[]) => Promise<unknown>

/** A node's error answer. Its code and words are foreign data. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message.slice(0, 500))
    this.code = code
    this.data = data
  }
}

/** Whether a failed call got an answer from the node: what it asked for did not happen. */
export function isNodeError(error: unknown): error is NodeError {
  return error instanceof NodeError
}

/** A node answered something that the method cannot answer. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'

  constructor(method: string) {
    super(`The node's answer to ${method} cannot be read.`)
  }
}
