import type { Context } from '../shared/context.js'
import type { Trouble } from '../shared/health.js'
import { createUpstreamQueue, type UpstreamQueue } from './createUpstreamQueue.js'

const ofContext = new WeakMap<Context, Map<string, UpstreamQueue>>()

type Upstream = {
  readonly url: string
  /** Calls per second that the server allows; no limit by default. */
  readonly perSecond?: number | undefined
  /** Set if the rate is only a usual one: it does not slow down a server that is configured elsewhere. */
  readonly isUsualRate?: boolean | undefined
  /** Calls per minute, for a server that counts so. */
  readonly perMinute?: number | undefined
  readonly atOnce: number
  /** For the log, which must contain neither the address nor a key. */
  readonly chain: string
  readonly source: string
}

/**
 * Returns the one queue of a configured server. Servers that share an allowance share a queue: the same address and key
 * for several chains, or as a node and as an indexer. The strictest of their rates counts.
 */
export function queueOf(context: Context, upstream: Upstream): UpstreamQueue {
  const { url, perMinute, atOnce, chain, source } = upstream
  const { perSecond = perMinute ?? Number.POSITIVE_INFINITY } = upstream
  const queues = ofContext.get(context) ?? new Map<string, UpstreamQueue>()
  ofContext.set(context, queues)
  const key = allowanceOf(url)
  const shared = queues.get(key)
  shared?.share({ perSecond: upstream.isUsualRate === true ? Number.POSITIVE_INFINITY : perSecond, atOnce })
  if (shared !== undefined) return shared
  const { clock, log, settings } = context
  let trouble: Trouble | undefined
  const queue = createUpstreamQueue({
    clock,
    perSecond,
    isPerMinute: perMinute !== undefined,
    atOnce,
    slowAfter: settings.rpcSlowSeconds * 1_000,
    onChange({ state, until }) {
      const seconds = until === undefined ? undefined : Math.ceil((until - clock.steadyNow()) / 1_000)
      const fields = { chain, source, state, ...(seconds === undefined ? {} : { seconds }) }
      log[state === 'ok' ? 'info' : 'warn']('blockchain.upstream', fields)
      const since = new Date(clock.now()).toISOString()
      trouble = state === 'ok' ? undefined : { chain, source, state, since }
    },
  })
  // A rest ends by itself, and nobody may ask the server then.
  context.health.watch(() => {
    const { state } = queue.health()
    return trouble === undefined || state === 'ok' ? undefined : { ...trouble, state }
  })
  queues.set(key, queue)
  return queue
}

/** An explorer of many chains names the chain in its query, and counts the calls for all of them together. */
export function allowanceOf(url: string): string {
  if (!URL.canParse(url)) return url
  const address = new URL(url)
  for (const name of ['chainid', 'chain_id']) address.searchParams.delete(name)
  address.searchParams.sort()
  return address.href
}
