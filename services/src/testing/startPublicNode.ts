import type { Clock } from '../shared/clock.js'
import { type PublicNodeOptions, publicMethods } from './publicMethods.js'
import { startUpstream } from './startUpstream.js'
import { createDeeds, type Deed } from './syntheticChain.js'

type Call = { readonly id: unknown; readonly method: string; readonly params?: readonly unknown[] }

export type PublicNode = {
  readonly url: string
  /** All transactions of the account, oldest first. */
  readonly deeds: readonly Deed[]
  /** Calls by method since the last reset, those in batches counted one by one. */
  readonly counts: ReadonlyMap<string, number>
  /** All calls in order, as JSON. */
  readonly calls: readonly string[]
  total(): number
  /** Bytes of all answers. */
  bytes(): number
  reset(): void
  /** The node breaks every connection after so many more calls; without a number it works again. */
  dieAfter(calls: number | undefined): void
  /** Does something once, before the answer to the call of this number from now on. */
  before(call: number, work: () => void): void
  /** Changes the node's limits and abilities. */
  become(options: PublicNodeOptions): void
  /** Changes the results of a method. */
  change(method: string, edit: (result: unknown) => unknown): void
  stop(): void
}

/**
 * Starts a stand-in for a public node with the limits that such nodes have. Its chain is generated as it is asked for,
 * and always the same.
 *
 * @param clock Counts the calls of a second; without it there is no such limit.
 */
export async function startPublicNode(options: PublicNodeOptions = {}, clock?: Clock): Promise<PublicNode> {
  const { blocks = 10_000_000, transactions = 10_000, callsPerSecond = 5 } = options
  const { kinds, isPaired, isRollup } = options
  const deeds = createDeeds({ blocks, count: transactions, kinds, isPaired, isRollup })
  let current: PublicNodeOptions = { ...options, blocks }
  let answer = publicMethods(deeds, current)
  let event = { at: Number.POSITIVE_INFINITY, work: () => {} }
  const counts = new Map<string, number>()
  const calls: string[] = []
  const edits = new Map<string, (result: unknown) => unknown>()
  let [bytes, left] = [0, Number.POSITIVE_INFINITY]
  let allowance = { at: clock?.steadyNow() ?? 0, left: callsPerSecond }

  /** Returns the seconds to wait, if the calls are more than allowed. */
  function refuses(count: number): number | undefined {
    if (clock === undefined) return undefined
    const now = clock.steadyNow()
    const refilled = Math.min(
      callsPerSecond,
      allowance.left + ((now - allowance.at) / 1_000) * callsPerSecond,
    )
    // A batch longer than the limit passes when nothing else is under way.
    const isRefused = refilled < Math.min(count, callsPerSecond)
    allowance = { at: now, left: isRefused ? refilled : refilled - count }
    return isRefused ? Math.ceil((Math.min(count, callsPerSecond) - refilled) / callsPerSecond) : undefined
  }

  const server = await startUpstream((_, body) => {
    const asked: Call | readonly Call[] = JSON.parse(body)
    const list = [asked].flat() as readonly Call[]
    if (left < list.length) return 'break'
    left -= list.length
    for (const { method, params } of list) {
      counts.set(method, (counts.get(method) ?? 0) + 1)
      calls.push(JSON.stringify([method, params]))
    }
    if (calls.length >= event.at) {
      event.at = Number.POSITIVE_INFINITY
      event.work()
    }
    const wait = refuses(list.length)
    if (wait !== undefined)
      return { status: 429, headers: { 'retry-after': String(wait) }, body: 'slow down' }
    const replies = list.map(({ id, method, params = [] }) => {
      const reply = answer(method, params)
      const edited = 'result' in reply ? { result: edits.get(method)?.(reply.result) ?? reply.result } : reply
      return { jsonrpc: '2.0', id, ...edited }
    })
    const text = JSON.stringify(Array.isArray(asked) ? replies : replies[0])
    if (text.length > (current.answerSize ?? 8 * 1024 * 1024))
      return { status: 413, body: 'answer too large' }
    bytes += text.length
    return { headers: { 'content-type': 'application/json' }, body: text }
  })

  return {
    url: server.url,
    deeds,
    counts,
    calls,
    total: () => calls.length,
    bytes: () => bytes,
    reset() {
      counts.clear()
      calls.length = 0
      bytes = 0
    },
    dieAfter(count) {
      left = count ?? Number.POSITIVE_INFINITY
    },
    before(call, work) {
      event = { at: calls.length + call, work }
    },
    become(changed) {
      current = { ...current, ...changed }
      answer = publicMethods(deeds, current)
    },
    change: (method, edit) => void edits.set(method, edit),
    stop: server.stop,
  }
}
