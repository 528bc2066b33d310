/**
 * A relay in memory with faults on demand. Like a real relay it checks tokens, topics and parameters.
 */
import type { Clock } from '../clock.js'
import { hashOf, isTopic } from '../crypto/keys.js'
import { fromUtf8 } from '../encoding.js'
import type { WebSocketConstructor } from '../relay/WebSocketLike.js'
import { checkRelayToken } from './checkRelayToken.js'
import { type Line, memoryWebSocket, type SocketEnd } from './memoryWebSocket.js'

type Publication = {
  readonly topic: string
  readonly message: string
  readonly ttl: number
  readonly tag: number
  readonly prompt?: boolean
  readonly attestation?: string
}

type Faults = {
  /** New connections fail, as without a network. */
  isDown: boolean
  /** New connections are closed with 3000 and this reason. */
  refusal: string | undefined
  /** Accepts frames without answering, like a connection that died silently. */
  isSilent: boolean
  /** Delivers every push twice. */
  isDoubling: boolean
  /** Delivers the messages of a mailbox in reverse order. */
  isReversing: boolean
  /** How many publishes take effect without an answer. */
  lostAnswers: number
  /** How many pushes are dropped; their messages stay in the mailbox. */
  lostPushes: number
  /** Does not deliver the mailbox on subscribing, so that clients must fetch it. */
  isFlushless: boolean
  /** Answers calls of these methods with an error. */
  errors: { [method: string]: { code: number; message: string } | undefined }
  /** Delay of everything the relay sends, in milliseconds. */
  delay: number
}

export type MemoryRelay = {
  readonly url: string
  readonly webSocket: WebSocketConstructor
  readonly faults: Faults
  /** All published messages, in order. */
  readonly published: readonly (Publication & { readonly clientId: string })[]
  /** All calls, in order. */
  readonly calls: readonly { readonly method: string; readonly params: unknown; readonly clientId: string }[]
  /** Returns the number of open connections. */
  connections(): number
  /** Returns the number of connections ever made. */
  dials(): number
  /** Returns a client's subscribed topics. */
  topicsOf(clientId: string): readonly string[]
  /** Returns the number of messages that subscribers have not acknowledged. */
  unacknowledged(): number
  /** Closes every connection. */
  drop(code?: number, reason?: string): void
  /** Delivers every message that it ever carried once more, acknowledged or not. */
  replay(): void
  /** Publishes a message on a topic as another client. */
  inject(topic: string, message: string): void
  /** Accepts a connection. */
  accept(line: SocketEnd): Line
}

type Mail = {
  readonly id: number
  readonly message: string
  readonly at: number
  readonly until: number
  readonly from: string
  readonly acknowledged: Set<string>
}

type Connection = {
  readonly clientId: string
  send(value: unknown): void
  close(code: number, reason: string): void
}

export function createMemoryRelay({
  clock,
  url = 'wss://relay.test',
}: {
  readonly clock: Clock
  readonly url?: string
}): MemoryRelay {
  const faults: Faults = {
    isDown: false,
    refusal: undefined,
    isSilent: false,
    isDoubling: false,
    isReversing: false,
    lostAnswers: 0,
    lostPushes: 0,
    isFlushless: false,
    errors: {},
    delay: 0,
  }
  const mail = new Map<string, Mail[]>()
  const subscriptions = new Map<string, Set<string>>()
  const connections = new Set<Connection>()
  const published: (Publication & { readonly clientId: string })[] = []
  const calls: { readonly method: string; readonly params: unknown; readonly clientId: string }[] = []
  let lastPushId = 0
  let dials = 0

  function push(connection: Connection, topic: string, { message, id, at }: Mail) {
    if (faults.lostPushes > 0) {
      faults.lostPushes -= 1
      return
    }
    const data = { topic, message, publishedAt: at, tag: 0 }
    const frame = {
      id,
      jsonrpc: '2.0',
      method: 'irn_subscription',
      params: { id: hashOf(fromUtf8(topic)), data },
    }
    connection.send(frame)
    if (faults.isDoubling) connection.send({ ...frame, id: id + 1 })
  }

  function waiting(topic: string, clientId: string): Mail[] {
    const all = (mail.get(topic) ?? []).filter(
      (entry) => entry.until > clock.now() && entry.from !== clientId && !entry.acknowledged.has(clientId),
    )
    return faults.isReversing ? all.reverse() : all
  }

  function subscribe(connection: Connection, topic: unknown): string {
    if (!isTopic(topic)) throw { code: -32600, message: 'InvalidTopic' }
    const own = subscriptions.get(connection.clientId) ?? new Set()
    subscriptions.set(connection.clientId, own.add(topic))
    if (!faults.isFlushless) {
      queueMicrotask(() => {
        for (const entry of waiting(topic, connection.clientId)) push(connection, topic, entry)
      })
    }
    return hashOf(fromUtf8(topic + connection.clientId))
  }

  function publish(from: string, publication: Publication) {
    const { topic, message, ttl } = publication
    if (!isTopic(topic) || typeof message !== 'string' || !Number.isInteger(ttl) || ttl < 30) {
      throw { code: -32600, message: 'InvalidParams' }
    }
    const known = mail.get(topic) ?? []
    mail.set(topic, known)
    if (known.some((entry) => entry.message === message)) return
    published.push({ ...publication, clientId: from })
    lastPushId += 2
    const at = clock.now()
    const entry: Mail = { id: lastPushId, message, at, until: at + ttl * 1000, from, acknowledged: new Set() }
    known.push(entry)
    for (const connection of connections) {
      if (connection.clientId !== from && subscriptions.get(connection.clientId)?.has(topic))
        push(connection, topic, entry)
    }
  }

  function answer(
    connection: Connection,
    method: string,
    params: { readonly [name: string]: unknown },
  ): unknown {
    const { clientId } = connection
    const fault = faults.errors[method]
    if (fault !== undefined) throw fault
    switch (method) {
      case 'irn_publish':
        publish(clientId, params as Publication)
        return true
      case 'irn_subscribe':
        return subscribe(connection, params.topic)
      case 'irn_batchSubscribe': {
        const topics = params.topics as unknown[]
        if (topics.length === 0 || topics.length > 500) throw { code: -32600, message: 'BatchLimitExceeded' }
        return topics.map((topic) => subscribe(connection, topic))
      }
      case 'irn_unsubscribe':
        subscriptions.get(clientId)?.delete(String(params.topic))
        return true
      case 'irn_batchFetchMessages': {
        const messages = (params.topics as string[]).flatMap((topic) =>
          waiting(topic, clientId).map(({ message, at }) => ({ topic, message, publishedAt: at, tag: 0 })),
        )
        return { messages, hasMore: false }
      }
      case 'irn_batchReceive':
        for (const { topic, messageId } of params.receipts as { topic: string; messageId: string }[]) {
          for (const entry of mail.get(topic) ?? []) {
            if (hashOf(fromUtf8(entry.message)) === messageId) entry.acknowledged.add(clientId)
          }
        }
        return true
      default:
        throw { code: -32601, message: 'Method not found' }
    }
  }

  const relay: MemoryRelay = {
    url,
    faults,
    published,
    calls,
    connections: () => connections.size,
    dials: () => dials,
    topicsOf: (clientId) => [...(subscriptions.get(clientId) ?? [])],
    unacknowledged: () =>
      [...subscriptions].reduce(
        (count, [clientId, topics]) =>
          count + [...topics].flatMap((topic) => waiting(topic, clientId)).length,
        0,
      ),
    drop(code = 1006, reason = '') {
      for (const connection of [...connections]) connection.close(code, reason)
    },
    replay() {
      for (const connection of connections) {
        for (const topic of subscriptions.get(connection.clientId) ?? []) {
          for (const entry of mail.get(topic) ?? [])
            if (entry.from !== connection.clientId) push(connection, topic, entry)
        }
      }
    },
    inject: (topic, message) => publish('someone', { topic, message, ttl: 300, tag: 0 }),

    accept(line) {
      dials += 1
      const later = (task: () => void) =>
        faults.delay === 0 ? queueMicrotask(task) : void clock.setTimeout(task, faults.delay)
      const refusal = faults.refusal ?? checkRelayToken(line.url, clock.now())
      if (typeof refusal !== 'object') {
        later(() => line.close(3000, refusal))
        return { receive() {}, closed() {} }
      }
      const connection: Connection = {
        clientId: refusal.clientId,
        send: (value) => later(() => line.send(JSON.stringify(value))),
        close(code, reason) {
          connections.delete(connection)
          line.close(code, reason)
        },
      }
      connections.add(connection)
      return {
        closed: () => void connections.delete(connection),
        receive(text) {
          if (faults.isSilent) return
          const { id, method, params, result } = JSON.parse(text)
          if (method === undefined) {
            if (result !== true) return
            for (const entry of [...mail.values()].flat()) {
              if (entry.id === id || entry.id + 1 === id) entry.acknowledged.add(connection.clientId)
            }
            return
          }
          if (typeof id !== 'number' || id < 1e9) throw new Error('request ids are 1e9 or more')
          calls.push({ method, params, clientId: connection.clientId })
          try {
            const value = answer(connection, method, params)
            if (method === 'irn_publish' && faults.lostAnswers > 0) faults.lostAnswers -= 1
            else connection.send({ id, jsonrpc: '2.0', result: value })
          } catch (error) {
            connection.send({ id, jsonrpc: '2.0', error })
          }
        },
      }
    },

    webSocket: memoryWebSocket({ isDown: () => faults.isDown, accept: (line) => relay.accept(line) }),
  }
  return relay
}
