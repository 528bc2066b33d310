import type { RpcCall } from '../outbound/post.js'
import { startUpstream, type UpstreamAnswer } from './startUpstream.js'

export type ScriptedNode = {
  readonly url: string
  /** The received HTTP requests in order, each with its methods. */
  readonly requests: readonly (readonly string[])[]
  count(method: string): number
  stop(): void
}

/** The reply to one call: a result, an error as `{ error }`, or what happens to the whole request. */
export type Scripted = unknown | 'hang' | 'break' | { readonly error: object }

/** The replies of a node of chain 31337. */
const ofChain31337 = () => ({ eth_chainId: '0x7a69', eth_getBlockByNumber: blockAt(100) })

/**
 * Starts a node whose replies the test decides; `undefined` leaves the usual one.
 *
 * @param usual By default those of a node of chain 31337.
 */
export async function startScriptedNode(
  reply: (call: RpcCall) => Scripted,
  usual: { readonly [method: string]: unknown } = ofChain31337(),
): Promise<ScriptedNode> {
  const requests: string[][] = []
  const upstream = await startUpstream((_path, body): UpstreamAnswer => {
    const asked: (RpcCall & { id: number }) | (RpcCall & { id: number })[] = JSON.parse(body)
    requests.push([asked].flat().map(({ method }) => method))
    const replies = [asked].flat().map((call) => ({ id: call.id, given: reply(call) ?? usual[call.method] }))
    for (const { given } of replies) if (given === 'hang' || given === 'break') return given
    const texts = replies.map(({ id, given }) => {
      const isError = typeof given === 'object' && given !== null && 'error' in given
      return { jsonrpc: '2.0', id, ...(isError ? given : { result: given ?? null }) }
    })
    return { body: JSON.stringify(Array.isArray(asked) ? texts : texts[0]) }
  })
  return {
    url: upstream.url,
    requests,
    count: (method) => requests.flat().filter((one) => one === method).length,
    stop: upstream.stop,
  }
}

/** A block as nodes give it. The time is in epoch seconds. */
export function blockAt(number: number, time = 0) {
  return {
    number: `0x${number.toString(16)}`,
    hash: `0x${'a'.repeat(64)}`,
    timestamp: `0x${time.toString(16)}`,
    transactions: [],
  }
}
