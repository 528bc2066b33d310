import { second } from '../outbound/createPace.js'
import { NodeError, noReply, type RpcCall, type RpcReply } from '../outbound/post.js'

/** Longest time that a list may need at a node's rate beyond the usual time limit, in milliseconds. */
const longest = 60_000

/** Returns the milliseconds that a list of calls needs at a rate, because it is more than one second's worth. */
export function timeFor(calls: readonly RpcCall[], rate: number): number {
  return calls.length <= rate ? 0 : Math.min(longest, (calls.length / rate) * second)
}

type Options = {
  /** Calls per second that the node allows. */
  readonly rate: number
  readonly signal: AbortSignal
  /** The calls must not be sent twice: where some were carried out, the failures of others are replies. */
  readonly isOneNodeOnly: boolean
  /** Sends some of the calls in one request. */
  send(part: readonly RpcCall[], signal: AbortSignal): Promise<readonly RpcReply[]>
}

/**
 * Sends a list of calls to one node, in parts of at most one second's worth. Each part waits for its turn, so that a long
 * list does not stop the calls of other clients.
 *
 * @throws the first part's error
 */
export async function sendInParts(
  calls: readonly RpcCall[],
  { rate, signal, isOneNodeOnly, send }: Options,
): Promise<readonly RpcReply[]> {
  if (calls.length <= rate) return send(calls, signal)
  const size = Math.max(1, Math.floor(rate))
  const parts = Array.from({ length: Math.ceil(calls.length / size) }, (_, index) =>
    calls.slice(index * size, (index + 1) * size),
  )
  if (isOneNodeOnly) return sendOneByOne(parts, signal, send)
  const controller = new AbortController()
  const both = AbortSignal.any([signal, controller.signal])
  try {
    return (await Promise.all(parts.map((part) => send(part, both)))).flat()
  } finally {
    // Nobody needs the other parts of a list that failed.
    controller.abort()
  }
}

/** What comes after a failure is not sent: calls such as the transactions of one account build on each other. */
async function sendOneByOne(
  parts: readonly (readonly RpcCall[])[],
  signal: AbortSignal,
  send: Options['send'],
): Promise<readonly RpcReply[]> {
  const replies: RpcReply[] = []
  for (const [index, part] of parts.entries()) {
    try {
      replies.push(...(await send(part, signal)))
    } catch (error) {
      if (!(error instanceof NodeError) || !replies.some((reply) => 'result' in reply)) throw error
      const { message } = error
      // The node may have carried out this part; the later ones were not sent.
      const rest = parts.slice(index + 1).flat()
      const unsent = rest.map((): RpcReply => ({ error: { code: -32603, message } }))
      return [...replies, ...part.map(() => noReply(message)), ...unsent]
    }
  }
  return replies
}
