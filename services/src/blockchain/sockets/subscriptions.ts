import { randomBytes } from 'node:crypto'
import type { Holder, Tally } from '../../outbound/createTally.js'
import type { RpcCall } from '../../outbound/post.js'
import type { Listener } from './audience.js'
import type { Log } from './Block.js'
import type { ChainFeed } from './chainFeed.js'
import { isWanted, type LogFilter, readLogFilter } from './logFilter.js'
import { SubscriptionError } from './SubscriptionError.js'

export type SubscriptionId = string | number

export type Subscriptions = {
  /** Whether a request begins or ends a subscription, and whether it ends one. */
  isOwn(call: RpcCall): boolean
  isEnd(call: RpcCall): boolean
  /**
   * Begins a subscription, and returns its id. Its notifications wait for {@link Subscriptions.start}.
   *
   * @throws `SubscriptionError`, `NodeError`
   */
  subscribe(call: RpcCall): Promise<SubscriptionId>
  /** The client has been sent the id: its notifications may follow. */
  start(id: SubscriptionId): void
  /** Ends a subscription; returns whether there was such a one. */
  unsubscribe(call: RpcCall): boolean
  size(): number
  /** Ends all of them. */
  clear(): void
}

type Parameters = {
  readonly feed: ChainFeed
  readonly holder: Holder
  /** Counts the contracts that all subscriptions of the chain name. */
  readonly addresses: Tally
  readonly limit: number
  /** Sends a notification's result. */
  send(id: SubscriptionId, result: unknown): void
  onLost(): void
}

/** Keeps the subscriptions of one socket. */
export function createSubscriptions({
  feed,
  holder,
  addresses,
  limit,
  send,
  onLost,
}: Parameters): Subscriptions {
  const known = new Map<SubscriptionId, Listener>()
  /** Subscriptions that wait for the first look at the chain. */
  let starting = 0
  let isOver = false
  /** Notifications of subscriptions whose id the client has not been sent. */
  const early = new Map<SubscriptionId, unknown[]>()

  function tell(id: string, result: unknown): void {
    const waiting = early.get(id)
    if (waiting === undefined) send(id, result)
    else waiting.push(result)
  }

  function listenerFor(id: string, [kind, filter]: readonly unknown[]): Listener {
    if (kind === 'newHeads') {
      return { onBlock: ({ header }) => tell(id, header), onLogs: () => undefined, onLost }
    }
    if (kind === 'logs') return logsListener(id, readLogFilter(filter) ?? refuseFilter())
    if (kind === 'newPendingTransactions')
      throw new SubscriptionError('This service does not follow pending transactions')
    throw new SubscriptionError('This service knows the subscriptions newHeads and logs')
  }

  function logsListener(id: string, filter: LogFilter): Listener {
    return {
      filter,
      onBlock: () => undefined,
      onLogs(logs: readonly Log[], isRemoved: boolean) {
        const wanted = logs.filter((log) => isWanted(filter, log))
        // What is taken away goes in the opposite order.
        for (const log of isRemoved ? wanted.reverse() : wanted) tell(id, { ...log, removed: isRemoved })
      },
      onLost,
    }
  }

  function free({ filter }: Listener): void {
    if (filter !== undefined) addresses.remove(holder, filter.addresses.size)
  }

  function end(id: SubscriptionId): boolean {
    const listener = known.get(id)
    if (listener === undefined) return false
    known.delete(id)
    early.delete(id)
    feed.remove(listener)
    free(listener)
    return true
  }

  return {
    isOwn: ({ method }) => method === 'eth_subscribe' || method === 'eth_unsubscribe',
    isEnd: ({ method }) => method === 'eth_unsubscribe',
    async subscribe({ params }) {
      if (known.size + starting >= limit)
        throw new SubscriptionError(`More than ${limit} subscriptions on one connection`, -32005)
      const id = `0x${randomBytes(16).toString('hex')}`
      const listener = listenerFor(id, Array.isArray(params) ? params : [])
      const count = listener.filter?.addresses.size ?? 0
      if (count > 0 && (!addresses.hasRoom(holder) || addresses.free() < count))
        throw new SubscriptionError('Too many contracts are subscribed to', -32005)
      if (count > 0) addresses.add(holder, count)
      starting++
      early.set(id, [])
      try {
        await feed.add(listener)
      } catch (error) {
        early.delete(id)
        free(listener)
        throw error
      } finally {
        starting--
      }
      if (isOver) {
        feed.remove(listener)
        free(listener)
      } else {
        known.set(id, listener)
      }
      return id
    },
    start(id) {
      const waiting = early.get(id) ?? []
      early.delete(id)
      for (const result of waiting) send(id, result)
    },
    unsubscribe({ params }) {
      const [id] = Array.isArray(params) ? params : []
      return end(id)
    },
    size: () => known.size + starting,
    clear() {
      isOver = true
      for (const id of [...known.keys()]) end(id)
    },
  }
}

function refuseFilter(): never {
  throw new SubscriptionError(
    'Name one to 100 contracts in "address": this service does not send all logs of a chain',
  )
}
